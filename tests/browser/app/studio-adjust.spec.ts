import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { longTasksDuring } from './page-thread.ts'
import { addPhoto, layersOf, openStudio, savedLayer } from './studio-page.ts'

/** Mean of what lies between the largest and the smallest channel over the middle of a picture. */
async function colourOf(png: Buffer): Promise<number> {
  const { width, height } = await sharp(png).metadata()
  const side = Math.round(Math.min(width, height) / 4)
  const box = {
    left: Math.round((width - side) / 2),
    top: Math.round((height - side) / 2),
    width: side,
    height: side,
  }
  const { data } = await sharp(png)
    .extract(box)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let sum = 0
  for (let at = 0; at < data.length; at += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    sum += Math.max(r, g, b) - Math.min(r, g, b)
  }
  return sum / (data.length / 3)
}

/** How colourful the photo is on the stage. */
const stageColour = async (page: Page): Promise<number> =>
  colourOf(await layersOf(page).first().screenshot())

/** The panel for the photo that is selected. */
async function openAdjust(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await layersOf(page).first().focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('a')
  await expect(page.locator('[data-panel="adjust"]')).toBeVisible()
}

const slider = (page: Page, name: string) =>
  page.locator('[data-panel="adjust"]').getByRole('slider', { name, exact: true })

test.beforeEach(async ({ page }) => {
  await openStudio(page)
  await addPhoto(page)
  await openAdjust(page)
})

test('a slider changes the stage, says its value, and undo takes it back', async ({ page }) => {
  await expect.poll(() => stageColour(page)).toBeGreaterThan(40)
  const grey = slider(page, 'Black and white')
  await grey.focus()
  await page.keyboard.press('End')
  await expect(grey).toHaveAttribute('aria-valuetext', '100')
  await expect.poll(() => stageColour(page)).toBeLessThan(12)
  expect(await savedLayer(page)).toMatchObject({ adjustments: { monochrome: 1 } })
  await page.keyboard.press('Delete')
  await expect(grey).toHaveAttribute('aria-valuetext', '0')
  expect(await savedLayer(page)).toMatchObject({ adjustments: null })
  await page.locator('[data-command="undo"]').first().click()
  await expect.poll(() => stageColour(page)).toBeLessThan(12)
  await page.locator('[data-command="undo"]').first().click()
  await expect.poll(() => stageColour(page)).toBeGreaterThan(40)
})

test('a run of keys on a slider is one step of undo, and the next one another', {
  tag: '@pc',
}, async ({ page }) => {
  const grey = slider(page, 'Black and white')
  await grey.focus()
  await page.keyboard.press('End')
  for (let at = 0; at < 5; at++) await page.keyboard.press('ArrowLeft')
  await expect(grey).toHaveAttribute('aria-valuetext', '95')
  await expect.poll(() => stageColour(page)).toBeLessThan(12)
  const light = slider(page, 'Brightness')
  await light.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await grey.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(grey).toHaveAttribute('aria-valuetext', '94')
  await page.keyboard.press('Control+z')
  await expect(grey).toHaveAttribute('aria-valuetext', '95')
  await page.keyboard.press('Control+z')
  await expect(light).toHaveAttribute('aria-valuetext', '0')
  await page.keyboard.press('Control+z')
  await expect(grey).toHaveAttribute('aria-valuetext', '0')
  await expect.poll(() => stageColour(page)).toBeGreaterThan(40)
})

test('choosing a look moves nothing in the panel', async ({ page }) => {
  const top = async () => (await slider(page, 'Brightness').boundingBox())?.y
  await expect(page.locator('[data-look="tea"] canvas')).toBeVisible({ timeout: 15_000 })
  const before = await top()
  const amount = slider(page, 'Amount')
  await expect(amount).toHaveAttribute('data-disabled')
  await page.locator('[data-look="honey"]').click()
  await expect(amount).toHaveAttribute('aria-valuetext', '100')
  expect(await top()).toBe(before)
  await page.locator('[data-look="none"]').click()
  await expect(amount).toHaveAttribute('data-disabled')
  expect(await top()).toBe(before)
})

test('a look shows on the photo itself, is compared while held, and stays after a reload', async ({
  page,
}) => {
  const tile = page.locator('[data-look="charcoal"]')
  await expect(tile.locator('canvas')).toBeVisible({ timeout: 15_000 })
  expect(
    await colourOf(await page.locator('[data-look="none"] canvas').screenshot()),
  ).toBeGreaterThan(40)
  expect(await colourOf(await tile.locator('canvas').screenshot())).toBeLessThan(12)
  await tile.click()
  await expect(tile).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => stageColour(page)).toBeLessThan(12)
  const compare = page.getByRole('button', { name: 'Hold to compare' })
  await compare.focus()
  await page.keyboard.down(' ')
  await expect.poll(() => stageColour(page)).toBeGreaterThan(40)
  await page.keyboard.up(' ')
  await expect.poll(() => stageColour(page)).toBeLessThan(12)
  const look = { lookId: 'charcoal', amount: 1 }
  expect(await savedLayer(page)).toMatchObject({ adjustments: { look } })
  await page.reload()
  await expect(layersOf(page)).toHaveCount(1)
  await expect.poll(() => stageColour(page), { timeout: 15_000 }).toBeLessThan(12)
})

test('looks that are tapped one after another never hold the page up', { tag: '@phone' }, async ({
  page,
}) => {
  const looks = page.locator('[data-panel="adjust"] [data-look]')
  await expect(looks.locator('canvas:not([hidden])').first()).toBeVisible({ timeout: 30_000 })
  const tapAll = () =>
    looks.evaluateAll(async (tiles) => {
      for (const tile of tiles) {
        if (tile instanceof HTMLElement) tile.click()
        await new Promise((next) => setTimeout(next, 60))
      }
    })
  expect(await longTasksDuring(page, tapAll)).toEqual([])
})

test('looks are one Tab stop that arrows go through, and the chosen one is in sight', {
  tag: '@pc',
}, async ({ page }) => {
  const tileOf = (look: string) => page.locator(`[data-look="${look}"]`)
  await tileOf('none').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tileOf('daylight')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(tileOf('tea')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Tab')
  await expect(slider(page, 'Amount')).toBeFocused()
  await page.keyboard.press('Escape')
  await openAdjust(page)
  await expect(tileOf('tea')).toBeInViewport({ ratio: 0.9 })
  await expect(tileOf('tea')).toBeFocused()
})

test('the print file has the adjustments', { tag: '@pc' }, async ({ page }) => {
  await page.locator('[data-look="silver"]').click()
  expect(await savedLayer(page)).toMatchObject({ adjustments: { look: { lookId: 'silver' } } })
  await page.locator('[data-command="done"]').click()
  await page.locator('[data-command="continue"]').click()
  await expect(page.locator('[data-drawn="product"]')).toBeVisible({ timeout: 30_000 })
  await page.locator('[data-command="make-print"]').click()
  await expect(page.locator('[data-print]')).toBeVisible({ timeout: 60_000 })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('[data-command="download-print"]').click(),
  ])
  expect(await colourOf(await readFile(await file.path()))).toBeLessThan(8)
})

import { expect, type Locator, type Page, test } from 'playwright/test'
import {
  addPhoto,
  drag,
  layersOf,
  madeWaves,
  openStudio,
  openTool,
  openTools,
  savedLayer,
} from './studio-page.ts'

const panel = (page: Page) => page.locator('[data-panel="tools"]')
const surface = (page: Page) => panel(page).locator('[data-brush-surface]')
const step = (page: Page, name: 'Undo' | 'Redo') =>
  page.locator('header').getByRole('button', { name, exact: true })
const strokes = (page: Page, words: string) => panel(page).getByText(words, { exact: true })

async function openedTool(
  page: Page,
  tool: string,
  photo?: ReturnType<typeof madeWaves>,
): Promise<void> {
  await openStudio(page)
  await addPhoto(page, photo)
  await openTool(page, tool)
}

async function openRescue(page: Page): Promise<void> {
  await openedTool(page, 'rescue')
  await expect(panel(page).locator('[data-corner="topLeft"]')).toBeVisible({ timeout: 60_000 })
}

const brushAway = async (page: Page) => {
  const steps = panel(page).getByRole('radiogroup', { name: 'What to do' })
  await steps.getByRole('radio', { name: 'Brush away' }).check({ force: true })
  await expect(surface(page)).toBeVisible()
}

async function paint(page: Page, touch: boolean): Promise<void> {
  const box = await surface(page).boundingBox()
  if (box === null) throw new Error('nothing to paint on')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await drag(page, touch, { x: x - 20, y }, { x: x + 20, y })
}

/** Whether nothing lies over the middle of what is to be touched. */
const isFree = (target: Locator): Promise<boolean> =>
  target.evaluate((own) => {
    const { x, y, width, height } = own.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return top !== null && own.contains(top)
  })

test.describe('an open tool', () => {
  test('is taken back by the undo above, stroke by stroke, and the photo stays', {
    tag: '@phone',
  }, async ({ page, hasTouch }) => {
    await openRescue(page)
    await brushAway(page)
    await paint(page, hasTouch)
    await expect(strokes(page, '1 stroke')).toBeAttached()
    await step(page, 'Undo').click()
    await expect(strokes(page, '0 strokes')).toBeAttached()
    await step(page, 'Redo').click()
    await expect(strokes(page, '1 stroke')).toBeAttached()
    await step(page, 'Undo').click()
    await step(page, 'Undo').click()
    await expect(panel(page).locator('[data-tool="rescue"]')).toBeVisible()
    await expect(layersOf(page)).toHaveCount(1)
    expect(await savedLayer(page)).toMatchObject({ derived: [] })
  })

  test('that is closed half way opens again with its strokes', { tag: '@phone' }, async ({
    page,
    hasTouch,
  }) => {
    await openRescue(page)
    await brushAway(page)
    await paint(page, hasTouch)
    await expect(strokes(page, '1 stroke')).toBeAttached()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(panel(page)).toBeHidden()
    await openTools(page)
    await panel(page).locator('[data-tool="rescue"]').click()
    await expect(panel(page).locator('[data-corner="topLeft"]')).toBeVisible({ timeout: 60_000 })
    await brushAway(page)
    await expect(strokes(page, '1 stroke')).toBeAttached()
  })

  test('has all of what is moved on the photo in sight on a phone', { tag: '@phone' }, async ({
    page,
  }) => {
    await openRescue(page)
    for (const name of ['topLeft', 'topRight', 'bottomRight', 'bottomLeft']) {
      const corner = panel(page).locator(`[data-corner="${name}"]`)
      await expect.poll(() => isFree(corner)).toBe(true)
    }
    await brushAway(page)
    await expect(surface(page)).toBeInViewport({ ratio: 1 })
    await expect(panel(page).locator('[data-command="clear-strokes"]')).toBeInViewport()
    await page.getByRole('button', { name: 'All tools' }).click()
    // The stage is seen again.
    await expect(layersOf(page).first()).toBeInViewport({ ratio: 0.9 })
  })

  test('has a wide panel on a PC for as long as something is set on the photo', {
    tag: '@pc',
  }, async ({ page }) => {
    await openRescue(page)
    const width = async () => (await panel(page).boundingBox())?.width ?? 0
    expect(await width()).toBeGreaterThan(400)
    await page.getByRole('button', { name: 'All tools' }).click()
    await expect.poll(width).toBeLessThan(400)
  })

  test('is left by keys alone, and focus is on its card', { tag: '@pc' }, async ({ page }) => {
    await openRescue(page)
    const corner = panel(page).locator('[data-corner="topLeft"]')
    await corner.focus()
    const before = await corner.getAttribute('aria-valuetext')
    await page.keyboard.press('Shift+ArrowRight')
    await expect(corner).not.toHaveAttribute('aria-valuetext', before ?? '')
    await page.keyboard.press('Control+z')
    await expect(corner).toHaveAttribute('aria-valuetext', before ?? '')
    await page.keyboard.press('Control+z')
    await expect(panel(page).locator('[data-tool="rescue"]')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
  })

  test('that finds nothing to mend says so, and leads to the looks', {
    tag: '@phone',
  }, async ({ page }) => {
    await openedTool(page, 'enhance', madeWaves(0, 255))
    const looks = panel(page).locator('[data-command="choose-look"]')
    await expect(looks).toBeVisible({ timeout: 60_000 })
    await expect(panel(page).getByRole('status').filter({ hasText: 'as they are' })).toBeVisible()
    await looks.click()
    await expect(page.locator('[data-panel="adjust"]')).toBeVisible()
    await expect(page.getByRole('slider', { name: 'Warmth' })).toBeAttached()
  })

  test('that mends a veiled photo says nothing of the kind', { tag: '@phone' }, async ({
    page,
  }) => {
    await openedTool(page, 'enhance', madeWaves(105, 185))
    await expect(panel(page).locator('[data-preview]')).toBeVisible({ timeout: 60_000 })
    await expect(panel(page).locator('[data-command="choose-look"]')).toHaveCount(0)
  })

  test('that refuses a photo covers none of the ways on', { tag: '@phone' }, async ({ page }) => {
    await openedTool(page, 'cut-out', madeWaves(0, 255))
    const brush = panel(page).locator('[data-command="paint-instead"]')
    await expect(brush).toBeVisible({ timeout: 60_000 })
    expect(await isFree(brush)).toBe(true)
    const another = panel(page).getByRole('button', { name: 'Choose another photo' })
    expect(await isFree(another)).toBe(true)
  })
})

test('the page is as high as its window, whatever a panel holds', { tag: '@pc' }, async ({
  page,
}) => {
  await openStudio(page)
  await addPhoto(page)
  await expect(page.getByRole('slider', { name: 'Sideways' })).toBeVisible()
  const [height, room] = await page.evaluate(() => {
    const { scrollHeight, clientHeight } = document.documentElement
    return [scrollHeight, clientHeight]
  })
  expect(height).toBe(room)
})

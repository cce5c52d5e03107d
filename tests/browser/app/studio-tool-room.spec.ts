import { expect, type Page, test } from 'playwright/test'
import {
  addPhoto,
  drag,
  madeFile,
  madeWaves,
  middleOf,
  openStudio,
  openTool,
  stageOf,
} from './studio-page.ts'

const panel = (page: Page) => page.locator('[data-panel="tools"]')
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Photo tools' })
const strength = (page: Page) => panel(page).getByRole('slider', { name: 'Strength' })

async function openedTool(page: Page, tool: string): Promise<void> {
  await openTool(page, tool)
  await expect(strength(page)).toBeVisible()
}

/** How much of the window the panel leaves, as a share. */
async function shareAbove(page: Page): Promise<number> {
  const box = await sheet(page).boundingBox()
  return (box?.y ?? 0) / (page.viewportSize()?.height ?? 1)
}

const photoWidth = async (page: Page): Promise<number> =>
  (await stageOf(page).locator('[data-layer="photo"]').boundingBox())?.width ?? 0

test.describe('a tool that shows its work on the stage', () => {
  test('leaves more than half of a phone to the stage, with its slider in sight', {
    tag: '@phone',
  }, async ({ page }) => {
    await openStudio(page)
    await addPhoto(page)
    await openedTool(page, 'anime')
    await expect.poll(() => shareAbove(page)).toBeGreaterThan(0.55)
    await expect(strength(page)).toBeInViewport({ ratio: 1 })
  })

  test('is pulled down to its slider and up again, and closes only when pulled from there', {
    tag: '@phone',
  }, async ({ page, hasTouch }) => {
    await openStudio(page)
    await addPhoto(page, madeWaves(105, 185))
    await openedTool(page, 'enhance')
    await expect.poll(() => shareAbove(page)).toBeGreaterThan(0.55)
    const handle = sheet(page).locator('[aria-expanded]')
    const pull = async (byPx: number) => {
      // It lies still.
      await handle.click({ trial: true })
      const from = await middleOf(handle)
      await drag(page, hasTouch, from, { x: from.x, y: from.y + byPx })
    }
    await pull(100)
    await expect.poll(() => shareAbove(page)).toBeGreaterThan(0.7)
    await expect(strength(page)).toBeInViewport({ ratio: 1 })
    await expect(panel(page).locator('[data-command="apply-tool"]')).toBeInViewport({ ratio: 1 })
    await pull(-100)
    await expect.poll(() => shareAbove(page)).toBeLessThan(0.65)
    await pull(100)
    await pull(100)
    await expect(panel(page)).toBeHidden()
  })

  test('looks closely at a small photo, and gives the view back when it closes', async ({
    page,
    hasTouch,
  }) => {
    await openStudio(page)
    await addPhoto(page, madeFile('hills.png', 800, 600))
    const corner = await middleOf(page.locator('[data-grip="se"]'))
    const middle = await middleOf(stageOf(page).locator('[data-layer="photo"]'))
    await drag(page, hasTouch, corner, { x: middle.x + 50, y: middle.y + 50 })
    await expect.poll(() => photoWidth(page)).toBeLessThan(300)
    const before = await photoWidth(page)
    await openedTool(page, 'sketch')
    // The panel takes nearly half of the phone's stage, and yet it is seen larger.
    await expect.poll(() => photoWidth(page)).toBeGreaterThan(before)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect.poll(() => photoWidth(page)).toBeCloseTo(before, 0)
  })
})

test('says how sharp a photo prints beside it, not on it', async ({ page }) => {
  await openStudio(page)
  await addPhoto(page, madeFile('small.png', 400, 300))
  const tag = await page.locator('[data-stage-dpi]').boundingBox()
  const photo = await stageOf(page).locator('[data-layer="photo"]').boundingBox()
  const [top, bottom] = [tag?.y ?? 0, (tag?.y ?? 0) + (tag?.height ?? 0)]
  const isBeside = bottom <= (photo?.y ?? 0) || top >= (photo?.y ?? 0) + (photo?.height ?? 0)
  expect(isBeside).toBe(true)
})

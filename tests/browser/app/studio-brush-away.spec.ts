import { expect, type Locator, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { paint } from '../../unit/imaging/made-pictures.ts'
import { addPhoto, drag, openStudio, openTools, savedLayer } from './studio-page.ts'

/** A rough wall with a red spot in its middle. */
async function spottedWall() {
  const { rgba, widthPx, heightPx } = paint(900, 675, (x, y) => {
    if (Math.hypot(x - 450, y - 337) < 10) return [240, 10, 20]
    const light = 120 + ((Math.imul(x * 37 + y * 101, 2_654_435) >>> 9) % 60)
    return [light * 0.7, light, light * 0.9]
  })
  const raw = { width: widthPx, height: heightPx, channels: 4 } as const
  const buffer = await sharp(rgba, { raw }).removeAlpha().png().toBuffer()
  return { name: 'wall.png', mimeType: 'image/png', buffer }
}

const panel = (page: Page) => page.locator('[data-panel="tools"]')
const surface = (page: Page) => panel(page).locator('[data-brush-surface]')

/** On a phone the sheet grows meanwhile, and a click may meet what was there before. */
async function chooseBrush(page: Page): Promise<void> {
  const steps = panel(page).getByRole('radiogroup', { name: 'What to do' })
  const brush = steps.getByRole('radio', { name: 'Brush away' })
  await expect(() => brush.check({ force: true, timeout: 2000 })).toPass()
}

async function openBrush(page: Page): Promise<Locator> {
  await openStudio(page)
  await addPhoto(page, await spottedWall())
  await openTools(page)
  await panel(page).locator('[data-tool="rescue"]').click()
  await expect(panel(page).locator('[data-corner="topLeft"]')).toBeVisible({ timeout: 60_000 })
  await chooseBrush(page)
  await expect(surface(page).locator('canvas')).toBeVisible({ timeout: 60_000 })
  return surface(page)
}

/** How many pixels of what is shown are red. */
const redIn = (page: Page): Promise<number> =>
  surface(page)
    .locator('canvas')
    .evaluate((shown) => {
      if (!(shown instanceof HTMLCanvasElement)) return -1
      const copy = new OffscreenCanvas(shown.width, shown.height)
      const ink = copy.getContext('2d')
      ink?.drawImage(shown, 0, 0)
      const { data } = ink?.getImageData(0, 0, shown.width, shown.height) ?? { data: [] }
      let red = 0
      for (let i = 0; i < data.length; i += 4) {
        if ((data[i] ?? 0) > 180 && (data[i + 1] ?? 0) < 80) red++
      }
      return red
    })

const count = (page: Page, words: string) => panel(page).getByText(words, { exact: true })

test.describe('brushing away', () => {
  test('a stroke over a spot fills it; undo brings it back, and redo takes it away again', {
    tag: '@phone',
  }, async ({ page, hasTouch }) => {
    const view = await openBrush(page)
    await expect.poll(() => redIn(page)).toBeGreaterThan(100)
    await view.scrollIntoViewIfNeeded()
    const box = await view.boundingBox()
    if (box === null) throw new Error('nothing to paint on')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await drag(page, hasTouch, { x: x - 6, y }, { x: x + 6, y })
    await expect(count(page, '1 stroke')).toBeAttached()
    await expect.poll(() => redIn(page), { timeout: 60_000 }).toBe(0)
    const undo = panel(page).locator('[data-command="undo-stroke"]')
    const target = await undo.boundingBox()
    expect(target?.width).toBeGreaterThanOrEqual(44)
    expect(target?.height).toBeGreaterThanOrEqual(44)
    await undo.click()
    await expect.poll(() => redIn(page), { timeout: 60_000 }).toBeGreaterThan(100)
    await panel(page).locator('[data-command="redo-stroke"]').click()
    await expect.poll(() => redIn(page), { timeout: 60_000 }).toBe(0)
    await panel(page).locator('[data-command="apply-tool"]').click()
    await expect(panel(page).locator('[data-tool="sketch"]')).toBeVisible({ timeout: 60_000 })
    const layer = await savedLayer(page)
    const settings = layer.kind === 'photo' ? layer.derived[0]?.settings : undefined
    expect(settings?.['brushed']).toMatch(/^\+\d+( \d+ \d+)+$/)
    // It opens again with its strokes.
    await panel(page).locator('[data-tool="rescue"]').click()
    await chooseBrush(page)
    await expect(count(page, '1 stroke')).toBeAttached()
  })

  test('the keyboard paints too, and brings back what was there', { tag: '@pc' }, async ({
    page,
  }) => {
    const view = await openBrush(page)
    await expect.poll(() => redIn(page)).toBeGreaterThan(100)
    await view.focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect.poll(() => redIn(page), { timeout: 60_000 }).toBe(0)
    await page.keyboard.press('Control+z')
    await expect.poll(() => redIn(page), { timeout: 60_000 }).toBeGreaterThan(100)
    await page.keyboard.press('Control+y')
    await expect.poll(() => redIn(page), { timeout: 60_000 }).toBe(0)
    await panel(page).getByRole('radio', { name: 'Bring back' }).check({ force: true })
    await view.focus()
    await page.keyboard.press('Space')
    await expect(count(page, '2 strokes')).toBeAttached()
    await expect.poll(() => redIn(page), { timeout: 60_000 }).toBeGreaterThan(100)
    await panel(page).locator('[data-command="clear-strokes"]').click()
    await expect(count(page, '0 strokes')).toBeAttached()
  })

  test('a phone that is turned goes on brushing', { tag: '@phone' }, async ({ page }) => {
    const view = await openBrush(page)
    await view.focus()
    await page.keyboard.press('Space')
    await expect(count(page, '1 stroke')).toBeAttached()
    await page.setViewportSize({ width: 844, height: 390 })
    await expect(count(page, '1 stroke')).toBeAttached()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(count(page, '1 stroke')).toBeAttached()
    await expect(surface(page)).toBeVisible()
  })

  test('nothing lies over the lower corners of the photo', { tag: '@phone' }, async ({ page }) => {
    await openBrush(page)
    const steps = panel(page).getByRole('radiogroup', { name: 'What to do' })
    await steps.getByRole('radio', { name: 'Straighten' }).check({ force: true })
    for (const name of ['bottomLeft', 'bottomRight']) {
      const corner = panel(page).locator(`[data-corner="${name}"]`)
      await corner.scrollIntoViewIfNeeded()
      const isFree = await corner.evaluate((own) => {
        const { x, y, width, height } = own.getBoundingClientRect()
        return document.elementFromPoint(x + width / 2, y + height / 2) === own
      })
      expect(isFree).toBe(true)
    }
  })
})

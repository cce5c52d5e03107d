import { createCanvas } from '@napi-rs/canvas'
import { expect, type Page, test } from 'playwright/test'
import { addPhoto, drag, openStudio, openTools, readIn, savedLayer } from './studio-page.ts'

/** A round cake of three colours on a blue table, and a plate of the cake's colour beside it. */
function cake() {
  const canvas = createCanvas(1200, 900)
  const ink = canvas.getContext('2d')
  const disc = (x: number, y: number, radius: number, colour: string) => {
    ink.fillStyle = colour
    ink.beginPath()
    ink.arc(x, y, radius, 0, 7)
    ink.fill()
  }
  ink.fillStyle = '#3d6f9c'
  ink.fillRect(0, 0, 1200, 900)
  disc(480, 450, 300, '#c9863f')
  disc(480, 450, 220, '#f3dfb8')
  disc(480, 450, 60, '#b4243c')
  disc(1040, 450, 120, '#c9863f')
  return { name: 'cake.png', mimeType: 'image/png', buffer: canvas.toBuffer('image/png') }
}

const toolsPanel = (page: Page) => page.locator('[data-panel="tools"]')
const surface = (page: Page) => toolsPanel(page).locator('[data-brush-surface]')
const preview = (page: Page) => surface(page).locator('canvas')

async function openBrush(page: Page, language = 'en-us'): Promise<void> {
  await openStudio(page)
  await addPhoto(page, cake())
  if (language !== 'en-us') await readIn(page, language)
  await openTools(page)
  await toolsPanel(page).locator('[data-tool="cut-out"]').click()
  const brushAlone = toolsPanel(page).locator('input[value="painted"]')
  await brushAlone.check({ force: true, timeout: 60_000 })
  await expect(surface(page)).toBeVisible({ timeout: 60_000 })
}

/** One stroke, by shares of the picture. */
async function stroke(page: Page, touch: boolean, from: [number, number], to: [number, number]) {
  await surface(page).scrollIntoViewIfNeeded()
  const box = await surface(page).boundingBox()
  if (box === null) throw new Error('nothing to paint on')
  const at = ([x, y]: [number, number]) => ({ x: box.x + x * box.width, y: box.y + y * box.height })
  await drag(page, touch, at(from), at(to))
}

/** What of the preview can be seen at some shares of it, 0..1. */
const seenAt = (page: Page, places: readonly (readonly [number, number])[]) =>
  preview(page).evaluate(async (shown, asked) => {
    const canvas = shown instanceof HTMLCanvasElement ? shown : null
    const copy = new OffscreenCanvas(canvas?.width ?? 1, canvas?.height ?? 1)
    const ink = copy.getContext('2d')
    if (canvas === null || ink === null) return []
    ink.drawImage(canvas, 0, 0)
    return asked.map(([x, y]) => {
      const at = [Math.floor(x * copy.width), Math.floor(y * copy.height)] as const
      return (ink.getImageData(at[0], at[1], 1, 1).data[3] ?? 0) / 255
    })
  }, places)

const cherry = [0.4, 0.5] as const
const rim = [0.4, 0.78] as const
const table = [0.1, 0.1] as const
const plate = [0.87, 0.5] as const

test.describe('the brush that floods along edges', () => {
  test('a few strokes of the brush alone cut a thing out', {
    tag: '@phone',
  }, async ({ page, hasTouch }) => {
    await openBrush(page)
    await expect(toolsPanel(page).getByText('Paint over what should stay')).toBeVisible()
    await expect(toolsPanel(page).locator('[data-command="apply-tool"]')).toBeDisabled()
    await stroke(page, hasTouch, [0.4, 0.5], [0.4, 0.22])
    const seen = () => seenAt(page, [cherry, rim, table, plate])
    await expect(preview(page)).toBeVisible({ timeout: 60_000 })
    await expect.poll(seen, { timeout: 60_000 }).toEqual([1, 1, 0, 0])
    await toolsPanel(page).getByRole('radio', { name: 'Remove' }).check({ force: true })
    await stroke(page, hasTouch, [0.4, 0.5], [0.41, 0.51])
    await expect.poll(seen, { timeout: 60_000 }).toEqual([0, 1, 0, 0])
    await toolsPanel(page).locator('[data-command="undo-stroke"]').click()
    await expect.poll(seen, { timeout: 60_000 }).toEqual([1, 1, 0, 0])
    await toolsPanel(page).locator('[data-command="apply-tool"]').click()
    await expect(toolsPanel(page).locator('[data-tool="sketch"]')).toBeVisible({ timeout: 60_000 })
    const layer = await savedLayer(page)
    const settings = {
      subject: 'painted',
      strokes: expect.stringMatching(/^\+150 40\d\d 50\d\d 40\d\d 2[12]\d\d$/),
    }
    expect(layer).toMatchObject({ derived: [{ tool: 'cut-out', settings }] })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    expect(await savedLayer(page)).toMatchObject({ derived: [] })
  })

  for (const [language, tag] of [
    ['en-us', '@pc'],
    ['ar-ar', '@phone'],
  ] as const) {
    test(`paints by keyboard alone, in ${language}`, { tag }, async ({ page }) => {
      await openBrush(page, language)
      await surface(page).focus()
      // From the middle onto the cake, whichever way one reads.
      await page.keyboard.press('Shift+ArrowLeft')
      await page.keyboard.press('Enter')
      for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+ArrowUp')
      await page.keyboard.press('Enter')
      await expect(toolsPanel(page).locator('[data-command="undo-stroke"]')).toBeEnabled()
      await expect(preview(page)).toBeVisible({ timeout: 60_000 })
      await expect
        .poll(() => seenAt(page, [cherry, rim, table, plate]), { timeout: 60_000 })
        .toEqual([1, 1, 0, 0])
    })
  }
})

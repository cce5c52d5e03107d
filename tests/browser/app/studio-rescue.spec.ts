import { expect, type Locator, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import type { Corners } from '#core/imaging/tools/rescue/corners.ts'
import { grid, photographed } from '../../unit/imaging/rescue-pictures.ts'
import { addPhoto, drag, middleOf, openStudio, readIn, savedLayer } from './studio-page.ts'

const corners: Corners = [
  { x: 0.19, y: 0.14 },
  { x: 0.83, y: 0.2 },
  { x: 0.9, y: 0.87 },
  { x: 0.09, y: 0.8 },
]

/** A panorama, whose corners lie so near to each other on a phone that their handles overlap. */
const panorama: Corners = [
  { x: 0.06, y: 0.45 },
  { x: 0.94, y: 0.46 },
  { x: 0.95, y: 0.57 },
  { x: 0.05, y: 0.56 },
]

/** A drawing on a table, as a phone sees it. */
async function photographedSheet(at: Corners) {
  const light = (x: number, y: number) => 0.95 - 0.4 * x - 0.1 * y
  const photo = photographed({ widthPx: 900, heightPx: 675, corners: at, drawing: grid(6), light })
  const { rgba, widthPx: width, heightPx: height } = photo
  const file = sharp(rgba, { raw: { width, height, channels: 4 } }).removeAlpha()
  const buffer = await file.jpeg({ quality: 92 }).toBuffer()
  return { name: 'sheet.jpg', mimeType: 'image/jpeg', buffer }
}

/** A print with a white rim on a table. */
async function photographedPrint() {
  const rim = 0.05
  const photo = photographed({
    widthPx: 900,
    heightPx: 675,
    corners,
    drawing: (u, v) =>
      Math.min(u, 1 - u, v, 1 - v) < rim ? [244, 242, 236] : [40 + 120 * u, 70 + 60 * v, 60],
  })
  const { rgba, widthPx: width, heightPx: height } = photo
  const file = sharp(rgba, { raw: { width, height, channels: 4 } }).removeAlpha()
  const buffer = await file.jpeg({ quality: 92 }).toBuffer()
  return { name: 'print.jpg', mimeType: 'image/jpeg', buffer }
}

const toolsPanel = (page: Page) => page.locator('[data-panel="tools"]')
const handle = (page: Page, corner: string) => toolsPanel(page).locator(`[data-corner="${corner}"]`)
const preview = (page: Page) => toolsPanel(page).locator('[data-preview]')

async function openRescue(page: Page, language = 'en-us', at = corners): Promise<void> {
  await openStudio(page)
  await addPhoto(page, await photographedSheet(at))
  if (language !== 'en-us') await readIn(page, language)
  await page.locator('[role="toolbar"] [data-command="tools"]').click()
  await toolsPanel(page).locator('[data-tool="rescue"]').click()
  await expect(preview(page)).toBeVisible({ timeout: 60_000 })
  await expect(handle(page, 'topLeft')).toBeVisible({ timeout: 60_000 })
}

async function apply(page: Page): Promise<void> {
  await toolsPanel(page).locator('[data-command="apply-tool"]').click()
  await expect(toolsPanel(page).locator('[data-tool="sketch"]')).toBeVisible({ timeout: 60_000 })
}

/** Where a handle is, in shares of the photo that it lies on. */
async function shareOf(at: Locator): Promise<{ x: number; y: number }> {
  return await at.evaluate((own) => {
    const photo = own.parentElement?.getBoundingClientRect() ?? new DOMRect()
    const box = own.getBoundingClientRect()
    return {
      x: (box.x + box.width / 2 - photo.x) / photo.width,
      y: (box.y + box.height / 2 - photo.y) / photo.height,
    }
  })
}

/** The sheet that is shown below the handles: its size, and how dark its shaded corner is. */
const shownSheet = (page: Page) =>
  toolsPanel(page)
    .locator('figure canvas')
    .evaluate((shown) => {
      if (!(shown instanceof HTMLCanvasElement)) throw new Error('no picture')
      const { width, height } = shown
      const ink = new OffscreenCanvas(width, height).getContext('2d')
      ink?.drawImage(shown, 0, 0)
      const box = [width * 0.9, height * 0.9, width * 0.08, height * 0.08].map(Math.round)
      const [x = 0, y = 0, wide = 1, high = 1] = box
      const { data } = ink?.getImageData(x, y, wide, high) ?? { data: [0] }
      return { width, height, dark: 255 - Math.max(...data.filter((_, at) => at % 4 === 1)) }
    })

test.describe('rescuing a picture', () => {
  test('finds the sheet, makes it a version of the photo, and undo brings the photo back', {
    tag: '@phone',
  }, async ({ page }) => {
    await openRescue(page)
    await expect(toolsPanel(page).getByText('We found the picture.')).toBeVisible()
    const names = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft']
    for (const [at, name] of names.entries()) {
      const { x, y } = await shareOf(handle(page, name))
      expect(x).toBeCloseTo(corners[at]?.x ?? 0, 1.7)
      expect(y).toBeCloseTo(corners[at]?.y ?? 0, 1.7)
    }
    await apply(page)
    const layer = await savedLayer(page)
    expect(layer).toMatchObject({
      derived: [{ tool: 'rescue', settings: { corners: '', evenLight: 0.8 }, matte: null }],
    })
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    expect(await savedLayer(page)).toMatchObject({ derived: [] })
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    expect(await savedLayer(page)).toEqual(layer)
  })

  test('before is the sheet as straight as after, in the light that fell on it', {
    tag: '@phone',
  }, async ({ page }) => {
    await openRescue(page)
    const after = await shownSheet(page)
    const before = toolsPanel(page).getByRole('button', { name: 'Before', exact: true })
    await before.click()
    await expect.poll(async () => (await shownSheet(page)).dark).toBeGreaterThan(after.dark + 20)
    const { width, height } = await shownSheet(page)
    expect([width, height]).toEqual([after.width, after.height])
    await before.click()
    await expect.poll(async () => (await shownSheet(page)).dark).toBe(after.dark)
  })

  for (const [language, tag] of [
    ['en-us', '@pc'],
    ['ar-ar', '@phone'],
  ] as const) {
    test(`corners follow pointer and keys, in ${language}`, { tag }, async ({ page, hasTouch }) => {
      await openRescue(page, language)
      const corner = handle(page, 'topLeft')
      await corner.scrollIntoViewIfNeeded()
      const box = await corner.boundingBox()
      expect(box?.width).toBeGreaterThanOrEqual(44)
      expect(box?.height).toBeGreaterThanOrEqual(44)
      const before = await shareOf(corner)
      const from = await middleOf(corner)
      await drag(page, hasTouch, from, { x: from.x + 30, y: from.y + 20 })
      const after = await middleOf(corner)
      expect(after.x - from.x).toBeCloseTo(30, -0.7)
      expect(after.y - from.y).toBeCloseTo(20, -0.7)
      await corner.focus()
      await page.keyboard.press('Shift+ArrowRight')
      await page.keyboard.press('ArrowDown')
      const moved = await shareOf(corner)
      expect(moved.x).toBeGreaterThan(before.x)
      const again = toolsPanel(page).locator('[data-command="find-corners"]')
      await apply(page)
      const layer = await savedLayer(page)
      const settings = layer.kind === 'photo' ? layer.derived[0]?.settings : undefined
      const [x, y] = String(settings?.['corners']).split(' ').map(Number)
      expect((x ?? 0) / 10_000).toBeCloseTo(moved.x, 2)
      expect((y ?? 0) / 10_000).toBeCloseTo(moved.y, 2)
      await toolsPanel(page).locator('[data-tool="rescue"]').click()
      await again.click()
      await expect(again).toBeHidden()
      expect((await shareOf(corner)).x).toBeCloseTo(before.x, 2)
    })
  }

  test('corners of a panorama are moved each by itself, by a finger', { tag: '@phone' }, async ({
    page,
    hasTouch,
  }) => {
    // So narrow a sheet is not found: its corners are brought there first.
    await openRescue(page, 'en-us', panorama)
    const names = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft']
    const photo = await handle(page, 'topLeft').locator('..').boundingBox()
    for (const [at, name] of names.entries()) {
      const { x, y } = panorama[at] ?? { x: 0, y: 0 }
      await drag(page, hasTouch, await middleOf(handle(page, name)), {
        x: (photo?.x ?? 0) + x * (photo?.width ?? 0),
        y: (photo?.y ?? 0) + y * (photo?.height ?? 0),
      })
      expect((await shareOf(handle(page, name))).y).toBeCloseTo(y, 1.7)
    }
    for (const name of names) {
      const before = await Promise.all(names.map((other) => shareOf(handle(page, other))))
      const middle = await middleOf(handle(page, name))
      const away = name.startsWith('top') ? -1 : 1
      // Beside the dot, on the side that faces away from the other corner.
      const from = { x: middle.x, y: middle.y + away * 3 }
      await drag(page, hasTouch, from, { x: from.x, y: from.y + away * 12 })
      const after = await Promise.all(names.map((other) => shareOf(handle(page, other))))
      for (const [at, other] of names.entries()) {
        const moved = Math.abs((after[at]?.y ?? 0) - (before[at]?.y ?? 0))
        if (other === name) expect(moved).toBeGreaterThan(0.02)
        else expect(moved).toBeLessThan(0.001)
      }
    }
  })
})

test('a rescued print is shown without its white rim, previewed or not', { tag: '@phone' }, async ({
  page,
}) => {
  await openStudio(page)
  await addPhoto(page, await photographedPrint())
  await page.locator('[role="toolbar"] [data-command="tools"]').click()
  for (const isPreviewed of [true, false]) {
    await toolsPanel(page).locator('[data-tool="rescue"]').click()
    if (isPreviewed) await expect(preview(page)).toBeVisible({ timeout: 60_000 })
    await apply(page)
    const layer = await savedLayer(page)
    if (layer.kind !== 'photo') throw new Error('no photo')
    const { x, y, width, height } = layer.crop
    expect(Math.min(y, 1 - y - height)).toBeGreaterThan(0.045)
    expect(Math.min(x, 1 - x - width)).toBeGreaterThan(0.045)
    expect(height).toBeGreaterThan(0.85)
    await page.keyboard.press('Control+z')
  }
})

import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { addPhoto, openStudio } from './studio-page.ts'

const MM_PER_POINT = 25.4 / 72

/** Through preflight to the finished product. */
async function finish(page: Page): Promise<void> {
  await page.locator('[data-command="done"]').click()
  await page.locator('[data-command="continue"]').click()
  await expect(page.locator('[data-drawn="product"]')).toBeVisible({ timeout: 30_000 })
}

const choose = (page: Page, name: string) =>
  page.getByRole('radio', { name, exact: true }).check({ force: true })

/** Makes the print file and takes it from the browser's downloads. */
async function download(page: Page): Promise<Buffer> {
  await page.locator('[data-command="make-print"]').click()
  await expect(page.locator('[data-print]')).toBeVisible({ timeout: 60_000 })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('[data-command="download-print"]').click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^stampa-[36]00dpi\.(png|pdf)$/)
  return await readFile(await file.path())
}

/** Name -> content of every chunk but the pixels'. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const name = png.toString('latin1', at + 4, at + 8)
    if (name !== 'IDAT') chunks.set(name, png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return chunks
}

/** A box of the first page, in mm: left, bottom, right, top. */
function boxOf(pdf: Buffer, name: string): readonly number[] {
  const found = new RegExp(`/${name} ?\\[([^\\]]+)\\]`).exec(pdf.toString('latin1'))?.[1]
  if (found === undefined) throw new Error(`no ${name}`)
  return found
    .trim()
    .split(/\s+/)
    .map((points) => Number(points) * MM_PER_POINT)
}

test('the PNG has the pixels of 300 dpi with bleed, says its dpi and is sRGB', {
  tag: '@phone',
}, async ({ page }) => {
  await openStudio(page)
  await addPhoto(page)
  await finish(page)
  const png = await download(page)
  const picture = sharp(png)
  expect(await picture.metadata()).toMatchObject({ format: 'png', width: 881, height: 1779 })
  const chunks = chunksOf(png)
  const physical = chunks.get('pHYs')
  expect(physical?.readUInt32BE(0)).toBe(Math.round(300 / 0.0254))
  expect(chunks.has('sRGB') || chunks.has('iCCP')).toBe(true)
  const { channels } = await picture.stats()
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(10)
})

test('the PDF has exact boxes for page, trim and bleed, in mm', { tag: '@phone' }, async ({
  page,
}) => {
  await openStudio(page)
  await addPhoto(page)
  await finish(page)
  await choose(page, 'PDF')
  const pdf = await download(page)
  expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-')
  const [left = 0, bottom = 0, right = 0, top = 0] = boxOf(pdf, 'TrimBox')
  expect(right - left).toBeCloseTo(70.6, 1)
  expect(top - bottom).toBeCloseTo(146.6, 1)
  const bleed = boxOf(pdf, 'BleedBox')
  expect((bleed[2] ?? 0) - (bleed[0] ?? 0)).toBeCloseTo(74.6, 1)
  expect(left - (bleed[0] ?? 0)).toBeCloseTo(2, 1)
  expect(boxOf(pdf, 'MediaBox')[2]).toBeGreaterThanOrEqual(bleed[2] ?? 0)
})

/** A busy machine may be late once; a fault of ours is late every time. */
test.describe('what a print promises about time', { tag: '@phone' }, () => {
  test.describe.configure({ retries: 2 })

  test('a print at 600 dpi is stopped at once, and made when it is asked for again', async ({
    page,
  }) => {
    await openStudio(page)
    await addPhoto(page)
    await finish(page)
    await choose(page, '600 dpi')
    await page.locator('[data-command="make-print"]').click()
    const cancel = page.getByRole('button', { name: 'Cancel' })
    // At once: a click that waits for the button to stand still may come when the print is made.
    await cancel.dispatchEvent('click')
    await expect(cancel).toBeHidden({ timeout: 500 })
    const png = await download(page)
    expect(await sharp(png).metadata()).toMatchObject({ width: 1762, height: 3557 })
  })
})

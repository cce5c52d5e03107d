import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { landscape } from '../../unit/imaging/made-pictures.ts'
import { openHarness } from '../harness-page.ts'

/** Photos are pictures that the page draws itself. */
const openRoom = (page: Page) => openHarness(page, 'compositor')

test.describe('the one renderer', () => {
  test.beforeEach(async ({ page }) => openRoom(page))

  test('prints the same pixels from strips of any height as in one piece', async ({ page }) => {
    const differences = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const design = harness.designs.everything(await harness.madePhoto(2400, 1800))
      const whole = await harness.printPixels(design, 300)
      const found: number[] = []
      for (const rows of [64, 100, 333, 1024]) {
        found.push(harness.difference(whole, await harness.printPixels(design, 300, rows)).max)
      }
      return found
    })
    expect(differences).toEqual([0, 0, 0, 0])
  })

  test('prints what the stage shows, for a design that uses everything', async ({ page }) => {
    const means = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const design = harness.designs.everything(await harness.madePhoto(2400, 1800))
      const print = await harness.printPixels(design, 300)
      const found: number[] = []
      for (const scale of [4, 6, 9]) {
        const preview = await harness.previewPixels(design, scale)
        const small = await harness.scaled(print, preview.widthPx, preview.heightPx)
        found.push(harness.difference(preview, small).mean)
      }
      return found
    })
    for (const mean of means) expect(mean).toBeLessThanOrEqual(2)
  })

  for (const kind of ['4:2:0', '4:4:4', 'grey'] as const) {
    test(`prints a JPEG's planes, ${kind}, as its pixels`, async ({ page }) => {
      const { rgba } = landscape(901, 677)
      const picture = sharp(rgba, { raw: { width: 901, height: 677, channels: 4 } })
      const plain = kind === 'grey' ? picture.greyscale() : picture.removeAlpha()
      const body = await plain
        .jpeg({ quality: 95, chromaSubsampling: kind === 'grey' ? '4:2:0' : kind })
        .toBuffer()
      await page.route('**/made.jpg', (route) => route.fulfill({ body, contentType: 'image/jpeg' }))
      const apart = await page.evaluate(async () => {
        const harness = window.compositorHarness
        const hash = await harness.store.put(await (await fetch('/made.jpg')).blob())
        const photo = { hash, widthPx: 901, heightPx: 677, mediaType: 'image/jpeg' } as const
        const design = harness.designs.largest(photo)
        const ofPlanes = await harness.printPixels(design, 50)
        Reflect.deleteProperty(self, 'ImageDecoder')
        return harness.difference(ofPlanes, await harness.printPixels(design, 50))
      })
      expect(apart.max).toBeLessThanOrEqual(6)
      expect(apart.mean).toBeLessThanOrEqual(0.2)
    })
  }

  test('cuts masks, openings and the sheet with smooth edges', async ({ page }) => {
    const greys = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const design = harness.designs.phoneDesign([], {
        background: { kind: 'colour', colour: '#000000' },
      })
      const { pixels } = await harness.printPixels(design, 300)
      return pixels.filter((value, at) => at % 4 === 0 && value > 20 && value < 235).length
    })
    expect(greys).toBeGreaterThan(300)
  })
})

test.describe('text', () => {
  test.beforeEach(async ({ page }) => openRoom(page))

  test('in Arabic is shaped as a run, and narrower than its letters apart', async ({ page }) => {
    const widths = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const measure = async (text: string) => {
        const layer = harness.designs.textLayer({ id: 't', text, fontId: 'amiri', sizeMm: 20 })
        const outcome = await harness.compositor.measureText(layer)
        return outcome.ok ? outcome.value.widthMm : 0
      }
      const letters = await Promise.all(['ص', 'ب', 'ا', 'ح'].map(measure))
      return { run: await measure('صباح'), apart: letters.reduce((a, b) => a + b, 0) }
    })
    expect(widths.run).toBeGreaterThan(5)
    expect(widths.run).toBeLessThan(widths.apart * 0.9)
  })

  test('names the characters that no font draws', async ({ page }) => {
    const box = await page.evaluate(() => {
      const harness = window.compositorHarness
      const layer = harness.designs.textLayer({ id: 't', text: 'Hi ᚠ 生日', fontId: 'bebas' })
      return harness.compositor.measureText(layer)
    })
    expect(box).toMatchObject({ ok: true, value: { missing: ['ᚠ'] } })
  })

  test('is measured in its own font even when others came before it', async ({ page }) => {
    const widths = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const measure = async (fontId: string) => {
        const layer = harness.designs.textLayer({ id: 't', text: 'Wwwiiimmm', fontId })
        const outcome = await harness.compositor.measureText(layer)
        return outcome.ok ? Math.round(outcome.value.widthMm * 100) : 0
      }
      const found: number[] = []
      for (const fontId of ['0', 'bebas', 'pacifico', 'caveat', 'space-mono', 'abril']) {
        found.push(await measure(fontId))
      }
      return found
    })
    expect(new Set(widths).size).toBe(widths.length)
  })

  test('whose font cannot be had is told by the font’s name', async ({ page }) => {
    await page.route('**/generated/fonts/lilita*', (route) => route.abort())
    const answer = await page.evaluate(() => {
      const harness = window.compositorHarness
      const layer = harness.designs.textLayer({ id: 't', text: 'Hi', fontId: 'lilita' })
      return harness.compositor.measureText(layer)
    })
    expect(answer).toMatchObject({
      ok: false,
      fault: { code: 'font-failed', params: { font: 'Lilita One' } },
    })
  })
})

test.describe('pictures of the product', () => {
  test.beforeEach(async ({ page }) => openRoom(page))

  for (const theme of ['light', 'dark'] as const) {
    test(`show the design on its case and cake by a ${theme} light`, async ({ page }) => {
      const pictures = await page.evaluate(async (wanted) => {
        const harness = window.compositorHarness
        const photo = await harness.madePhoto(1200, 900)
        const onCase = harness.designs.everything(photo)
        const onCake = harness.designs.cakeDesign([], harness.designs.cake(203.2), {
          background: { kind: 'colour', colour: '#d81b60' },
        })
        const found: string[] = []
        for (const design of [onCase, onCake]) {
          const view = { widthPx: 390, heightPx: 420, theme: wanted }
          const outcome = await harness.compositor.productPicture(design, view)
          if (outcome.ok) found.push(await harness.bitmapPng(outcome.value))
        }
        return found
      }, theme)
      expect(pictures).toHaveLength(2)
      const cake = sharp(Buffer.from(pictures[1] ?? '', 'base64')).removeAlpha()
      expect(await cake.metadata()).toMatchObject({ width: 390, height: 420 })
      const at = async (left: number, top: number) => [
        ...(await cake.clone().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
      ]
      const [red = 0, green = 0] = await at(195, 180)
      expect(red - green).toBeGreaterThan(90)
      const [corner = 0] = await at(4, 4)
      expect(corner > 128).toBe(theme === 'light')
    })
  }
})

test.describe('the look at the ink', () => {
  test.beforeEach(async ({ page }) => openRoom(page))

  test('tells a blank print, and names missing glyphs by layer', async ({ page }) => {
    const [blank, written] = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const background = { kind: 'colour', colour: '#f3ece1' } as const
      const text = harness.designs.textLayer({ id: 'smile', text: 'Hi ᚠ' })
      return Promise.all([
        harness.compositor.inspectInk(harness.designs.phoneDesign([], { background })),
        harness.compositor.inspectInk(harness.designs.phoneDesign([text], { background })),
      ])
    })
    expect(blank).toMatchObject({ ok: true, value: { inkedShare: 0, contrast: 0 } })
    expect(written).toMatchObject({ ok: true, value: { missingGlyphs: { smile: ['ᚠ'] } } })
    expect(written?.ok && written.value.contrast).toBeGreaterThan(100)
    expect(written?.ok && written.value.inkedShare).toBeLessThan(0.1)
  })
})

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { landscape } from '../../unit/imaging/made-pictures.ts'
import { openHarness } from '../harness-page.ts'

/** Photos are pictures that the page draws itself. */
const openRoom = (page: Page) => openHarness(page, 'compositor')

/** Saves a print file from the browser's own storage through a download. */
async function exported(
  page: Page,
  format: 'png' | 'pdf',
  sample: 'largest' | 'everything',
  dpi: number,
) {
  const [download, print] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate(
      async ([kind, wanted, resolution]) => {
        const harness = window.compositorHarness
        const design = harness.designs[wanted](await harness.madePhoto(1600, 1200))
        const stages: string[] = []
        const outcome = await harness.export(
          { design, format: kind, dpi: resolution },
          { report: ({ stage, done, total }) => void stages.push(`${stage} ${done}/${total}`) },
        )
        if (!outcome.ok) throw new Error(JSON.stringify(outcome.fault))
        const link = document.createElement('a')
        link.href = URL.createObjectURL(outcome.value.file)
        link.download = outcome.value.name
        link.click()
        const { file: _, ...print } = outcome.value
        return { ...print, stages }
      },
      [format, sample, dpi] as const,
    ),
  ])
  return { print, bytes: readFileSync(await download.path()) }
}

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

test.describe('a print file', () => {
  test.beforeEach(async ({ page }) => openRoom(page))

  test('of 420 mm at 300 dpi opens again with the right pixels', async ({ page }) => {
    const { print, bytes } = await exported(page, 'png', 'largest', 300)
    expect(print).toMatchObject({ widthPx: 4961, heightPx: 4961, dpi: 300, mediaType: 'image/png' })
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(print.sha256)
    const image = sharp(bytes, { limitInputPixels: false })
    expect(await image.metadata()).toMatchObject({ width: 4961, height: 4961, density: 300 })
    const pixel = async (xMm: number, yMm: number) => {
      const at = (mm: number) => Math.round(((mm + 3) / 25.4) * 300)
      const box = { left: at(xMm), top: at(yMm), width: 1, height: 1 }
      return [...(await image.clone().extract(box).removeAlpha().raw().toBuffer())]
    }
    expect(await pixel(-2, -2)).toEqual([0x12, 0x34, 0x56])
    expect(await pixel(400, 410)).toEqual([0x12, 0x34, 0x56])
    const [red = 0, green = 0] = await pixel(207, 320)
    expect(red).toBeGreaterThan(200)
    expect(green).toBeLessThan(90)
    expect(await pixel(207, 120)).not.toEqual([0x12, 0x34, 0x56])
    expect(print.stages.at(-1)).toBe('store 1/1')
  })

  test('as PDF carries the same pixels and its boxes in mm', async ({ page }) => {
    const { print, bytes } = await exported(page, 'pdf', 'everything', 150)
    const text = bytes.toString('latin1')
    expect(text).toContain('/TrimBox [5.6693 5.6693 221.1024 453.5433]')
    const start = text.indexOf('stream\n', text.indexOf('/Subtype /Image')) + 7
    const rows = inflateSync(bytes.subarray(start))
    expect(rows).toHaveLength(print.heightPx * (print.widthPx * 3 + 1))
  })

  test('that is cancelled answers so within half a second and leaves nothing behind', async ({
    page,
  }) => {
    const answer = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const design = harness.designs.everything(await harness.madePhoto(4000, 3000))
      const controller = new AbortController()
      let cancelledAt = 0
      const outcome = await harness.export(
        { design, format: 'png', dpi: 600 },
        {
          signal: controller.signal,
          report: ({ stage, done }) => {
            if (stage !== 'draw' || done < 2 || cancelledAt > 0) return
            cancelledAt = performance.now()
            controller.abort()
          },
        },
      )
      const waitedMs = performance.now() - cancelledAt
      // The next export finds its worker free again.
      const next = await harness.export({ design, format: 'png', dpi: 72 })
      return { outcome, waitedMs, next: next.ok }
    })
    expect(answer.outcome).toMatchObject({ ok: false, fault: { code: 'cancelled' } })
    expect(answer.waitedMs).toBeLessThan(500)
    expect(answer.next).toBe(true)
  })

  test('is made while the stage goes on being drawn', async ({ page }) => {
    const answer = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const design = harness.designs.everything(await harness.madePhoto(2400, 1800))
      await harness.attach(390, 700)
      await harness.compositor.drawStage(harness.frame(design))
      let drawn = 0
      let done = false
      const print = harness.export({ design, format: 'png', dpi: 600 }).finally(() => {
        done = true
      })
      while (!done) {
        const outcome = await harness.compositor.drawStage(harness.frame(design))
        if (outcome.ok && !done) drawn += 1
      }
      return { ok: (await print).ok, drawn }
    })
    expect(answer.ok).toBe(true)
    expect(answer.drawn).toBeGreaterThan(3)
  })

  test('says which photo is missing instead of printing without it', async ({ page }) => {
    const fault = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const photo = await harness.madePhoto(400, 300)
      const design = harness.designs.everything({ ...photo, hash: '0'.repeat(64) })
      return harness.export({ design, format: 'png', dpi: 72 })
    })
    expect(fault).toMatchObject({ ok: false, fault: { code: 'photo-missing' } })
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

test.describe('the stage', () => {
  test.beforeEach(async ({ page }) => openRoom(page))

  /** Colour in the middle of the stage after it has come to rest. */
  const middleOf = async (page: Page): Promise<number[]> => {
    const shot = await page.locator('canvas').screenshot()
    const box = { left: 195, top: 500, width: 1, height: 1 }
    return [...(await sharp(shot).extract(box).removeAlpha().raw().toBuffer())]
  }

  test('draws a layer that is dragged where the finger is, over the document', async ({ page }) => {
    await page.evaluate(async () => {
      const harness = window.compositorHarness
      const sticker = harness.designs.stickerLayer({
        id: 's',
        stickerId: 'blue-circle',
        xMm: 10,
        yMm: 60,
        widthMm: 30,
        heightMm: 30,
      })
      const under = harness.designs.phoneDesign([sticker], {
        background: { kind: 'colour', colour: '#ffffff' },
      })
      await harness.attach(390, 700)
      await harness.compositor.drawStage(harness.frame(under))
      const moved = { ...under, layers: [{ ...sticker, xMm: 38, yMm: 116 }] }
      await harness.compositor.drawStage(
        harness.frame(under, { preview: harness.diff(under, moved) }),
      )
    })
    await expect
      .poll(async () => (await middleOf(page)).map((value) => value > 128), { timeout: 10_000 })
      .toEqual([false, false, true])
  })

  test('shows a photo in black and white while a slider is still pulled', async ({ page }) => {
    await page.evaluate(async () => {
      const harness = window.compositorHarness
      const photo = await harness.madePhoto(4000, 3000)
      const plain = harness.designs.photoLayer(photo, {
        id: 'p',
        xMm: 38,
        yMm: 80,
        widthMm: 76,
        heightMm: 57,
      })
      const design = harness.designs.phoneDesign([plain])
      const adjustments = { ...harness.neutralAdjustments, monochrome: 1 }
      const grey = { ...design, layers: [{ ...plain, adjustments }] }
      const canvas = await harness.attach(390, 700)
      await harness.compositor.drawStage(harness.frame(design))
      while (harness.colourfulness(canvas) < 8) await new Promise(requestAnimationFrame)
      const preview = harness.diff(design, grey)
      await harness.compositor.drawStage(harness.frame(design, { preview }))
    })
    const colourful = () =>
      page.evaluate(() => {
        const canvas = document.querySelector('canvas')
        if (canvas === null) throw new Error('no stage is attached')
        return window.compositorHarness.colourfulness(canvas)
      })
    await expect.poll(colourful, { timeout: 10_000 }).toBeLessThan(3)
  })

  test('shows a picture that was lent in a photo’s place, as the layer cuts, turns and adjusts it', async ({
    page,
  }) => {
    const seen = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const photo = await harness.madePhoto(1200, 900)
      const plain = harness.designs.photoLayer(photo, {
        id: 'p',
        xMm: 38,
        yMm: 80,
        widthMm: 60,
        heightMm: 45,
        rotationDeg: 30,
        mask: 'circle',
        adjustments: { ...harness.neutralAdjustments, monochrome: 1 },
      })
      const over = harness.designs.stickerLayer({ id: 's', stickerId: 'blue-circle', yMm: 80 })
      const white = { background: { kind: 'colour', colour: '#ffffff' } } as const
      const design = harness.designs.phoneDesign([plain, over], white)
      const lent = { ...photo, hash: 'lent-1' }
      const made = { tool: 'sketch', settings: {}, result: lent, matte: null }
      const layer = { ...plain, derived: [made] }
      const instead = { ...design, layers: [layer, over] }
      const picture = await createImageBitmap(harness.plainPicture(120, 90, '#ff0000'))
      const canvas = await harness.attach(390, 700)
      type Pixels = ReturnType<typeof harness.pixelsOf>
      const at = (pixels: Pixels, x: number, y: number) =>
        Array.from(pixels.slice((y * 390 + x) * 4, (y * 390 + x) * 4 + 3))
      const hasSticker = (pixels: Pixels) => {
        const [red = 0, , blue = 0] = at(pixels, 195, 350)
        return blue > red + 40
      }
      const shownAs = async (shown: typeof design, isDrawn: (pixels: Pixels) => boolean) => {
        await harness.compositor.drawStage(harness.frame(shown))
        while (!isDrawn(harness.pixelsOf(canvas))) await new Promise(requestAnimationFrame)
        return harness.pixelsOf(canvas)
      }
      await shownAs(design, hasSticker)
      await harness.compositor.readyPhoto(plain)
      const isGrey = (pixels: Pixels) => {
        const rgb = at(pixels, 195, 430)
        return Math.max(...rgb) < 250 && Math.max(...rgb) - Math.min(...rgb) < 3
      }
      const before = await shownAs(design, isGrey)
      const differs = (pixels: Pixels) => before.some((value, index) => value !== pixels[index])
      const outcome = await harness.compositor.lendPhoto(layer, picture)
      const during = await shownAs(instead, differs)
      harness.compositor.endLoan('lent-1')
      await shownAs(design, (pixels) => !differs(pixels))
      return {
        outcome,
        // Red in black and white, within the circle and beside the sticker.
        within: at(during, 195, 430),
        hasSticker: hasSticker(during),
        corner: [at(before, 195 - 120, 350), at(during, 195 - 120, 350)],
      }
    })
    const [red = 0, green = 0, blue = 0] = seen.within
    expect(seen).toMatchObject({ outcome: { ok: true }, hasSticker: true })
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(8)
    expect(red).toBeLessThan(200)
    expect(seen.corner[0]).toEqual(seen.corner[1])
  })

  test('makes a photo’s looks as small pictures that differ', async ({ page }) => {
    const seen = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const photo = await harness.madePhoto(1600, 1200)
      const layer = harness.designs.photoLayer(photo, { id: 'p' })
      const request = { layer, lookIds: ['none', 'dusk', 'silver'], longSidePx: 96 }
      const outcome = await harness.compositor.lookPictures(request)
      if (!outcome.ok) throw new Error(outcome.fault.code)
      const shown = await Promise.all(outcome.value.map((bitmap) => harness.bitmapPng(bitmap)))
      const stop = new AbortController()
      const stopped = harness.compositor.lookPictures(request, { signal: stop.signal })
      stop.abort()
      const end = await stopped
      return {
        sizes: outcome.value.map(({ width, height }) => [width, height]),
        different: new Set(shown).size,
        stopped: end.ok ? 'done' : end.fault.code,
      }
    })
    expect(seen).toEqual({
      sizes: [
        [96, 72],
        [96, 72],
        [96, 72],
      ],
      different: 3,
      stopped: 'cancelled',
    })
  })

  test('shows a photo that is stored again after it was missing', async ({ page }) => {
    await page.evaluate(async () => {
      const harness = window.compositorHarness
      const photo = await harness.madePhoto(300, 300)
      const file = await harness.store.get(photo.hash)
      const bytes = new Uint8Array(await file.arrayBuffer())
      await harness.store.remove(photo.hash)
      const layer = harness.designs.photoLayer(photo, {
        id: 'p',
        yMm: 100,
        widthMm: 76,
        heightMm: 76,
      })
      const design = harness.designs.phoneDesign([layer], {
        background: { kind: 'colour', colour: '#ffffff' },
      })
      await harness.attach(390, 700)
      await harness.compositor.drawStage(harness.frame(design))
      await harness.store.put(bytes)
      harness.compositor.forgetPhotos([photo.hash])
      await harness.compositor.drawStage(harness.frame(design))
    })
    await expect
      .poll(async () => {
        const [red = 0, green = 0, blue = 0] = await middleOf(page)
        return Math.max(red, green, blue) - Math.min(red, green, blue) > 40
      })
      .toBe(true)
  })

  test('answers every frame although only the latest of a burst is drawn', async ({ page }) => {
    const answers = await page.evaluate(async () => {
      const harness = window.compositorHarness
      const design = harness.designs.phoneDesign([])
      await harness.attach(390, 700)
      const burst = Array.from({ length: 60 }, () =>
        harness.compositor.drawStage(harness.frame(design)),
      )
      return (await Promise.all(burst)).every((outcome) => outcome.ok)
    })
    expect(answers).toBe(true)
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

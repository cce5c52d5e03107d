import { expect, type Page, test } from 'playwright/test'
import sharp from 'sharp'
import { openHarness } from '../harness-page.ts'

/** Photos are pictures that the page draws itself. */
const openRoom = (page: Page) => openHarness(page, 'compositor')

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

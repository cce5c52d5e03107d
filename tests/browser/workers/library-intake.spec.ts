import { expect, test } from 'playwright/test'
import { limits } from '#core/limits.ts'
import { photographsAreHere, photographsMissing } from '../../fixtures/photographs.ts'
import { robustnessFiles, wantedAnswer } from '../../unit/intake/robustness.ts'
import { difference, openLibraryPage, robustness, storedPixels, takeIn } from './library-page.ts'

test.describe('taking in a photo', () => {
  test.skip(!photographsAreHere, photographsMissing)
  test.beforeEach(({ page }) => openLibraryPage(page))

  test('every odd, broken or hostile file gives a right picture or a clear refusal', async ({
    page,
  }) => {
    const wrong: string[] = []
    for (const path of robustnessFiles()) {
      const taken = await takeIn(page, path)
      const asPromised =
        taken.photo === undefined ||
        (taken.width === taken.photo.widthPx &&
          taken.height === taken.photo.heightPx &&
          taken.mediaType === taken.photo.mediaType &&
          Math.max(...(taken.thumbnail ?? [999])) <= 256)
      if (taken.answer !== wantedAnswer(path) || !asPromised)
        wrong.push(`${path}: ${JSON.stringify(taken)}`)
    }
    expect(wrong).toEqual([])
  })

  test('all eight orientations stand upright and look the same', async ({ page }) => {
    const upright = await storedPixels(page, 'exif-orientation/Landscape_1.jpg')
    for (const value of [2, 3, 4, 5, 6, 7, 8]) {
      const turned = await storedPixels(page, `exif-orientation/Landscape_${value}.jpg`)
      expect(difference(turned, upright), `orientation ${value}`).toBeLessThan(3)
    }
  })

  test('an orientation that means nothing is upright', async ({ page }) => {
    for (const path of ['exif-orientation/Landscape_9.jpg', 'made/orientation-99.jpg']) {
      const shown = await page.evaluate(
        (url) => window.libraryPage.pixelsOf(url, 32),
        robustness(path),
      )
      expect(difference(await storedPixels(page, path, 32), shown)).toBeLessThan(1)
    }
  })

  test('colours are those that the browser shows, whatever the file is in', async ({ page }) => {
    const files = [
      'colour-spaces/Channel_digital_image_CMYK_color_no_profile.jpg',
      'colour-spaces/flower_small.cmyk.jpg',
      'colour-spaces/flower_small.g.png',
      'colour-spaces/gain-map.jpg',
      'colour-spaces/P3-sRGB-blue.png',
      'colour-spaces/p3.png',
      'colour-spaces/prophoto.png',
      'made/cmyk.jpg',
      'made/grey.jpg',
      'made/progressive.jpg',
      'made/rgb-16bit.png',
      'made/rgba-16bit-gradient-alpha.png',
      'made/animated.png',
      'pngsuite/g03n2c08.png',
      'pngsuite/tbgn3p08.png',
      'odd/full-transparent.png',
    ]
    for (const path of files) {
      const shown = await page.evaluate(
        (url) => window.libraryPage.pixelsOf(url, 32),
        robustness(path),
      )
      expect(difference(await storedPixels(page, path, 32), shown), path).toBeLessThan(2)
    }
  })

  test('a JPEG without its end marker is the whole picture', async ({ page }) => {
    const whole = await storedPixels(page, 'made/photo.jpg')
    expect(difference(await storedPixels(page, 'made/no-eoi.jpg'), whole)).toBeLessThan(0.5)
  })

  test('position and camera are not kept', async ({ page }) => {
    for (const path of ['made/orientation-6-with-gps.jpg', 'exif-orientation/Landscape_1.jpg']) {
      const { photo } = await takeIn(page, path)
      if (photo === undefined) throw new Error('refused')
      const text = await page.evaluate((taken) => window.libraryPage.storedText(taken), photo)
      expect(text).not.toMatch(/Exif|GPS|photoshop|xpacket/)
    }
  })

  test('transparency is kept, and its thumbnail has it too', async ({ page }) => {
    const pixels = await storedPixels(page, 'odd/full-transparent.png')
    expect(pixels.every((value, at) => at % 4 !== 3 || value === 0)).toBe(true)
  })

  test('a photo of 48 megapixels is decoded to working size', async ({ page }) => {
    const taken = await page.evaluate(() => window.libraryPage.takeDrawn(8000, 6000))
    expect(taken.answer).toBe('ok')
    const { width = 0, height = 0 } = taken
    expect(width * height).toBeLessThanOrEqual(limits.workingPxMax)
    expect(width * height).toBeGreaterThan(limits.workingPxMax * 0.99)
    expect(width / height).toBeCloseTo(4 / 3, 2)
  })

  test('progress goes from decode to store, and never back', async ({ page }) => {
    const heard = await page.evaluate(
      (url) => window.libraryPage.progress(url),
      robustness('made/orientation-6-with-gps.jpg'),
    )
    expect([...new Set(heard.map(({ stage }) => stage))]).toEqual(['decode', 'encode', 'store'])
    for (const stage of ['decode', 'encode', 'store']) {
      const done = heard.filter((progress) => progress.stage === stage).map(({ done: d }) => d)
      expect(done).toEqual([...done].sort((one, two) => one - two))
      expect(done.at(-1)).toBe(1)
    }
  })

  test('running and queued photos answer an abort, and the next one is taken in', async ({
    page,
  }) => {
    const answers = await page.evaluate(
      (url) => window.libraryPage.cancelled(url),
      robustness('colour-spaces/gain-map.jpg'),
    )
    expect(answers).toEqual(['cancelled', 'cancelled'])
    expect((await takeIn(page, 'made/photo.jpg')).answer).toBe('ok')
  })

  test('a stored photo gives thumbnails of any size, and is missing when pruned', async ({
    page,
  }) => {
    const { photo } = await takeIn(page, 'made/photo.jpg')
    if (photo === undefined) throw new Error('refused')
    const size = await page.evaluate((taken) => window.libraryPage.thumbnail(taken, 96), photo)
    expect(size).toEqual([64, 96])
    const kept = await page.evaluate((taken) => window.libraryPage.prune([taken.hash]), photo)
    expect(kept.ok).toBe(true)
    expect(await page.evaluate((taken) => window.libraryPage.answer(taken), photo)).toBe('ok')
    await page.evaluate(() => window.libraryPage.prune([]))
    expect(await page.evaluate((taken) => window.libraryPage.answer(taken), photo)).toBe(
      'photo-missing',
    )
  })
})

import { describe, expect, it } from 'vitest'
import type { Design } from '#core/design/document.ts'
import { printPage } from '#core/formats/print-page.ts'
import { blurAlpha } from '#core/render/blur.ts'
import { measureInk } from '#core/render/ink.ts'
import { planPhotos } from '#core/render/photo-plan.ts'
import { BAND_ROWS, PrintRaster } from '#core/render/print-raster.ts'
import {
  cake,
  cakeDesign,
  doodleLayer,
  phoneDesign,
  photoLayer,
  stickerLayer,
  textLayer,
} from '../../browser/harness/compositor-designs.ts'
import { testAssets } from './test-canvas.ts'

const design = phoneDesign([
  stickerLayer({ id: 's', stickerId: 'two-tone', rotationDeg: 31, yMm: 70 }),
  textLayer({
    id: 't',
    text: 'Stampa',
    sizeMm: 16,
    yMm: 100,
    rotationDeg: -8,
    shadow: { colour: '#000000aa', blurMm: 3, dxMm: 1, dyMm: 1 },
  }),
  doodleLayer({ id: 'd' }),
])

describe('a print', () => {
  it('is the same from strips of any height as in one piece', async () => {
    const raster = new PrintRaster(design, 200, testAssets())
    const { widthPx, heightPx } = raster.page
    const whole = await raster.rows(0, heightPx)
    for (const rows of [1, 37, 256, 300, 1000]) {
      let different = 0
      for (let y = 0; y < heightPx; y += rows) {
        const count = Math.min(rows, heightPx - y)
        const strip = await raster.rows(y, count)
        const expected = whole.subarray(y * widthPx * 4, (y + count) * widthPx * 4)
        if (!strip.every((value, at) => value === expected[at])) different += 1
        if (rows === 1 && y > 600) break
      }
      expect(different).toBe(0)
    }
  })

  it('is white where nothing is printed, and opaque everywhere', async () => {
    const raster = new PrintRaster(design, 100, testAssets())
    const pixels = await raster.rows(0, raster.page.heightPx)
    expect([...pixels.subarray(0, 4)]).toEqual([255, 255, 255, 255])
    expect(pixels.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true)
  })
})

describe('a print in passes', () => {
  it('is the same as one that is drawn at once', async () => {
    const raster = new PrintRaster(design, 150, testAssets())
    const atOnce = await raster.band(1)
    raster.begin(1)
    raster.begin(2)
    raster.drawLayers(1, 0, 1)
    raster.drawLayers(2, 0, 1)
    raster.drawLayers(1, 1, 3)
    const inPasses = await raster.finish(1)
    expect(inPasses.every((value, at) => value === atOnce[at])).toBe(true)
    raster.close()
  })
})

describe('the photos of a print', () => {
  const photo = {
    hash: 'b'.repeat(64),
    widthPx: 4000,
    heightPx: 4000,
    mediaType: 'image/jpeg',
  } as const
  const geometry = cake(400, false)
  const heap = (count: number): Design =>
    cakeDesign(
      Array.from({ length: count }, (_, at) =>
        photoLayer(
          { ...photo, hash: at.toString(16).padStart(64, '0') },
          { id: `p${at}`, xMm: 200, yMm: 200, widthMm: 400, heightMm: 400 },
        ),
      ),
      geometry,
    )
  const bytes = (pass: ReturnType<typeof planPhotos>[number]['passes'][number]) =>
    pass.photos.reduce(
      (sum, { part, widthPx }) => sum + part.width * part.height * widthPx * widthPx * 4,
      0,
    )

  it('are decoded once each while they fit', () => {
    const slabs = planPhotos(heap(1), printPage(geometry, 300), 80 << 20)
    expect(slabs).toHaveLength(1)
    expect(slabs[0]?.passes[0]?.photos[0]?.widthPx).toBe(4000)
  })

  it('are never decoded larger than they are printed', () => {
    const [slab] = planPhotos(heap(1), printPage(geometry, 72), 80 << 20)
    expect(slab?.passes[0]?.photos[0]?.widthPx).toBeCloseTo((400 / 25.4) * 72, 3)
  })

  it('are taken in parts and passes when twenty lie on each other, within the budget', () => {
    const page = printPage(geometry, 600)
    const slabs = planPhotos(heap(20), page, 80 << 20)
    expect(slabs.length).toBeGreaterThan(1)
    for (const { passes } of slabs) {
      expect(passes.at(-1)?.toLayer).toBe(20)
      for (const pass of passes) expect(bytes(pass)).toBeLessThanOrEqual(80 << 20)
    }
    expect(slabs.at(-1)?.toBand).toBe(Math.ceil(page.heightPx / BAND_ROWS))
  })

  it('are left out of the slabs that they do not touch', () => {
    const small = cakeDesign(
      [photoLayer(photo, { id: 'p', xMm: 200, yMm: 20, widthMm: 30, heightMm: 30 })],
      geometry,
    )
    const slabs = planPhotos(small, printPage(geometry, 600), 1)
    const touched = slabs.filter(({ passes }) => passes.some((pass) => pass.photos.length > 0))
    expect(touched.length).toBeLessThan(slabs.length / 2)
  })
})

describe('a blur', () => {
  it('keeps the sum and spreads evenly to all sides', () => {
    const plane = new Float32Array(41 * 41)
    plane[20 * 41 + 20] = 1000
    blurAlpha(plane, 41, 41, 3)
    expect(plane.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1000, 0)
    expect(plane[20 * 41 + 14]).toBeCloseTo(plane[14 * 41 + 20] ?? 0, 4)
    expect(plane[20 * 41 + 20]).toBeCloseTo(1000 / (2 * Math.PI * 9), 0)
  })
})

describe('the look at the ink', () => {
  it('tells a blank print from one that can be seen', () => {
    const blank = new Uint8ClampedArray(16).fill(255)
    const within = new Uint8ClampedArray(4).fill(255)
    expect(measureInk(blank, blank, '#ffffff', within)).toEqual({ inkedShare: 0, contrast: 0 })
    const dot = blank.slice()
    dot.set([0, 0, 0], 0)
    expect(measureInk(dot, blank, '#ffffff', within)).toEqual({ inkedShare: 0.25, contrast: 255 })
  })
})

import { describe, expect, it } from 'vitest'
import { type AnimeSettings, anime } from '#core/imaging/tools/anime/anime.ts'
import { withoutSpecks } from '#core/imaging/tools/anime/cells/cells.ts'
import { fill } from '#core/imaging/tools/anime/cells/fill.ts'
import { regionsOf } from '#core/imaging/tools/anime/cells/regions.ts'
import type { OkLabPicture } from '#core/imaging/tools/anime/study.ts'
import type { RegionSettings } from '#core/kernels/cells.ts'
import { fromOkLab, type OkLab, toOkLab } from '#core/pixels/oklab.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { skinShare } from '#core/pixels/skin-colour.ts'
import { kernels } from '../../../fixtures/kernels.ts'
import { okLabOf } from '../../../fixtures/plain-paint.ts'
import {
  landscape,
  largestDifference,
  neverDecreases,
  paint,
  portrait,
  testJob,
} from '../made-pictures.ts'

async function drawn(
  picture: Raster,
  settings: AnimeSettings,
  job = testJob(),
  isQuick = true,
): Promise<Raster> {
  const result = createRaster(picture.widthPx, picture.heightPx)
  await anime(job, rasterSource(picture), settings, rasterSink(result), { isQuick })
  return result
}

const looks = ['soft', 'bold', 'pop'] as const
const coloursIn = ({ rgba }: Raster) => {
  const seen = new Set<number>()
  for (let i = 0; i < rgba.length; i += 4) {
    seen.add(((rgba[i] ?? 0) << 16) | ((rgba[i + 1] ?? 0) << 8) | (rgba[i + 2] ?? 0))
  }
  return seen.size
}
const colourAt = ({ rgba, widthPx }: Raster, x: number, y: number) =>
  [0, 1, 2].map((channel) => rgba[(y * widthPx + x) * 4 + channel] ?? 0) as [
    red: number,
    green: number,
    blue: number,
  ]
/** A wall with the grain of a real photograph, red on the left and blue on the right. */
const grainyWall = paint(240, 160, (x, y) => {
  const grain = ((x * 17 + y * 31) % 13) - 6
  return x < 120 ? [180 + grain, 70 + grain, 60 + grain] : [60 + grain, 80 + grain, 190 + grain]
})

describe.each(looks)('the %s anime look', (look) => {
  it('is drawn the same each time', async () => {
    const picture = landscape(240, 160)
    const [first, second] = [
      await drawn(picture, { look, strength: 0.8, proportions: 0.5 }),
      await drawn(picture, { look, strength: 0.8, proportions: 0.5 }),
    ]
    expect(largestDifference(first.rgba, second.rgba)).toBe(0)
  })

  it('paints grain flat', async () => {
    expect(coloursIn(grainyWall)).toBeGreaterThan(20)
    const result = await drawn(grainyWall, { look, strength: 0.8, proportions: 0.5 })
    const spread = [20, 40, 60, 80, 100].map((x) => colourAt(result, x, 70)[0])
    // A wash of watercolour is lighter here and darker there.
    expect(Math.max(...spread) - Math.min(...spread)).toBeLessThan(look === 'soft' ? 16 : 8)
  })

  it('keeps red red and blue blue', async () => {
    const result = await drawn(grainyWall, { look, strength: 0.8, proportions: 0.5 })
    const [redOfLeft, , blueOfLeft] = colourAt(result, 50, 80)
    const [redOfRight, , blueOfRight] = colourAt(result, 190, 80)
    expect(redOfLeft).toBeGreaterThan(blueOfLeft + 60)
    expect(blueOfRight).toBeGreaterThan(redOfRight + 60)
  })

  it('lifts no strong red to pink', async () => {
    const cloths = paint(240, 160, (x) =>
      x < 80 ? [150, 20, 25] : x < 160 ? [90, 82, 78] : [235, 235, 230],
    )
    const result = await drawn(cloths, { look, strength: 0.8, proportions: 0.5 })
    const liftAt = (x: number) => {
      const [before, after] = [cloths, result].map((picture) => {
        const colour: OkLab = [0, 0, 0]
        toOkLab(...colourAt(picture, x, 80), colour)
        return colour[0]
      })
      return (after ?? 0) - (before ?? 0)
    }
    expect(liftAt(40)).toBeLessThan(0.035)
    if (look === 'soft') expect(liftAt(120)).toBeGreaterThan(0.05)
  })

  it('keeps alpha, and draws no line under what is clear', async () => {
    const picture = paint(200, 200, (x, y) =>
      x < 100 ? [250, 250, 250, 255] : [20, 20, 20, y < 100 ? 255 : 0],
    )
    const result = await drawn(picture, { look, strength: 0.8, proportions: 0.5 })
    expect(result.rgba[(150 * 200 + 150) * 4 + 3]).toBe(0)
    expect(Math.min(...colourAt(result, 60, 150))).toBeGreaterThan(225)
  })

  it('keeps the eyes of a face darker than its skin', async () => {
    const result = await drawn(portrait(0.2), { look, strength: 0.8, proportions: 0.5 })
    const [eye, cheek] = [colourAt(result, 170, 140), colourAt(result, 200, 180)]
    expect(eye[0]).toBeLessThan(cheek[0] - 60)
  })

  it('keeps both eyes of a small face, and draws no bar across them', async () => {
    // A face of 60 px in a picture of 1000, with eyes of 8.
    const isEye = (x: number, y: number) =>
      Math.abs(y - 195) < 3 && Math.min(Math.abs(x - 488), Math.abs(x - 512)) < 4
    const group = paint(1000, 400, (x, y) => {
      if (isEye(x, y)) return [60, 35, 30]
      return Math.hypot(x - 500, (y - 200) * 0.8) < 30 ? [214, 158, 130] : [70, 90, 110]
    })
    // In a quick preview they are under three pixels wide.
    const result = await drawn(group, { look, strength: 0.8, proportions: 0.5 }, testJob(), false)
    const [left, bridge, right] = [488, 500, 512].map((x) => colourAt(result, x, 195)[0])
    expect(left).toBeLessThan((bridge ?? 0) - 50)
    expect(right).toBeLessThan((bridge ?? 0) - 50)
  })

  it('draws a photo enlarged as it draws the photo, with edges as sharp', async () => {
    const small = landscape(300, 200)
    const large = kernels.resizeLanczos3(small, 900, 600)
    const result = await drawn(large, { look, strength: 0.8, proportions: 0.5 })
    const row = Array.from({ length: 600 }, (_, y) => colourAt(result, 450, y)[1])
    const steps = row.slice(1).map((value, y) => Math.abs(value - (row[y] ?? 0)))
    const flat = steps.filter((step) => step <= 2).length
    expect(flat / steps.length).toBeGreaterThan(0.9)
  })

  it('stops at the next checkpoint when it is cancelled, and its progress never goes back', async () => {
    const job = testJob()
    await drawn(landscape(480, 270), { look, strength: 0.8, proportions: 0.5 }, job)
    expect(neverDecreases(job.reports)).toBe(true)
    const half = testJob(Math.floor(job.checkpoints / 2))
    const cancelled = drawn(landscape(480, 270), { look, strength: 0.8, proportions: 0.5 }, half)
    await expect(cancelled).rejects.toMatchObject({ fault: { code: 'cancelled' } })
  })
})

describe('a small photo', () => {
  const [side, radius] = [160, 52]
  /** How far the outline of the disc in a picture is from round, px. */
  const unevenness = (picture: Raster) => {
    const redAt = (x: number, y: number) => {
      const [left, top] = [Math.floor(x), Math.floor(y)]
      const at = (dx: number, dy: number) => colourAt(picture, left + dx, top + dy)[0]
      const row = (dy: number) => at(0, dy) + (at(1, dy) - at(0, dy)) * (x - left)
      return row(0) + (row(1) - row(0)) * (y - top)
    }
    const inside = redAt(side / 2, side / 2)
    const edges = Array.from({ length: 180 }, (_, i) => {
      const [across, down] = [Math.cos(i / 28.65), Math.sin(i / 28.65)]
      let r = radius - 8
      while (r < radius + 8 && Math.abs(redAt(79.5 + r * across, 79.5 + r * down) - inside) < 30) {
        r += 0.05
      }
      return r
    })
    const mean = edges.reduce((sum, r) => sum + r, 0) / edges.length
    return Math.sqrt(edges.reduce((sum, r) => sum + (r - mean) ** 2, 0) / edges.length)
  }

  it('has smoother edges than where it is looked at for a moment', async () => {
    const disc = paint(side, side, (x, y) => {
      const share = Math.min(1, Math.max(0, 0.5 + (radius - Math.hypot(x - 79.5, y - 79.5)) / 4))
      const grain = ((x * 17 + y * 31) % 13) - 6
      const between = (inner: number, outer: number) => outer + (inner - outer) * share + grain
      return [between(60, 225), between(110, 215), between(170, 200)]
    })
    const settings = { look: 'soft', strength: 0.8, proportions: 0.5 } as const
    const [quick, whole] = [
      await drawn(disc, settings),
      await drawn(disc, settings, testJob(), false),
    ]
    expect(unevenness(whole)).toBeLessThan(unevenness(quick) * 0.9)
  })
})

describe('skin', () => {
  const shareOf = (red: number, green: number, blue: number) => {
    const colour: OkLab = [0, 0, 0]
    toOkLab(red, green, blue, colour)
    return skinShare(...colour)
  }

  it.each([
    [205, 150, 125],
    [160, 126, 86],
    [130, 92, 67],
    [96, 65, 52],
    [58, 49, 42],
  ])('of the tone %i %i %i is known as skin', (red, green, blue) => {
    expect(shareOf(red, green, blue)).toBeGreaterThan(0.5)
  })

  it.each([
    [128, 128, 128],
    [60, 120, 60],
    [70, 90, 160],
    [250, 225, 40],
  ])('is not the colour %i %i %i', (red, green, blue) => {
    expect(shareOf(red, green, blue)).toBe(0)
  })
})

describe('paint', () => {
  const cutFrom = (picture: OkLabPicture, settings: RegionSettings) =>
    regionsOf(kernels, picture, settings, settings, picture.lightness)

  it('gives every cell one colour', () => {
    const picture = okLabOf(grainyWall)
    const cells = cutFrom(picture, { scale: 8, minPx: 400 })
    expect(new Set(fill(kernels, picture, cells, 0).lightness).size).toBeLessThanOrEqual(4)
  })

  it('of a sky is one cell with an even fall-off, and not a band after the other', () => {
    const sky = okLabOf(paint(240, 160, (_, y) => [70 + y / 2, 120 + y / 2, 230]))
    const cells = cutFrom(sky, { scale: 2, minPx: 40 })
    expect(new Set(cells.of).size).toBe(1)
    const shaded = fill(kernels, sky, cells, 1)
    const farthest = sky.lightness.reduce(
      (most, light, at) => Math.max(most, Math.abs(light - (shaded.lightness[at] ?? 0))),
      0,
    )
    expect(farthest).toBeLessThan(0.01)
  })

  it('leaves no specks: what is too small is painted with what lies about it', () => {
    const of = new Uint32Array(100)
    of.set([1, 1], 44)
    of.set([2, 2, 2], 90)
    const cells = kernels.connectCells({ widthPx: 10, heightPx: 10, of, total: 3 })
    expect(cells.total).toBe(3)
    expect(new Set(withoutSpecks(kernels, cells, () => 3).of).size).toBe(2)
    expect(new Set(withoutSpecks(kernels, cells, (at) => (at > 80 ? 4 : 1)).of).size).toBe(2)
  })

  it('comes back from OKLab as it went in', () => {
    const colour: OkLab = [0, 0, 0]
    const rgba = new Uint8ClampedArray(4)
    for (const [r, g, b] of [
      [0, 0, 0],
      [255, 255, 255],
      [3, 200, 90],
      [250, 10, 128],
    ] as const) {
      toOkLab(r, g, b, colour)
      fromOkLab(...colour, rgba, 0)
      expect(Math.abs((rgba[0] ?? 0) - r)).toBeLessThanOrEqual(1)
      expect(Math.abs((rgba[1] ?? 0) - g)).toBeLessThanOrEqual(1)
      expect(Math.abs((rgba[2] ?? 0) - b)).toBeLessThanOrEqual(1)
    }
  })
})

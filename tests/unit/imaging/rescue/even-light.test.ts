import { describe, expect, it } from 'vitest'
import { wholePicture } from '#core/imaging/tools/rescue/corners.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { landscape } from '../made-pictures.ts'
import { type Drawing, grid, photographed } from '../rescue-pictures.ts'
import { rescued, whole } from './rescued.ts'

/** Mean of a patch, by channel. */
function colourAt({ rgba, widthPx, heightPx }: Raster, u: number, v: number): readonly number[] {
  const sums = [0, 0, 0]
  for (let y = -1; y <= 1; y++) {
    for (let x = -1; x <= 1; x++) {
      const at = ((Math.floor(v * heightPx) + y) * widthPx + Math.floor(u * widthPx) + x) * 4
      sums.forEach((sum, c) => {
        sums[c] = sum + (rgba[at + c] ?? 0) / 9
      })
    }
  }
  return sums
}

/** Darkest and brightest green of places. */
const spread = (picture: Raster, places: readonly (readonly [number, number])[]) => {
  const greens = places.map(([u, v]) => colourAt(picture, u, v)[1] ?? 0)
  return { least: Math.min(...greens), most: Math.max(...greens) }
}

const everywhere = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((u) =>
  [0.1, 0.3, 0.5, 0.7, 0.9].map((v) => [u, v] as const),
)
const flatPhoto = (drawing: Drawing, light?: (x: number, y: number) => number) =>
  photographed({
    widthPx: 300,
    heightPx: 220,
    corners: wholePicture,
    drawing,
    ...(light && { light }),
  })
const lamp = (x: number, y: number) => 0.9 - 0.55 * x - 0.15 * y + 0.1 * x * y

describe('uneven light is evened out', () => {
  it('on a drawing, whose paper becomes white', async () => {
    const photo = flatPhoto(grid(5, [228, 222, 212]), lamp)
    const before = spread(photo, everywhere)
    expect(before.most - before.least).toBeGreaterThan(60)
    const after = spread(await rescued(photo, { corners: whole, evenLight: 1 }), everywhere)
    expect(after.most - after.least).toBeLessThan(8)
    expect(after.least).toBeGreaterThan(238)
  })

  it('under a shadow too, while paint stays paint', async () => {
    const sun: Drawing = (u, v) =>
      Math.hypot((u - 0.3) * 1.36, v - 0.4) < 0.15 ? [240, 190, 40] : [232, 232, 230]
    const shadow = (x: number, y: number) =>
      0.8 * (1 - 0.35 / (1 + Math.exp((0.75 - x - 0.2 * y) * 22)))
    const even = await rescued(flatPhoto(sun, shadow), { corners: whole, evenLight: 1 })
    const paper = everywhere.filter(([u, v]) => Math.hypot((u - 0.3) * 1.36, v - 0.4) > 0.2)
    const { least, most } = spread(even, paper)
    expect(most - least).toBeLessThan(16)
    const [red, green, blue] = colourAt(even, 0.3, 0.4)
    expect((red ?? 0) - (blue ?? 0)).toBeGreaterThan(150)
    expect(green).toBeLessThan(215)
  })

  it('under the deep shadow of a phone that comes over the edge, and nothing is tinted there', async () => {
    const shadow = (_x: number, y: number) => 0.85 * (1 - 0.4 / (1 + Math.exp((0.62 - y) * 30)))
    const even = await rescued(flatPhoto(grid(5, [235, 228, 214]), shadow), {
      corners: whole,
      evenLight: 0.8,
    })
    const [lit, shaded] = [0.3, 0.9].map((v) => colourAt(even, 0.3, v))
    expect(Math.abs((lit?.[1] ?? 0) - (shaded?.[1] ?? 0))).toBeLessThan(14)
    expect(Math.abs((shaded?.[0] ?? 0) - (shaded?.[2] ?? 0))).toBeLessThan(16)
  })

  it('on coloured paper, which keeps its colour', async () => {
    const photo = flatPhoto(grid(5, [150, 190, 235]), lamp)
    const even = await rescued(photo, { corners: whole, evenLight: 1 })
    const { least, most } = spread(even, everywhere)
    expect(most - least).toBeLessThan(10)
    const [red, , blue] = colourAt(even, 0.3, 0.3)
    expect((blue ?? 0) - (red ?? 0)).toBeGreaterThan(50)
  })

  it('on a photo by its white rim, and what it shows stays dark where it is dark', async () => {
    const print: Drawing = (u, v) => {
      if (u < 0.06 || v < 0.08 || u > 0.94 || v > 0.92) return [232, 228, 216]
      return v < 0.5 ? [150, 175, 205] : [52, 70, 48]
    }
    const even = await rescued(flatPhoto(print, lamp), { corners: whole, evenLight: 1 })
    const sky = spread(
      even,
      [0.2, 0.4, 0.6, 0.8].map((u) => [u, 0.3] as const),
    )
    const meadow = spread(
      even,
      [0.2, 0.4, 0.6, 0.8].map((u) => [u, 0.75] as const),
    )
    expect(sky.most - sky.least).toBeLessThan(14)
    expect(meadow.most - meadow.least).toBeLessThan(10)
    expect(sky.least - meadow.most).toBeGreaterThan(60)
  })

  const dimRoom = (x: number, y: number) => 0.62 - 0.08 * x - 0.05 * y
  const isRim = (u: number, v: number) => u < 0.06 || v < 0.08 || u > 0.94 || v > 0.92

  it('on a print seen in a dim warm room, whose rim is white again and whose colours are light', async () => {
    const print: Drawing = (u, v) => {
      if (isRim(u, v)) return [244, 232, 214]
      return v < 0.5 ? [170, 165, 160] : [52, 70, 48]
    }
    const photo = flatPhoto(print, dimRoom)
    const even = await rescued(photo, { corners: whole, evenLight: 1 })
    const [red = 0, green = 0, blue = 0] = colourAt(even, 0.5, 0.04)
    expect(green).toBeGreaterThan(238)
    expect(red - blue).toBeLessThan(12)
    const lighter = (u: number, v: number) =>
      (colourAt(even, u, v)[1] ?? 0) - (colourAt(photo, u, v)[1] ?? 0)
    expect(lighter(0.5, 0.3)).toBeGreaterThan(30)
    expect(colourAt(even, 0.5, 0.75)[1]).toBeLessThan(110)
  })

  it('on a print in a black mount, which stays black', async () => {
    const mounted: Drawing = (u, v) => (isRim(u, v) ? [70, 68, 66] : [40, 45, 38])
    const even = await rescued(flatPhoto(mounted), { corners: whole, evenLight: 1 })
    expect(colourAt(even, 0.5, 0.04)[1]).toBeLessThan(90)
  })

  it('but a backdrop about somebody is no rim where no sheet was found', async () => {
    const portrait: Drawing = (u, v) => {
      const near = Math.exp(-((u - 0.5) ** 2 + (v - 0.5) ** 2) / 0.03)
      return [168 - 110 * near, 166 - 120 * near, 160 - 120 * near]
    }
    const photo = flatPhoto(portrait)
    const even = await rescued(photo, { corners: '', evenLight: 1 })
    const [before, after] = [photo, even].map((picture) => colourAt(picture, 0.1, 0.1)[1] ?? 0)
    expect(Math.abs((after ?? 0) - (before ?? 0))).toBeLessThan(12)
  })

  it('a photo without paper keeps nearly all of its own light', async () => {
    const photo = landscape(300, 220)
    const even = await rescued(photo, { corners: whole, evenLight: 1 })
    const change = everywhere.map(([u, v]) =>
      Math.abs((colourAt(even, u, v)[1] ?? 0) - (colourAt(photo, u, v)[1] ?? 0)),
    )
    expect(Math.max(...change)).toBeLessThan(30)
  })

  it('by as much as is asked for', async () => {
    const photo = flatPhoto(grid(5), lamp)
    const spreadAt = async (evenLight: number) => {
      const { least, most } = spread(
        await rescued(photo, { corners: whole, evenLight }),
        everywhere,
      )
      return most - least
    }
    const [none, half, all] = [await spreadAt(0), await spreadAt(0.5), await spreadAt(1)]
    expect(half).toBeLessThan(none * 0.7)
    expect(all).toBeLessThan(half * 0.5)
  })
})

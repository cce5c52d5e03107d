import { describe, expect, it } from 'vitest'
import { overexposureOf } from '#core/imaging/tools/enhance/overexposure.ts'
import { unevenVeilOf } from '#core/imaging/tools/enhance/veil.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { exposed, haze, largeFaults } from '../../../quality/spoil.ts'
import { landscape, largestDifference, paint } from '../made-pictures.ts'
import { answerOf, changeOf, enhanced, evenCurve, flagged, networkOf } from './enhanced.ts'

const keeps = networkOf(answerOf([evenCurve, evenCurve, evenCurve]))
const lumaAt = ({ rgba, widthPx }: Raster, x: number, y: number) => {
  const [red = 0, green = 0, blue = 0] = rgba.subarray((y * widthPx + x) * 4)
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

describe('a veil in colour enhancement', () => {
  /** Dark and light everywhere, as in a wall with windows. */
  const wall = paint(300, 240, (x, y) => {
    const isWindow = x % 30 < 12 && y % 24 < 12
    return isWindow ? [12, 14, 18] : [150 + (x % 7), 140, 120]
  })
  const far = haze(0.8, [0.7, 0.72, 0.76])
  const contrastAt = (picture: Raster, y: number) => lumaAt(picture, 20, y) - lumaAt(picture, 5, y)

  it('that thickens upwards goes more where it is thicker', async () => {
    const hazy = far(wall)
    const mended = await enhanced(hazy, 1, keeps)
    expect(contrastAt(hazy, 2) / contrastAt(hazy, 218)).toBeLessThan(0.75)
    expect(contrastAt(mended, 2) / contrastAt(mended, 218)).toBeGreaterThan(0.9)
    expect(changeOf(mended, wall)).toBeLessThan(0.8 * changeOf(hazy, wall))
  })

  it('leaves no colour behind that it has not', async () => {
    const mended = await enhanced(far(wall), 1, keeps)
    const [red = 0, green = 0, blue = 0] = mended.rgba.subarray(4 * (2 * 300 + 20))
    expect(red).toBeGreaterThan(green)
    expect(green).toBeGreaterThan(blue)
    expect(red - blue).toBeLessThan(156 - 120 + 10)
  })

  it('leaves white what is white', async () => {
    const snow = paint(300, 240, (x, y) => {
      if (y < 60) return [248, 249, 250]
      const shade = 60 + ((x * 7 + y * 3) % 90)
      return [shade, shade + 8, shade + 20]
    })
    const mended = await enhanced(haze(0.6, [0.93, 0.94, 0.95])(snow), 1, keeps)
    const [red = 0, green = 0, blue = 0] = mended.rgba.subarray(4 * (20 * 300 + 150))
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(8)
    expect(green).toBeGreaterThan(235)
  })

  it('that is the same everywhere is left to the curves', () => {
    expect(unevenVeilOf(largeFaults.flat(wall), 1)).toBeNull()
  })

  it('is not what plain colours are taken for', () => {
    const drawing = paint(300, 240, (_, y) => (y < 60 ? [240, 238, 232] : [120, 150, 190]))
    expect(unevenVeilOf(drawing, 1)).toBeNull()
  })

  it('is not looked for in a photo that has its black', async () => {
    expect(unevenVeilOf(far(wall), 0)).toBeNull()
    const vivid = flagged(wall)
    expect(largestDifference((await enhanced(vivid, 1, keeps)).rgba, vivid.rgba)).toBe(0)
  })

  it('goes the same way from a photo in many strips', async () => {
    const [small, large] = [1, 6].map((scale) =>
      far(
        paint(300 * scale, 240 * scale, (x, y) => {
          const [u, v] = [Math.floor(x / scale), Math.floor(y / scale)]
          return u % 30 < 12 && v % 24 < 12 ? [12, 14, 18] : [150, 140, 120]
        }),
      ),
    ) as [Raster, Raster]
    const [made, tall] = [await enhanced(small, 1, keeps), await enhanced(large, 1, keeps)]
    for (const y of [2, 50, 122, 190, 218]) {
      for (const x of [5, 140, 285]) {
        const there = lumaAt(tall, 6 * x + 3, 6 * y + 3)
        expect(Math.abs(there - lumaAt(made, x, y))).toBeLessThan(4)
      }
    }
  })
})

describe('a photo that is too light in colour enhancement', () => {
  /** Skin, cloth, a wall and a window in even light. */
  const room = paint(300, 240, (x, y) => {
    const shade = 0.6 + 0.4 * Math.sin(x / 40) * Math.cos(y / 30)
    if (x > 250 && y < 80) return [255, 255, 255]
    if (y > 200) return [12, 10, 9]
    return [100 + 140 * shade, 90 + 130 * shade, 60 + 110 * shade]
  })
  const light = exposed(0.9)(room)

  it('comes down, though the network leaves it alone; white stays white', async () => {
    expect(overexposureOf(light)).toBeGreaterThan(0.3)
    const mended = await enhanced(light, 1, keeps)
    expect(changeOf(mended, room)).toBeLessThan(0.8 * changeOf(light, room))
    expect(lumaAt(mended, 280, 20)).toBeGreaterThan(250)
  })

  it('keeps its hue while it comes down', async () => {
    const mended = await enhanced(light, 1, keeps)
    const ratioAt = ({ rgba }: Raster, at: number) =>
      (rgba[at] ?? 0) / Math.max(1, rgba[at + 2] ?? 0)
    const at = 4 * (150 * 300 + 190)
    expect(ratioAt(mended, at)).toBeCloseTo(ratioAt(light, at), 1)
  })

  it('keeps its shade: who stands there before a wall in the sun becomes no darker', async () => {
    const isShaded = (x: number, y: number) => x > 100 && x < 190 && y > 60
    const street = paint(300, 240, (x, y) => {
      const at = (y * 300 + x) * 4
      if (isShaded(x, y)) return [92, 70, 58]
      return [light.rgba[at] ?? 0, light.rgba[at + 1] ?? 0, light.rgba[at + 2] ?? 0]
    })
    expect(overexposureOf(street)).toBeGreaterThan(0.3)
    const mended = await enhanced(street, 1, keeps)
    expect(lumaAt(mended, 145, 150)).toBeGreaterThan(0.97 * lumaAt(street, 145, 150))
    expect(lumaAt(mended, 60, 30)).toBeLessThan(lumaAt(street, 60, 30) - 5)
  })

  it('is not one whose middle is dark before a full window', () => {
    const lamp = paint(300, 240, (x, y) => {
      if (x < 90) return y % 3 === 0 ? [255, 255, 230] : [255, 255, 255]
      return [60 + (x % 40), 50, 45]
    })
    expect(overexposureOf(lamp)).toBe(0)
  })

  it('is not a drawing on white paper', () => {
    const drawing = paint(300, 240, (x, y) => {
      if (Math.hypot(x - 150, y - 120) > 60) return [255, 255, 255]
      return (x + y) % 40 < 12 ? [255, 255, 180] : [220, 170, 150]
    })
    expect(overexposureOf(drawing)).toBe(0)
  })

  it('is not one in which nothing is full', () => {
    expect(overexposureOf(room)).toBeLessThan(0.1)
    expect(overexposureOf(landscape(240, 160))).toBe(0)
  })
})

import { describe, expect, it } from 'vitest'
import type { BrushStroke } from '#core/imaging/brush-strokes.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { paint } from '../made-pictures.ts'
import { brushed } from './brushed-photo.ts'

type Rgb = readonly [number, number, number]

/** A scratch runs from left to right at this height, px. */
const scratchAt = (x: number) => 100 + 8 * Math.sin(x / 40)

/** A finger that follows a scratch more or less, in a picture of these sides. */
function alongScratch(widthPx: number, heightPx: number, radiusPx: number): BrushStroke {
  const points = Array.from({ length: 12 }, (_, at) => {
    const x = 20 + ((widthPx - 40) * at) / 11
    return { x: x / widthPx, y: (scratchAt(x) + (at % 2 === 0 ? 2 : -2)) / heightPx }
  })
  return { mode: 'add', radius: radiusPx / Math.max(widthPx, heightPx), points }
}

/** Bars of many greys: nothing beside the brush says what they were under it. */
const ground = (x: number, y: number): Rgb => {
  const bar = ((Math.imul(Math.floor(x / 5) + 7, 2_654_435_761) >>> 24) % 90) + 60
  return [bar, bar, bar + (Math.floor(y) % 9)]
}

const scratched = (widthPx: number, heightPx: number, colour: Rgb) =>
  paint(widthPx, heightPx, (x, y) =>
    Math.abs(y + 0.5 - scratchAt(x)) < 1.6 ? colour : ground(x, y),
  )

/** How many pixels differ from the ground by more than that, at a distance from the scratch, px. */
function otherThanGround(result: Raster, from: number, to: number, by: number): number {
  const { widthPx, heightPx, rgba } = result
  let count = 0
  for (let y = 0; y < heightPx; y++) {
    for (let x = 30; x < widthPx - 30; x++) {
      const off = Math.abs(y + 0.5 - scratchAt(x))
      if (off < from || off >= to) continue
      if (Math.abs((rgba[(y * widthPx + x) * 4] ?? 0) - ground(x, y)[0]) > by) count++
    }
  }
  return count
}

describe('a stroke along a scratch', () => {
  it('fills the scratch and leaves what else the finger covered, light or dark', async () => {
    for (const colour of [
      [245, 245, 245],
      [10, 12, 10],
    ] as const) {
      const photo = scratched(360, 200, colour)
      const result = await brushed(photo, [alongScratch(360, 200, 14)])
      expect(otherThanGround(photo, 0, 2, 50)).toBeGreaterThan(600)
      expect(otherThanGround(result, 0, 2, 50)).toBeLessThan(60)
      expect(otherThanGround(result, 8, 40, 0)).toBe(0)
    }
  })

  it('fills all that it covers when it is painted once more', async () => {
    const [x, y] = [180, Math.round(scratchAt(180)) + 8]
    const isSpot = (u: number, v: number) => Math.hypot(u - x, v - y) < 2
    const bare = scratched(360, 200, [245, 245, 245])
    const photo = paint(360, 200, (u, v) => {
      const at = (v * 360 + u) * 4
      return isSpot(u, v) ? [250, 10, 10] : [bare.rgba[at] ?? 0, bare.rgba[at] ?? 0, 90]
    })
    const stroke = alongScratch(360, 200, 14)
    const redOf = ({ rgba }: Raster) => rgba[(y * 360 + x) * 4]
    expect(redOf(await brushed(photo, [stroke]))).toBe(250)
    expect(redOf(await brushed(photo, [stroke, stroke]))).toBeLessThan(200)
  })

  it('is as narrow at print size as in the preview', async () => {
    const photo = scratched(1800, 200, [245, 245, 245])
    const result = await brushed(photo, [alongScratch(1800, 200, 18)])
    expect(otherThanGround(result, 0, 2, 60)).toBeLessThan(300)
    expect(otherThanGround(result, 11, 40, 0)).toBe(0)
  })
})

describe('a stroke over a thing', () => {
  it('that shows a line here and there fills all that it covers', async () => {
    const isThing = (x: number, y: number) => Math.abs(y - scratchAt(x)) < 9
    const photo = paint(360, 200, (x, y) => {
      if (!isThing(x, y)) return ground(x, y)
      return x % 120 < 40 && Math.abs(y - scratchAt(x)) < 2 ? [250, 250, 250] : [250, 20, 20]
    })
    const result = await brushed(photo, [alongScratch(360, 200, 14)])
    let red = 0
    for (let at = 0; at < result.rgba.length; at += 4) {
      const x = (at / 4) % 360
      if (x < 30 || x >= 330) continue
      if ((result.rgba[at] ?? 0) > 200 && (result.rgba[at + 1] ?? 0) < 60) red++
    }
    expect(red).toBe(0)
  })
})

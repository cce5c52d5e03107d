import { describe, expect, it } from 'vitest'
import type { BrushStroke } from '#core/imaging/brush-strokes.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { paint } from '../made-pictures.ts'
import { brushed } from './brushed-photo.ts'

type Rgb = readonly [number, number, number]

const dab = (
  { widthPx, heightPx }: Raster,
  x: number,
  y: number,
  radiusPx: number,
): BrushStroke => ({
  mode: 'add',
  radius: radiusPx / Math.max(widthPx, heightPx),
  points: [{ x: x / widthPx, y: y / heightPx }],
})

/** A wall that gets lighter to the right, with grain: nothing beside the brush says what grain was under it. */
const wall = (x: number, y: number): Rgb => {
  const grain = (Math.imul(Math.floor(x) * 37 + Math.floor(y) * 101 + 7, 2_654_435_761) >>> 24) % 13
  const light = 110 + x / 8 + grain
  return [light, light - 6, light - 18]
}

const [X, Y] = [150, 100]

/** The wall with a speck whose rim is soft. */
const specked = (widthPx: number, heightPx: number, colour: Rgb, radius = 4) =>
  paint(widthPx, heightPx, (x, y) => {
    const off = Math.hypot(x + 0.5 - X, y + 0.5 - Y)
    const share = 1 / (1 + Math.exp(2 * (off - radius)))
    const ground = wall(x, y)
    return [0, 1, 2].map((c) => {
      return (ground[c] ?? 0) * (1 - share) + (colour[c] ?? 0) * share
    }) as unknown as Rgb
  })

/** Pixels that differ from the wall by more than `by`, from so far to so far off the speck. */
function otherThanWall({ rgba, widthPx, heightPx }: Raster, from: number, to: number, by: number) {
  let count = 0
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const off = Math.hypot(x + 0.5 - X, y + 0.5 - Y)
      if (off < from || off >= to) continue
      if (Math.abs((rgba[(y * widthPx + x) * 4] ?? 0) - wall(x, y)[0]) > by) count++
    }
  }
  return count
}

describe('a dab over a speck', () => {
  it.each([
    ['light', [250, 250, 246]],
    ['dark', [14, 12, 10]],
    ['of another colour alone', [190, 70, 60]],
  ] as readonly (readonly [string, Rgb])[])(
    'that is %s fills it with its soft rim, and leaves what else the finger covered',
    async (_, colour) => {
      const photo = specked(300, 200, colour)
      const result = await brushed(photo, [dab(photo, X + 4, Y - 3, 18)])
      expect(otherThanWall(photo, 0, 4, 30)).toBeGreaterThan(30)
      expect(otherThanWall(result, 0, 9, 26)).toBe(0)
      expect(otherThanWall(result, 11, 60, 1)).toBe(0)
    },
  )

  it('is as narrow at print size as in the preview', async () => {
    const photo = specked(1800, 200, [250, 250, 246], 6)
    const result = await brushed(photo, [dab(photo, X, Y, 26)])
    expect(otherThanWall(result, 0, 6, 30)).toBe(0)
    expect(otherThanWall(result, 15, 60, 1)).toBe(0)
  })

  it('fills all that it covers when it is painted once more', async () => {
    const photo = specked(300, 200, [250, 250, 246])
    const stroke = dab(photo, X, Y, 18)
    expect(otherThanWall(await brushed(photo, [stroke, stroke]), 11, 17, 1)).toBeGreaterThan(100)
  })
})

describe('a dab over anything else', () => {
  it('that goes on past it fills all that it covers', async () => {
    const photo = paint(300, 200, (x, y) => (Math.abs(y - Y) < 5 ? [20, 20, 24] : wall(x, y)))
    const result = await brushed(photo, [dab(photo, X, Y, 18)])
    expect(otherThanWall(result, 11, 17, 1)).toBeGreaterThan(100)
  })

  it('that takes most of it fills all of it', async () => {
    const photo = specked(300, 200, [20, 20, 24], 15)
    const result = await brushed(photo, [dab(photo, X, Y, 18)])
    expect(otherThanWall(result, 0, 17, 40)).toBe(0)
  })

  it('where nothing stands out fills all that it covers', async () => {
    const photo = paint(300, 200, wall)
    const result = await brushed(photo, [dab(photo, X, Y, 18)])
    expect(otherThanWall(result, 0, 17, 1)).toBeGreaterThan(300)
  })

  it('of which two stand out alike fills both', async () => {
    const isSpot = (x: number, y: number) =>
      Math.hypot(x - X + 8, y - Y) < 3 || Math.hypot(x - X - 8, y - Y) < 3
    const photo = paint(300, 200, (x, y) => (isSpot(x, y) ? [250, 250, 246] : wall(x, y)))
    const result = await brushed(photo, [dab(photo, X, Y, 18)])
    expect(otherThanWall(result, 0, 17, 40)).toBe(0)
  })
})

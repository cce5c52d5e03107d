import { fromOkLab, type OkLab, toOkLab } from '../../pixels/oklab.ts'
import type { Raster } from '../../pixels/raster.ts'
import type { Point } from './face-points.ts'

export type Rgb = [red: number, green: number, blue: number]

/** Colours of a picture within an outline, by their lightness from the darkest on. */
export function coloursWithin(picture: Raster, outline: readonly Point[]): OkLab[] {
  const xs = outline.map(({ x }) => x)
  const ys = outline.map(({ y }) => y)
  const [left, top] = [
    Math.max(0, Math.floor(Math.min(...xs))),
    Math.max(0, Math.floor(Math.min(...ys))),
  ]
  const right = Math.min(picture.widthPx - 1, Math.ceil(Math.max(...xs)))
  const bottom = Math.min(picture.heightPx - 1, Math.ceil(Math.max(...ys)))
  const step = Math.max(1, Math.floor(Math.max(right - left, bottom - top) / 40))
  const found: OkLab[] = []
  for (let y = top; y <= bottom; y += step) {
    for (let x = left; x <= right; x += step) {
      if (!contains(outline, x + 0.5, y + 0.5)) continue
      const at = (y * picture.widthPx + x) * 4
      const colour: OkLab = [0, 0, 0]
      toOkLab(picture.rgba[at] ?? 0, picture.rgba[at + 1] ?? 0, picture.rgba[at + 2] ?? 0, colour)
      found.push(colour)
    }
  }
  return found.sort((a, b) => a[0] - b[0])
}

export function contains(outline: readonly Point[], x: number, y: number): boolean {
  let inside = false
  let a = outline.at(-1)
  for (const b of outline) {
    if (a !== undefined && a.y <= y !== b.y <= y) {
      if (a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x) > x) inside = !inside
    }
    a = b
  }
  return inside
}

/** The mean of a part of sorted colours. */
export function meanOf(colours: readonly OkLab[], from = 0, to = 1): OkLab {
  const part = colours.slice(
    Math.floor(colours.length * from),
    Math.max(Math.floor(colours.length * from) + 1, Math.ceil(colours.length * to)),
  )
  const sum: OkLab = [0, 0, 0]
  for (const colour of part) for (const c of [0, 1, 2] as const) sum[c] += colour[c] / part.length
  return sum
}

export function rgbOf([light, a, b]: OkLab): Rgb {
  const pot = new Uint8ClampedArray(4)
  fromOkLab(Math.min(1, Math.max(0, light)), a, b, pot, 0)
  return [pot[0] ?? 0, pot[1] ?? 0, pot[2] ?? 0]
}

/** The same hue at another light and strength. */
export const toned = ([light, a, b]: OkLab, scale: number, chroma = 1): OkLab => [
  light * scale,
  a * chroma,
  b * chroma,
]

export const between = (one: OkLab, other: OkLab, share: number): OkLab => [
  one[0] + (other[0] - one[0]) * share,
  one[1] + (other[1] - one[1]) * share,
  one[2] + (other[2] - one[2]) * share,
]

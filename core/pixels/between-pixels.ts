import type { FloatPlane } from './raster.ts'

/** A plane's value between four of its pixels. */
export function between4({ widthPx, heightPx, values }: FloatPlane, u: number, v: number): number {
  const x = Math.min(widthPx - 1, Math.max(0, u))
  const y = Math.min(heightPx - 1, Math.max(0, v))
  const left = Math.floor(x)
  const top = Math.floor(y)
  const at = top * widthPx + left
  const right = left < widthPx - 1 ? 1 : 0
  const below = at + (top < heightPx - 1 ? widthPx : 0)
  const [one, other] = [values[at] as number, values[below] as number]
  const upper = one + ((values[at + right] as number) - one) * (x - left)
  const lower = other + ((values[below + right] as number) - other) * (x - left)
  return upper + (lower - upper) * (y - top)
}

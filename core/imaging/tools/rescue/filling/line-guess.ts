import { createRaster } from '../../../../pixels/pixels.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import type { Size } from '../corners.ts'
import type { CrossingLine } from './hole-lines.ts'
import { PROFILE_PX } from './line-sides.ts'
import type { Shift } from './shift-scene.ts'

/** What lines that cross a hole say of it: their colours, and in the fourth channel how sure, 0..255. */
export type LineGuess = Raster

/**
 * Lines drawn through a hole, their colours passing over from one side's to the other's.
 * @param known 1 where a pixel is known
 * @param by how many times as large lines were seen
 */
export function lineGuess(
  lines: readonly CrossingLine[],
  { widthPx, heightPx }: Size,
  known: Uint8Array,
  by: number,
): LineGuess {
  const guess = createRaster(widthPx, heightPx)
  guess.rgba.fill(0)
  for (let at = 0; at < known.length; at++) {
    if (known[at] === 1) continue
    const x = ((at % widthPx) + 0.5) * by
    const y = (Math.floor(at / widthPx) + 0.5) * by
    for (const { line, from, to, before, behind } of lines) {
      const d = x * line.cos + y * line.sin - line.offset
      const t = y * line.cos - x * line.sin
      if (Math.abs(d) > PROFILE_PX || t < from - 2 || t > to + 2) continue
      const sure = Math.round(255 * (1 - (d / (PROFILE_PX + 1)) ** 2))
      if (sure <= (guess.rgba[at * 4 + 3] ?? 0)) continue
      const share = Math.min(1, Math.max(0, (t - from) / (to - from)))
      for (let c = 0; c < 3; c++) {
        const [one, other] = [across(before, d, c), across(behind, d, c)]
        guess.rgba[at * 4 + c] = one + share * (other - one)
      }
      guess.rgba[at * 4 + 3] = sure
    }
  }
  return guess
}

/** A channel of a profile so far from its line. */
function across(profile: Float32Array, d: number, c: number): number {
  const place = Math.min(2 * PROFILE_PX, Math.max(0, d + PROFILE_PX))
  const at = Math.min(2 * PROFILE_PX - 1, Math.floor(place))
  const [one, other] = [profile[at * 3 + c] ?? 0, profile[at * 3 + 3 + c] ?? 0]
  return one + (place - at) * (other - one)
}

/** A shift may lead so far off its line, px. */
const OFF_PX = 0.3
/** Shifts along a line, so many to the longer side. */
const ALONG = 16

/** Shifts along lines, of whole pixels. */
export function shiftsAlong(
  lines: readonly CrossingLine[],
  { widthPx, heightPx }: Size,
): readonly Shift[] {
  const longSide = Math.max(widthPx, heightPx)
  const step = longSide / ALONG
  const shifts: Shift[] = []
  for (const { line } of lines) {
    let last = 0
    for (let t = Math.ceil(step); t < longSide; t++) {
      const [x, y] = [Math.round(-line.sin * t), Math.round(line.cos * t)]
      if (t - last < step || Math.abs(x * line.cos + y * line.sin) > OFF_PX) continue
      if (Math.abs(x) >= widthPx || Math.abs(y) >= heightPx) break
      shifts.push({ x, y }, { x: -x, y: -y })
      last = t
    }
  }
  return shifts
}

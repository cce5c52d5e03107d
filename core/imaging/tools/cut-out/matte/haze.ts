import { piecesWithout } from '../../../../pixels/pieces.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Plane } from '../../../../pixels/raster.ts'
import { distanceTo } from '../distance.ts'
import { INSIDE } from './trimap.ts'

/** What is less than this is haze or a fine strand. */
const HELD = 0.3
/** So far from what is held a strand may reach, in shares of the longer side, and is nothing from the second on. */
const STRAND = 0.004
const NOTHING = 0.012

/**
 * Clears, in place, haze that lies away from hair, and what hangs on a person by haze alone: a flower
 * of the wallpaper beside dark hair. On paper it would be a smear, where a strand less is not missed.
 */
export function clearHaze(matte: FloatPlane, trimap: Plane): void {
  const { widthPx, heightPx, values } = matte
  const longSidePx = Math.max(widthPx, heightPx)
  const [strand, nothing] = [STRAND * longSidePx, NOTHING * longSidePx]
  const loose = piecesWithout(matte, HELD, (at) => trimap.values[at] === INSIDE)
  const isHeld = new Uint8Array(values.length)
  for (let from = 0; from < values.length; from += widthPx) {
    holdRow(isHeld, values, loose, from, from + widthPx)
  }
  const away = distanceTo(matte, isHeld, nothing).values
  for (let from = 0; from < values.length; from += widthPx) {
    fadeRow(values, away, { strand, nothing }, from, from + widthPx)
  }
}

/** Functions of a row are compiled after some rows. */
function holdRow(
  isHeld: Uint8Array,
  values: Float32Array,
  loose: Uint8Array,
  from: number,
  until: number,
): void {
  for (let at = from; at < until; at++) {
    if ((values[at] as number) >= HELD && loose[at] === 0) isHeld[at] = 1
  }
}

function fadeRow(
  values: Float32Array,
  away: Float32Array,
  { strand, nothing }: Readonly<Record<'strand' | 'nothing', number>>,
  from: number,
  until: number,
): void {
  for (let at = from; at < until; at++) {
    const far = away[at] as number
    if (far <= strand) continue
    values[at] =
      far >= nothing ? 0 : (values[at] as number) * (1 - smoothstep(strand, nothing, far))
  }
}

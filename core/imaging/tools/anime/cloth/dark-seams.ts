import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { BUSY } from './dark-cloth.ts'
import { seamsIn } from './seams.ts'

/** Seams of plain cloth and of busy one, long and sure. */
const SEAMS = {
  widths: { line: 1.5, about: 6 },
  kinds: BUSY,
  unlike: { least: 0.14, noise: 3.2, ends: 0.55 },
  long: { least: 38, sure: 0.5 },
}

/** What is seen on dark cloth, all over a picture. */
export interface SeenOnDark {
  /** 1 paper to 0 line: the lines of the picture, with seams among them. */
  readonly lines: Float32Array<ArrayBuffer>
  /** 1 where an edge is lit. */
  readonly isLit: Uint8Array<ArrayBuffer>
}

/**
 * Seams, lapels and pleats of dark cloth: they differ from it by little, which lines of the whole picture do not show,
 * but by much against how little light there is.
 * @param luma of the picture
 * @param isDark PLAIN or BUSY at each pixel of dark cloth; of what is busy the lines of the picture are none
 * @param lines of the picture, 1 paper to 0 line
 */
export function seenOnDark(
  kernels: Kernels,
  luma: FloatPlane,
  isDark: Uint8Array,
  lines: Float32Array<ArrayBuffer>,
): SeenOnDark {
  const drawn = { lines: lines.slice(), isLit: new Uint8Array(lines.length) }
  inParts(lines.length, (from, until) => {
    for (let at = from; at < until; at++) if (isDark[at] === BUSY) drawn.lines[at] = 1
  })
  const { darker, lighter } = seamsIn(kernels, luma, isDark, SEAMS)
  for (const at of darker) drawn.lines[at] = 0
  for (const at of lighter) drawn.isLit[at] = 1
  return drawn
}

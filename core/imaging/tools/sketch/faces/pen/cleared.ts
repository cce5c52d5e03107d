import type { Kernels } from '../../../../../kernels/kernels.ts'
import { between4 } from '../../../../../pixels/between-pixels.ts'
import { createFloatPlane, smoothstep } from '../../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import { boxAbout, maskOf } from '../../../../face-points/face-outlines.ts'
import type { Point } from '../../../../face-points/face-points.ts'
import type { Drawn, Pen } from './pen-strokes.ts'

/** How softly what is cleared ends, sizes of the face. */
const SOFT = 0.013
/** How far about what is cleared the skin's shade is taken from, sizes of the face. */
const ABOUT = 0.04
/** Shade under which a pen draws nothing. */
const UNSEEN = 0.15
/** At how many places of that reach it is looked at. */
const LOOKED = 8

/** A part of a face that is cleared. */
interface Cleared {
  readonly outline: readonly Point[]
  readonly pen: Pen
  /** Shade that is left at most. */
  readonly most: number
  /** How much of what was drawn is taken, 0..1. */
  readonly much?: number
  /** Then lines stay, and shade alone is taken. */
  readonly keepsLines?: boolean
}

/** Takes what was drawn off a part of a face, down to the shade of what lies about it. */
export function clear(
  kernels: Kernels,
  { lines, shading }: Drawn,
  { outline, pen, most, much = 1, keepsLines = false }: Cleared,
): void {
  const aboutPx = ABOUT * pen.sizePx
  const box = boxAbout(outline, 2 * aboutPx, lines)
  if (much === 0 || box.width < 1 || box.height < 1) return
  const place = (p: Point) => ({ x: p.x - box.x, y: p.y - box.y })
  const mask = maskOf([outline], box.width, box.height, place)
  const soft = kernels.gaussian(mask, Math.max(0.8, SOFT * pen.sizePx)).values
  const atOf = (i: number) =>
    (box.y + Math.floor(i / box.width)) * lines.widthPx + box.x + (i % box.width)
  const about = shadeAbout(
    kernels,
    { ...mask, values: soft },
    aboutPx,
    (i) => shading.values[atOf(i)] ?? 0,
  )
  for (let i = 0; i < soft.length; i++) {
    const share = much * smoothstep(0.05, 0.5, soft[i] as number)
    if (share === 0) continue
    const at = atOf(i)
    const line = lines.values[at] as number
    if (!keepsLines) lines.values[at] = line + (1 - line) * share
    const shade = shading.values[at] as number
    if (shade < UNSEEN) continue
    const left = Math.min(most, about(i % box.width, Math.floor(i / box.width)))
    if (shade > left) shading.values[at] = shade + (left - shade) * share
  }
}

/**
 * The shade of what lies about a mask, within it too: the mean of what is near and outside. It is as smooth as it
 * reaches far, so that few of its places are looked at.
 */
function shadeAbout(
  kernels: Kernels,
  mask: FloatPlane,
  reachPx: number,
  shadeAt: (i: number) => number,
): (x: number, y: number) => number {
  const step = Math.max(1, Math.floor(reachPx / LOOKED))
  const [width, height] = [Math.ceil(mask.widthPx / step), Math.ceil(mask.heightPx / step)]
  const [outside, shades] = [createFloatPlane(width, height), createFloatPlane(width, height)]
  for (let i = 0; i < width * height; i++) {
    const at = Math.floor(i / width) * step * mask.widthPx + (i % width) * step
    const out = 1 - smoothstep(0, 0.3, mask.values[at] as number)
    outside.values[i] = out
    shades.values[i] = out * shadeAt(at)
  }
  const [weights, sums] = [outside, shades].map((plane) =>
    kernels.gaussian(plane, reachPx / step),
  ) as [FloatPlane, FloatPlane]
  return (x, y) =>
    between4(sums, x / step, y / step) / Math.max(0.02, between4(weights, x / step, y / step))
}

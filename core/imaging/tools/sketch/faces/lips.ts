import type { Kernels } from '../../../../kernels/kernels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { boxAbout, maskOf } from '../../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { DrawnFace } from './feature-lines.ts'

/** A smaller face has no lips to shade. */
const SMALLEST_PX = 24
/** How much darker lips are than the skin about them. */
const LIPS = { upper: 0.16, lower: 0.1 }
/** Less lip than this is what is about it; and how much darker pale lips are made at most. */
const NEXT_TO = 0.05
const PALER_MOST = 0.3

/** Painted lips are as dark as a mouth within: from this shade on a pen hatches the lower one, and fills but the upper. */
const FILLED = { from: 0.45, kept: 0.36 }
/** A pencil lays as little more on either: both were black. */
const PAINTED = { upper: { from: 0.4, kept: 0.45 }, lower: { from: 0.33, kept: 0.45 } }

/** Shades lips, so that what shines on them does not leave them as paper, and paint not as black. */
export async function shadeLips(
  { kernels, checkpoint }: ToolEnvironment,
  shading: FloatPlane,
  faces: readonly DrawnFace[],
): Promise<void> {
  for (const face of faces) {
    for (const lip of ['upper', 'lower'] as const) {
      const found = lipOf(kernels, shading, face, lip)
      if (found === null) continue
      const { soft, placeOf } = found
      const more = LIPS[lip] + paler(soft, (i) => shading.values[placeOf(i)] ?? 0)
      soft.forEach((share, i) => {
        const own = shading.values[placeOf(i)] ?? 0
        const some = own + share * more * (1 - own)
        shading.values[placeOf(i)] =
          some + (pressed(some, PAINTED[lip]) - some) * Math.min(1, 1.5 * share)
      })
    }
    await checkpoint()
  }
}

/** Keeps a pen from filling lower lips: with the upper one and the mouth they would be one hole. */
export async function hatchLowerLips(
  { kernels, checkpoint }: ToolEnvironment,
  shading: FloatPlane,
  faces: readonly DrawnFace[],
): Promise<void> {
  for (const face of faces) {
    const found = lipOf(kernels, shading, face, 'lower')
    if (found === null) continue
    const { soft, placeOf } = found
    soft.forEach((share, i) => {
      const own = shading.values[placeOf(i)] ?? 0
      shading.values[placeOf(i)] = own + (pressed(own, FILLED) - own) * Math.min(1, 1.5 * share)
    })
    await checkpoint()
  }
}

/** Less of what is darker than a hand would fill. */
const pressed = (shade: number, { from, kept }: typeof FILLED): number =>
  shade <= from ? shade : from + (shade - from) * kept

/** How much of each place about a mouth one lip is; null where none is drawn. */
function lipOf(
  kernels: Kernels,
  shading: FloatPlane,
  { points, widthPx, isMouthHidden = false }: DrawnFace,
  lip: 'upper' | 'lower',
) {
  if (widthPx < SMALLEST_PX || isMouthHidden) return null
  const of = (group: Parameters<typeof pointsOf>[1]) => pointsOf(points, group)
  const outline =
    lip === 'upper'
      ? [...of('lipsTop'), ...of('mouthTop').toReversed()]
      : [...of('mouthBottom'), ...of('lipsBottom').toReversed()]
  const box = boxAbout(of('lipsTop').concat(of('lipsBottom')), widthPx * 0.05, shading)
  if (box.width < 1 || box.height < 1) return null
  const place = (p: Point) => ({ x: p.x - box.x, y: p.y - box.y })
  const hard = maskOf([outline], box.width, box.height, place)
  const soft = kernels.gaussian(hard, Math.max(0.7, 0.012 * widthPx)).values
  const placeOf = (i: number) =>
    (box.y + Math.floor(i / box.width)) * shading.widthPx + box.x + (i % box.width)
  return { soft, placeOf }
}

/** By how much lips are shaded less than what is about them: those of dark skin shine in a dim light. */
function paler(lip: Float32Array, shadeAt: (i: number) => number): number {
  let [on, about, weight, others] = [0, 0, 1e-6, 1e-6]
  lip.forEach((share, i) => {
    on += share * shadeAt(i)
    weight += share
    if (share > NEXT_TO) return
    about += shadeAt(i)
    others++
  })
  return Math.min(PALER_MOST, Math.max(0, about / others - on / weight))
}

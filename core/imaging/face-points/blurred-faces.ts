import type { Kernels } from '../../kernels/kernels.ts'
import { clampBox, cropRaster } from '../../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../../pixels/raster.ts'
import { maskOf } from './face-outlines.ts'
import { pointsOf } from './face-points.ts'
import { coveredShare } from './false-faces.ts'
import type { FoundFace } from './find-faces.ts'
import { maskValueIn } from './somebodys.ts'

/** How wide a face is looked at, px, and how far it is smoothed to ask what is left of its edges, face widths. */
const LOOKED_PX = 64
const SMOOTHED = { fine: 0.02, coarse: 0.06 }
/**
 * Slopes of a face that is seen are so many times as steep as when it is smoothed further: lids, lips and brows are fine.
 * In one that is out of focus they are as steep before as after. Steeper ones where the mask of people has nobody are
 * edges of things that only together look like a face.
 */
const SHARP = { seen: 1.22, nobodys: 1.6, other: 1.5 }
/** The mask has less than this of what is nobody's. */
const COVERED = 0.3
/** In a larger group the mask may lack some. */
const GROUP_FACES = 4

/**
 * Faces with a mark on those behind a larger one that are so far out of focus that features would be made up: on a
 * passer-by's blurred head they are a mask, sometimes upside down. What is nobody's there is left out.
 * @param picture in whose pixels the faces are
 * @param mask where people are, 0 to 255, at a size of its own
 */
export function toldFromBlur(
  kernels: Kernels,
  faces: readonly FoundFace[],
  picture: Raster,
  mask: Plane,
): readonly FoundFace[] {
  if (faces.length < 2) return faces
  const sharp = faces.map((face) => sharpnessOf(kernels, picture, face))
  const maskAt = maskValueIn(mask, picture)
  return faces.flatMap((face, i) => {
    const own = sharp[i] ?? 0
    const isBehind = faces.some(
      (other, k) => other.widthPx > face.widthPx && (sharp[k] ?? 0) > Math.max(own, SHARP.other),
    )
    if (!isBehind || own > SHARP.nobodys) return [face]
    if (own < SHARP.seen) return [{ ...face, isBlurred: true }]
    const isNobodys = faces.length < GROUP_FACES && coveredShare(face, maskAt) < COVERED
    return isNobodys ? [] : [face]
  })
}

/** How much steeper slopes of a face's light are than when it is smoothed: 1 where it has nothing fine. */
function sharpnessOf(kernels: Kernels, picture: Raster, face: FoundFace): number {
  const oval = pointsOf(face.points, 'faceOval')
  const [xs, ys] = [oval.map(({ x }) => x), oval.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  const whole = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
  const box = clampBox(whole, picture.widthPx, picture.heightPx)
  const crop = cropRaster(picture, box)
  const scale = Math.min(1, LOOKED_PX / face.widthPx)
  const [width = 1, height = 1] = [crop.widthPx, crop.heightPx].map((px) =>
    Math.max(3, Math.round(px * scale)),
  )
  const small = scale < 1 ? kernels.resizeArea(crop, width, height) : crop
  const inside = maskOf([oval], small.widthPx, small.heightPx, (p) => ({
    x: ((p.x - box.x) * small.widthPx) / box.width,
    y: ((p.y - box.y) * small.heightPx) / box.height,
  }))
  const facePx = face.widthPx * scale
  const luma = kernels.luma(small)
  const steepAt = (reach: number) => steepnessOf(kernels.gaussian(luma, reach * facePx), inside)
  return steepAt(SMOOTHED.fine) / Math.max(1e-6, steepAt(SMOOTHED.coarse))
}

/** The root of the mean square of slopes within a face. */
function steepnessOf({ widthPx, values }: FloatPlane, inside: FloatPlane): number {
  let [sum, count] = [0, 0]
  for (let i = widthPx; i < values.length - widthPx; i++) {
    if ((inside.values[i] as number) < 0.9) continue
    const across = (values[i + 1] as number) - (values[i - 1] as number)
    const down = (values[i + widthPx] as number) - (values[i - widthPx] as number)
    sum += across * across + down * down
    count++
  }
  return Math.sqrt(sum / Math.max(1, count))
}

import type { Kernels } from '../../kernels/kernels.ts'
import { rasterSource } from '../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../pixels/raster.ts'
import { type PhotoAndCopy, readUpright } from '../upright-crop.ts'

/** Side of a face where its focus is looked at. */
export const FOCUS_PX = 96
/** Under this share of fine detail a face is a smear; see {@link focusOf}. */
export const FOCUS_MIN = 0.075
/** From here on it is so sharp that a smear beside it is out of focus, not the photo's own blur. */
export const SHARP = 0.15
/** A smaller face, against the picture's longer side, is a smear because it is small. */
const JUDGED_SHARE = 0.0625
/** Energy of a pixel in a band that holds no more than rounding: not to be divided by. */
export const FLAT_ENERGY = 3e-5

/** A face in pixels of its picture. */
interface Face {
  readonly centreX: number
  readonly centreY: number
  readonly sizePx: number
}

/**
 * How sharp a face is at the size of a thumbnail: the energy of its finest detail against that of
 * the next coarser band. A sharp face has 0.17 and more whatever its skin and light, one blurred by
 * a fiftieth of its width 0.05 to 0.07.
 */
export function focusOf(kernels: Kernels, photo: PhotoAndCopy, face: Face): number {
  const { fine, coarse } = energyOf(kernels, photo, face)
  return fine / Math.max(FLAT_ENERGY, coarse)
}

/** Mean energy of a face in two bands. */
function energyOf(kernels: Kernels, photo: PhotoAndCopy, face: Face) {
  const { fine, coarse } = detailOf(kernels, readUpright(kernels, photo, face, 1, 0, FOCUS_PX))
  const meanOf = (band: Float32Array) => band.reduce((sum, value) => sum + value, 0) / band.length
  return { fine: meanOf(fine), coarse: meanOf(coarse) }
}

/** Squared detail of a picture in two bands. */
export interface Detail {
  readonly fine: Float32Array
  readonly coarse: Float32Array
}

/** @param picture in which a head is {@link FOCUS_PX} wide */
export function detailOf(kernels: Kernels, picture: Raster): Detail {
  const luma = kernels.luma(picture)
  const soft = kernels.gaussian(luma, 1)
  const softer = kernels.gaussian(luma, 3)
  return { fine: squaredDifference(luma, soft), coarse: squaredDifference(soft, softer) }
}

function squaredDifference({ values, widthPx }: FloatPlane, b: FloatPlane): Float32Array {
  const squares = new Float32Array(values.length)
  for (let from = 0; from < squares.length; from += widthPx) {
    squareRow(squares, values, b.values, from, from + widthPx)
  }
  return squares
}

/** A function of a row: it is compiled after some rows, and until then every number is garbage. */
function squareRow(
  squares: Float32Array,
  one: Float32Array,
  other: Float32Array,
  from: number,
  until: number,
): void {
  for (let at = from; at < until; at++) {
    squares[at] = ((one[at] as number) - (other[at] as number)) ** 2
  }
}

/**
 * Which faces of a picture are out of focus while another is sharp.
 * @param overview the picture at no more than 1500 px, whatever the photo's size: what a preview
 *   says of a face, the result says, too
 * @param placeOf a face in pixels of the overview
 */
export function blurredBehind<Of>(
  kernels: Kernels,
  overview: Raster,
  faces: readonly Of[],
  placeOf: (face: Of) => Face,
): ReadonlySet<Of> {
  const photo = { source: rasterSource(overview), overview }
  const smallest = JUDGED_SHARE * Math.max(overview.widthPx, overview.heightPx)
  // Where there is nothing to be seen nothing is blurred.
  const seen = faces.flatMap((face) => {
    const place = placeOf(face)
    if (place.sizePx < smallest) return []
    const { fine, coarse } = energyOf(kernels, photo, place)
    return coarse > FLAT_ENERGY ? [{ face, focus: fine / coarse }] : []
  })
  if (Math.max(0, ...seen.map(({ focus }) => focus)) < SHARP) return new Set()
  return new Set(seen.flatMap(({ face, focus }) => (focus < FOCUS_MIN ? [face] : [])))
}

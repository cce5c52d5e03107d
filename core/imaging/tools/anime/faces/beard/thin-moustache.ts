import type { FloatPlane } from '../../../../../pixels/raster.ts'
import { moved } from '../../../../face-points/face-lines.ts'
import { maskOf } from '../../../../face-points/face-outlines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'

/** How far above the upper lip it begins, and how high it is in the middle of each half, under the nose and at its ends, face widths. */
const ALONG = { from: 0.014, half: 0.042, middle: 0.026, end: 0.008 }
/** So much of it must be darker than the cheek. */
const DARK = 0.3

/**
 * A moustache too thin to be a mass, drawn along the upper lip.
 * @param place of a point in the planes
 * @param darker where it is darker than the cheek, 0..1, in the planes
 * @returns how much each pixel is moustache; null where the photo is no darker above the lip
 */
export function thinMoustache(
  face: FoundFace,
  { widthPx, heightPx, values: inside }: FloatPlane,
  place: (point: Point) => Point,
  darker: Float32Array,
): Float32Array | null {
  const lip = pointsOf(face.points, 'lipsTop')
  const raised = (by: (along: number) => number) =>
    lip.map((p, k) => moved(p, face, 0, -by((2 * k) / (lip.length - 1) - 1) * face.widthPx))
  const outline = [...raised(() => ALONG.from), ...raised(heightAt).toReversed()]
  const { values } = maskOf([outline], widthPx, heightPx, place)
  let [all, dark] = [0, 0]
  values.forEach((share, i) => {
    const own = share * (inside[i] ?? 0)
    all += own
    dark += own * (darker[i] ?? 0)
  })
  return all > 0 && dark > DARK * all ? values : null
}

/** @param along from -1 at one corner of the mouth to 1 at the other */
function heightAt(along: number): number {
  const away = Math.abs(along)
  const { from, half, middle, end } = ALONG
  const high =
    away < 0.4
      ? middle + ((half - middle) * away) / 0.4
      : half + ((end - half) * (away - 0.4)) / 0.6
  return from + high
}

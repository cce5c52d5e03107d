import type { Box } from '../../../../pixels/pixels.ts'

/** Times that what does not lie on the plane is left out of it. */
const ROUNDS = 3
/** So many times the usual distance from it is left out. */
const FAR = 2

/**
 * How far each pixel of a box is from a plane through its ground, three channels of 0..255; null where
 * there is too little ground.
 * @param isGround 1 where the ground is seen
 */
export function groundOf(
  rgba: Uint8ClampedArray,
  { width, height }: Box,
  isGround: Uint8ClampedArray,
): Float32Array | null {
  const off = new Float32Array(width * height * 3)
  const places = [...isGround.keys()].filter((place) => isGround[place] === 1)
  for (const c of [0, 1, 2]) {
    const valueAt = (place: number) => rgba[place * 4 + c] as number
    let kept = places
    let plane: Plane | null = null
    for (let round = 0; round < ROUNDS; round++) {
      plane = planeThrough(kept, width, valueAt)
      if (plane === null) return null
      const onPlane = plane
      const far = (place: number) => Math.abs(valueAt(place) - heightAt(onPlane, place, width))
      const usual = kept.reduce((sum, place) => sum + far(place), 0) / kept.length
      kept = places.filter((place) => far(place) <= FAR * usual + 1)
    }
    for (let place = 0; plane !== null && place < width * height; place++) {
      off[place * 3 + c] = valueAt(place) - heightAt(plane, place, width)
    }
  }
  return off
}

/** Its height in a middle, and its slopes. */
interface Plane {
  readonly x: number
  readonly y: number
  readonly height: number
  readonly dx: number
  readonly dy: number
}

const heightAt = ({ x, y, height, dx, dy }: Plane, place: number, width: number) =>
  height + dx * ((place % width) - x) + dy * (Math.floor(place / width) - y)

/** By least squares; null where the places do not span one. */
function planeThrough(
  places: readonly number[],
  width: number,
  valueAt: (place: number) => number,
): Plane | null {
  const mean = (of: (place: number) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length
  const [x, y] = [mean((place) => place % width), mean((place) => Math.floor(place / width))]
  const height = mean(valueAt)
  let [xx, xy, yy, xv, yv] = [0, 0, 0, 0, 0]
  for (const place of places) {
    const [u, v] = [(place % width) - x, Math.floor(place / width) - y]
    const value = valueAt(place) - height
    xx += u * u
    xy += u * v
    yy += v * v
    xv += u * value
    yv += v * value
  }
  const span = xx * yy - xy * xy
  if (places.length < 8 || span <= 0) return null
  return { x, y, height, dx: (xv * yy - yv * xy) / span, dy: (yv * xx - xv * xy) / span }
}

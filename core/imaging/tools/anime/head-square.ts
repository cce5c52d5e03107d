import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import type { Head } from './head.ts'

/** What of a head is shown to a network, in face widths about the middle of its oval, and its side in pixels. */
export const SQUARE = { aside: 1.45, from: -1.3, px: 64 }

/** A square about a head, upright, as planes of red, green, blue and what else was given, 0..1. */
export interface HeadSquare {
  readonly sidePx: number
  readonly values: Float32Array<ArrayBuffer>
}

/** So many samples across are averaged for a pixel of the square at most. */
const SAMPLES_MAX = 5

/**
 * Reads a square about a head. Outside the picture all is 0.
 * @param planes of the picture, or of the head's box, 0..1
 * @param room how much larger the square is than what a network is shown
 */
export function headSquare(
  head: Head,
  picture: Raster,
  planes: readonly FloatPlane[],
  sidePx = SQUARE.px,
  room = 1,
): HeadSquare {
  const at = placesOf(head)
  const half = SQUARE.aside * room
  const [middle, step] = [SQUARE.from + SQUARE.aside, (2 * half) / sidePx]
  const samples = Math.min(SAMPLES_MAX, Math.max(1, Math.round(step * head.widthPx)))
  const count = sidePx * sidePx
  const values = new Float32Array((3 + planes.length) * count)
  const share = 1 / samples ** 2
  for (let to = 0; to < count; to++) {
    const left = (to % sidePx) * step - half
    const top = Math.floor(to / sidePx) * step - half + middle
    for (let k = 0; k < samples ** 2; k++) {
      const { x, y } = at(
        left + (((k % samples) + 0.5) / samples) * step,
        top + ((Math.floor(k / samples) + 0.5) / samples) * step,
      )
      const [px, py] = [Math.floor(x), Math.floor(y)]
      if (px < 0 || py < 0 || px >= picture.widthPx || py >= picture.heightPx) continue
      const from = py * picture.widthPx + px
      for (let c = 0; c < 3; c++) {
        const plane = c * count + to
        values[plane] =
          (values[plane] as number) + ((picture.rgba[4 * from + c] as number) / 255) * share
      }
      planes.forEach((plane, n) => {
        const own = valueAt(plane, head, picture, px, py)
        values[(3 + n) * count + to] = (values[(3 + n) * count + to] as number) + own * share
      })
    }
  }
  return { sidePx, values }
}

function valueAt(plane: FloatPlane, { box }: Head, picture: Raster, x: number, y: number): number {
  if (plane.widthPx === picture.widthPx && plane.heightPx === picture.heightPx) {
    return plane.values[y * plane.widthPx + x] as number
  }
  const [own, row] = [x - box.x, y - box.y]
  if (own < 0 || row < 0 || own >= box.width || row >= box.height) return 0
  return plane.values[row * box.width + own] as number
}

/** Where in the picture a place of a head lies. */
function placesOf({ place }: Head): (u: number, v: number) => { x: number; y: number } {
  const [origin, right, down] = [place(0, 0), place(1, 0), place(0, 1)]
  const [ux, vx] = [right.u - origin.u, right.v - origin.v]
  const [uy, vy] = [down.u - origin.u, down.v - origin.v]
  const area = ux * vy - uy * vx
  return (u, v) => {
    const [du, dv] = [u - origin.u, v - origin.v]
    return { x: (du * vy - dv * uy) / area, y: (dv * ux - du * vx) / area }
  }
}

import type { FloatPlane, Raster } from '../../pixels/raster.ts'
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
  const place = placesOf(head)
  const half = SQUARE.aside * room
  const [middle, step] = [SQUARE.from + SQUARE.aside, (2 * half) / sidePx]
  const samples = Math.min(SAMPLES_MAX, Math.max(1, Math.round(step * head.widthPx)))
  const count = sidePx * sidePx
  const values = new Float32Array((3 + planes.length) * count)
  const share = 1 / samples ** 2
  const shown = planes.map((plane) => placed(plane, head, picture))
  const { widthPx, heightPx, rgba } = picture
  for (let to = 0; to < count; to++) {
    const left = (to % sidePx) * step - half
    const top = Math.floor(to / sidePx) * step - half + middle
    for (let k = 0; k < samples ** 2; k++) {
      const u = left + (((k % samples) + 0.5) / samples) * step
      const v = top + ((Math.floor(k / samples) + 0.5) / samples) * step
      const px = Math.floor(place.x.origin + u * place.x.u + v * place.x.v)
      const py = Math.floor(place.y.origin + u * place.y.u + v * place.y.v)
      if (px < 0 || py < 0 || px >= widthPx || py >= heightPx) continue
      const from = 4 * (py * widthPx + px)
      for (let c = 0; c < 3; c++) {
        const own = ((rgba[from + c] as number) / 255) * share
        values[c * count + to] = (values[c * count + to] as number) + own
      }
      for (let n = 0; n < shown.length; n++) {
        const own = valueAt(shown[n] as PlacedPlane, px, py) * share
        values[(3 + n) * count + to] = (values[(3 + n) * count + to] as number) + own
      }
    }
  }
  return { sidePx, values }
}

/** A plane, and where in the picture it lies. */
interface PlacedPlane extends FloatPlane {
  readonly x: number
  readonly y: number
}

function placed(plane: FloatPlane, { box }: Head, picture: Raster): PlacedPlane {
  const isWhole = plane.widthPx === picture.widthPx && plane.heightPx === picture.heightPx
  const { x, y } = isWhole ? { x: 0, y: 0 } : box
  return { ...plane, x, y }
}

/** What a plane has at a pixel of the picture; 0 beside it. */
function valueAt({ values, widthPx, heightPx, x, y }: PlacedPlane, px: number, py: number): number {
  const [column, row] = [px - x, py - y]
  if (column < 0 || row < 0 || column >= widthPx || row >= heightPx) return 0
  return values[row * widthPx + column] as number
}

/** Of a coordinate of the picture: at the middle of a head, and for each face width across and down. */
interface Along {
  readonly origin: number
  readonly u: number
  readonly v: number
}

/** Where in the picture a place of a head lies. */
function placesOf({ place }: Head): { readonly x: Along; readonly y: Along } {
  const [origin, right, down] = [place(0, 0), place(1, 0), place(0, 1)]
  const [ux, vx] = [right.u - origin.u, right.v - origin.v]
  const [uy, vy] = [down.u - origin.u, down.v - origin.v]
  const area = ux * vy - uy * vx
  const along = (u: number, v: number): Along => ({
    origin: -(origin.u * u + origin.v * v),
    u,
    v,
  })
  return { x: along(vy / area, -uy / area), y: along(-vx / area, ux / area) }
}

import { type Box, clampBox } from '../../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import type { Head } from '../../../../face-points/head.ts'
import type { OkLabPicture } from '../../study.ts'

/** What of a picture is looked at about a head, head widths from the middle of its face. */
const WINDOW = { aside: 1.7, above: 2.3, below: 1.5 } as const
/** A head is looked at where it is about so wide, px. */
const HEAD_PX = 48
/** So many samples across a square are enough. */
const SAMPLES = 4
/** From this share of the mask on a place is somebody's. */
const PERSON = 0.5

/** A small copy of what lies about a head, row by row. */
export interface HeadWindow {
  readonly widthPx: number
  readonly heightPx: number
  /** How wide the head is in it, px. */
  readonly headPx: number
  /** The part of the picture that it is of, as the box of the head. */
  readonly head: Head
  /** Colours, OKLab. */
  readonly planes: readonly Float32Array[]
  /** 1 where the mask of people has somebody. */
  readonly isPerson: Uint8Array
  /** How far each place lies from the middle of the face, head widths. */
  readonly u: Float32Array
  readonly v: Float32Array
}

/** Looks at what lies about a head. @param person where people are, 0..1 */
export function windowAbout(head: Head, fine: OkLabPicture, person: FloatPlane): HeadWindow {
  const whole = { ...head, box: boxAbout(head, fine) }
  const by = Math.max(1, Math.round(head.widthPx / HEAD_PX))
  const { x, y, width, height } = whole.box
  const [widthPx, heightPx] = [Math.ceil(width / by), Math.ceil(height / by)]
  const small = (plane: Float32Array) => meansIn(plane, fine, whole.box, by)
  const mask = small(person.values)
  const [u, v] = [new Float32Array(mask.length), new Float32Array(mask.length)]
  for (let at = 0; at < mask.length; at++) {
    const [column, row] = [at % widthPx, Math.floor(at / widthPx)]
    const place = head.place(x + (column + 0.5) * by, y + (row + 0.5) * by)
    u[at] = place.u
    v[at] = place.v
  }
  return {
    widthPx,
    heightPx,
    headPx: head.widthPx / by,
    head: whole,
    planes: [fine.lightness, fine.a, fine.b].map(small),
    isPerson: Uint8Array.from(mask, (share) => (share > PERSON ? 1 : 0)),
    u,
    v,
  }
}

/** Means of squares of `by` by `by` pixels of a box of a plane; of pixels that lie apart where there are many. */
function meansIn(plane: Float32Array, { widthPx }: OkLabPicture, box: Box, by: number) {
  const [across, down] = [Math.ceil(box.width / by), Math.ceil(box.height / by)]
  const step = Math.max(1, Math.floor(by / SAMPLES))
  const means = new Float32Array(across * down)
  for (let row = 0, to = 0; row < down; row++) {
    const [top, bottom] = [row * by, Math.min(box.height, (row + 1) * by)]
    for (let column = 0; column < across; column++, to++) {
      const right = Math.min(box.width, (column + 1) * by)
      let [sum, count] = [0, 0]
      for (let y = top; y < bottom; y += step) {
        const first = (box.y + y) * widthPx + box.x
        for (let x = column * by; x < right; x += step) {
          sum += plane[first + x] as number
          count++
        }
      }
      means[to] = sum / count
    }
  }
  return means
}

/** The box of the picture that holds the window of a head, however that leans. */
function boxAbout({ place, widthPx: wide }: Head, { widthPx, heightPx }: OkLabPicture) {
  const [origin, right, down] = [place(0, 0), place(1, 0), place(0, 1)]
  const [ux, vx] = [right.u - origin.u, right.v - origin.v]
  const [uy, vy] = [down.u - origin.u, down.v - origin.v]
  const area = ux * vy - uy * vx
  const x = (uy * origin.v - vy * origin.u) / area
  const y = (vx * origin.u - ux * origin.v) / area
  const { aside, above, below } = WINDOW
  const box = {
    x: x - aside * wide,
    y: y - above * wide,
    width: 2 * aside * wide,
    height: (above + below) * wide,
  }
  return clampBox(box, widthPx, heightPx)
}

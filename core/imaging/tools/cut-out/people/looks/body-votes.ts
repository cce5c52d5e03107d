import { type Box, createFloatPlane, scaledBox, smoothstep } from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import type { SegmentBody } from '../../../../portrait/segment-body.ts'
import type { ToolEnvironment } from '../../../../tool.ts'
import type { HeadPlace } from '../heads/head-place.ts'

/** The second network's part in the mean: what the first is sure of, it does not overturn. */
const VOTE = 0.45
/** People who are looked at one by one; in a crowd bodies hide each other. */
const BODIES_MAX = 4
/** Share of a head in the picture from which the vote fades, and counts no more: it knows bodies. */
const FAR = 0.1
const NEAR = 0.15
/** A head so large leaves no body to be seen. */
const PORTRAIT = 0.5
/** A vote that shares less than this with the mask has looked at something else. */
const AGREEMENT_MIN = 0.5
/** A body's room beside and below its head, in sizes of the face's box. */
const BESIDE = 3.4
const BELOW = 8.5
const ABOVE = 1.6
/** What lies at the rim of a square turns the network's mind: two of them are asked. */
const MARGINS = [1.05, 1.25] as const

/**
 * What a network of whole bodies says of each person, under 0 where it was not asked; null where it
 * would not help, or looked at something else.
 * @param mask what is known so far, and the look at the whole: one of them must agree
 * @param box of all people, in pixels of the mask, which may be smaller than the picture
 */
export async function bodyVotes(
  env: ToolEnvironment,
  picture: Raster,
  { mask, atWhole }: Readonly<Record<'mask' | 'atWhole', FloatPlane>>,
  { heads, box, segmentBody }: BodiesToSee,
): Promise<FloatPlane | null> {
  if (heads.length > BODIES_MAX || largestShare(mask, heads) > PORTRAIT) return null
  const votes = createFloatPlane(mask.widthPx, mask.heightPx)
  votes.values.fill(-1)
  const scale = picture.widthPx / mask.widthPx
  const rooms = heads.length > 1 ? heads.map((head) => roomOf(head, box)) : [box]
  for (const room of rooms) {
    const looks = MARGINS.map((margin) => squareAbout(room, margin))
    const bodies: FloatPlane[] = []
    for (const square of looks) {
      bodies.push(await segmentBody(picture, scaledBox(square, scale)))
      await env.checkpoint()
    }
    const [inner, outer] = looks
    const [near, far] = bodies
    if (inner === undefined || outer === undefined || near === undefined || far === undefined)
      continue
    addVotes(votes, inner, [new PlaceSampler(near, inner), new PlaceSampler(far, outer)])
  }
  const agreed = Math.max(agreement(mask, votes), agreement(atWhole, votes))
  return agreed < AGREEMENT_MIN ? null : votes
}

/** The largest head against the picture's longer side. */
const largestShare = (
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  heads: readonly HeadPlace[],
): number => Math.max(0, ...heads.map((head) => head.size)) / Math.max(widthPx, heightPx)

/** Whether heads are so large that bodies are not seen whole. */
export const isPortrait = (
  picture: { readonly widthPx: number; readonly heightPx: number },
  heads: readonly HeadPlace[],
): boolean => largestShare(picture, heads) > NEAR

/** What the votes count in the mean. */
export const weightOfBodies = (
  picture: { readonly widthPx: number; readonly heightPx: number },
  heads: readonly HeadPlace[],
): number => VOTE * (1 - smoothstep(FAR, NEAR, largestShare(picture, heads)))

/** Averages a mask, in place, with what a network of whole bodies says of people seen whole. */
export function averageWithBodies(
  mask: FloatPlane,
  votes: FloatPlane,
  heads: readonly HeadPlace[],
): void {
  const weight = weightOfBodies(mask, heads)
  if (weight === 0) return
  for (let at = 0; at < mask.values.length; at++) {
    const vote = votes.values[at] ?? 0
    if (vote < 0) continue
    const x = at % mask.widthPx
    const share = weight * heardAt(heads, x, (at - x) / mask.widthPx)
    const old = mask.values[at] ?? 0
    mask.values[at] = old + (vote - old) * share
  }
}

/** What the second network says counts 0 of hair and hats, which it loses, and 1 away from heads. */
function heardAt(heads: readonly HeadPlace[], x: number, y: number): number {
  let least = 1
  for (const head of heads) {
    const across = (x - head.x) / head.size
    const down = (y - head.y) / head.size
    const away = smoothstep(1.1, 1.6, Math.hypot(across, down * (down < 0 ? 0.8 : 1)))
    least = Math.min(least, Math.max(away, smoothstep(0.2, 0.7, down)))
  }
  return least
}

export interface BodiesToSee {
  readonly heads: readonly HeadPlace[]
  readonly box: Box
  readonly segmentBody: SegmentBody
}

function roomOf(head: HeadPlace, box: Box): Box {
  const x = Math.max(box.x, head.x - BESIDE * head.size)
  const y = Math.max(box.y, head.y - ABOVE * head.size)
  const right = Math.min(box.x + box.width, head.x + BESIDE * head.size)
  const bottom = Math.min(box.y + box.height, head.y + BELOW * head.size)
  return { x, y, width: right - x, height: bottom - y }
}

function squareAbout(room: Box, margin: number): Box {
  const side = Math.max(room.width, room.height) * margin
  return {
    x: room.x + (room.width - side) / 2,
    y: room.y + (room.height - side) / 2,
    width: side,
    height: side,
  }
}

/** What looks at somebody say on average, in a square of the picture; the surest of several people's counts. */
function addVotes(votes: FloatPlane, square: Box, looks: readonly PlaceSampler[]): void {
  const { widthPx, heightPx, values } = votes
  const left = Math.max(0, Math.ceil(square.x))
  const right = Math.min(widthPx, Math.floor(square.x + square.width))
  const bottom = Math.min(heightPx, Math.floor(square.y + square.height))
  const row = new Float32Array(Math.max(0, right - left))
  for (let y = Math.max(0, Math.ceil(square.y)); y < bottom; y++) {
    row.fill(0)
    for (const look of looks) look.addRow(y, left, row)
    for (let x = left; x < right; x++) {
      const at = y * widthPx + x
      const vote = (row[x - left] as number) / looks.length
      if (vote > (values[at] as number)) values[at] = vote
    }
  }
}

/** Reads a plane that was stretched over a square of a picture, bilinear. */
class PlaceSampler {
  readonly #plane: FloatPlane
  readonly #square: Box

  constructor(plane: FloatPlane, square: Box) {
    this.#plane = plane
    this.#square = square
  }

  /** Adds what lies on a row of the picture, from a column on, to what a row holds. */
  addRow(y: number, left: number, row: Float32Array): void {
    const { widthPx, heightPx, values } = this.#plane
    const square = this.#square
    const py = placeIn(y - square.y, square.height, heightPx)
    const top = Math.floor(py) * widthPx
    const below = Math.min(heightPx - 1, Math.floor(py) + 1) * widthPx
    const down = py - Math.floor(py)
    for (let column = 0; column < row.length; column++) {
      const px = placeIn(left + column - square.x, square.width, widthPx)
      const one = Math.floor(px)
      const other = Math.min(widthPx - 1, one + 1)
      const share = px - one
      const above = mix(values[top + one] as number, values[top + other] as number, share)
      const under = mix(values[below + one] as number, values[below + other] as number, share)
      row[column] = (row[column] as number) + mix(above, under, down)
    }
  }
}

/** A place along a square's side among the middles of a plane's pixels. */
const placeIn = (away: number, side: number, pixels: number): number =>
  Math.min(pixels - 1, Math.max(0, (away / side) * pixels - 0.5))

const mix = (one: number, other: number, share: number): number => one + (other - one) * share

/** Intersection over union at one half, where there is a vote. */
function agreement(mask: FloatPlane, votes: FloatPlane): number {
  let both = 0
  let either = 0
  for (let at = 0; at < mask.values.length; at++) {
    const vote = votes.values[at] ?? 0
    if (vote < 0) continue
    const a = (mask.values[at] ?? 0) > 0.5
    const b = vote > 0.5
    if (a && b) both++
    if (a || b) either++
  }
  return either === 0 ? 0 : both / either
}

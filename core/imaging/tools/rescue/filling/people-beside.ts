import type { PatchesAt } from '../../../../kernels/patches.ts'
import { boxOf, piecesOfMarks } from '../../../../pixels/pieces.ts'
import { type Box, createPlane, smoothstep } from '../../../../pixels/pixels.ts'
import type { Plane, Raster } from '../../../../pixels/raster.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import { networkSquare } from '../../../portrait/network-square.ts'
import type { Size } from '../corners.ts'
import type { FillEnvironment } from './hole-guide.ts'
import { areaOf } from './hole-levels.ts'

/** Side of what the network sees and says. */
const SEEN_PX = 256
/** Squares in which it looks, in shares of the shorter side: somebody in the background fills one of them. */
const SQUARES = [0.6, 0.4]
/** How far one square lies from the next, in shares of it. */
const STEP = 0.7
/** In the mean of all squares that show a place; one alone takes trees and cars for somebody. */
const SURE = { from: 0.25, to: 0.55 }

/** Seen so surely, 0..255, a pixel is somebody's. */
const SEEN_FROM = 128
/**
 * Somebody stands upright and fills what is about them: height to width, and of the box about them, at
 * least. Smaller than this share of a hole is chance.
 */
const SOMEBODY = { upright: 1.4, ofBox: 0.35, ofHole: 0.008 }
/** Of a hole that shows a crowd so much is people. */
const CROWD = 0.16
/** Whom a fill shows twice is copied whole: so much of them, and of what stands there to be copied. */
const COPIED = { share: 0.8, ofOther: 0.5 }

/**
 * Where people stand in a picture whose hole was filled, 0..255, in the hole too.
 * @returns null where no network is at hand
 */
export async function peopleShown(env: FillEnvironment, at: PatchesAt): Promise<Plane | null> {
  if (env.findPeople === undefined) return null
  const filled = env.kernels.joinPatches(at, 0)
  await env.checkpoint()
  return await peopleIn(env, filled)
}

/** Of those who were shown twice so much may be left: in a crowd they would be cut in pieces. */
const LEFT_MAX = 0.3

/** Whether a hole shows hardly any of the people any more that it showed. */
export function areGone(now: Plane | null, before: Plane, hole: Plane): boolean {
  const shown = ({ values }: Plane) =>
    values.reduce((sum, value, at) => sum + (hole.values[at] === 0 ? 0 : value), 0)
  return now !== null && shown(now) <= LEFT_MAX * shown(before)
}

/**
 * Whether what fills a hole shows somebody whole: copied from beside it, they stand there twice. In a
 * crowd nobody is told from the next, and one more is not seen.
 * @param people as `peopleShown` answers
 */
export function isSomebodyCopied({ widthPx, values }: Plane, { hole, found }: PatchesAt): boolean {
  const holeArea = areaOf(hole)
  const isSeen = (pixel: number) => (values[pixel] as number) >= SEEN_FROM
  const piecesWhere = (isIn: (pixel: number) => boolean) =>
    piecesOfMarks(
      withValues(new Uint8Array(values.length), (pixel) => (isSeen(pixel) && isIn(pixel) ? 1 : 0)),
      widthPx,
    )
  const others = new Int32Array(values.length)
  for (const { pixels } of piecesWhere((pixel) => hole.values[pixel] === 0)) {
    for (const pixel of pixels) others[pixel] = pixels.length
  }
  const shown = piecesWhere((pixel) => hole.values[pixel] !== 0)
  const area = shown.reduce((sum, { pixels }) => sum + pixels.length, 0)
  if (area > CROWD * holeArea) return false
  return shown.some(({ pixels }) => {
    if (pixels.length < SOMEBODY.ofHole * holeArea || !isUpright(pixels, widthPx)) return false
    let [copied, other] = [0, 0]
    for (const pixel of pixels) {
      const from = found[pixel] ?? -1
      if (from < 0 || !isSeen(from)) continue
      copied++
      other = Math.max(other, others[from] as number)
    }
    return copied >= COPIED.share * pixels.length && copied >= COPIED.ofOther * other
  })
}

/** Whether pixels are together as somebody who stands is. */
function isUpright(pixels: Int32Array, widthPx: number): boolean {
  const { width, height } = boxOf(pixels, widthPx)
  return height >= SOMEBODY.upright * width && pixels.length >= SOMEBODY.ofBox * width * height
}

async function peopleIn(env: FillEnvironment, filled: Raster): Promise<Plane | null> {
  const session = (await env.findPeople?.()) ?? null
  if (session === null) return null
  const { widthPx, heightPx } = filled
  const sums = new Float32Array(widthPx * heightPx)
  const counts = new Uint8Array(sums.length)
  for (const share of SQUARES) {
    const side = Math.round(share * Math.min(widthPx, heightPx))
    for (const y of placesOf(heightPx, side)) {
      for (const x of placesOf(widthPx, side)) {
        const box = { x, y, width: side, height: side }
        const { values } = await session.run(
          networkSquare(filled, box, SEEN_PX, { from: 0, to: 1 }),
        )
        add(sums, counts, widthPx, values, box)
        await env.checkpoint()
      }
    }
  }
  const people = createPlane(widthPx, heightPx)
  for (const [at, sum] of sums.entries()) {
    people.values[at] =
      255 * smoothstep(SURE.from, SURE.to, sum / Math.max(1, counts[at] as number))
  }
  return people
}

/** Where squares begin along a side, the last at its end. */
function placesOf(length: number, side: number): readonly number[] {
  const count = Math.ceil((length - side) / (STEP * side))
  return Array.from({ length: count + 1 }, (_, at) =>
    Math.round((at * (length - side)) / Math.max(1, count)),
  )
}

function add(
  sums: Float32Array,
  counts: Uint8Array,
  widthPx: number,
  seen: Float32Array,
  { x, y, width, height }: Box,
): void {
  for (let v = 0; v < height; v++) {
    const row = Math.floor((v * SEEN_PX) / height) * SEEN_PX
    for (let u = 0; u < width; u++) {
      const to = (y + v) * widthPx + x + u
      const own = seen[row + Math.floor((u * SEEN_PX) / width)] as number
      sums[to] = (sums[to] as number) + own
      counts[to] = (counts[to] as number) + 1
    }
  }
}

/** The most that is seen under each pixel of a smaller picture of the same place. */
export function peopleAt(people: Plane, { widthPx, heightPx }: Size): Float32Array {
  const [byX, byY] = [people.widthPx / widthPx, people.heightPx / heightPx]
  return withValues(new Float32Array(widthPx * heightPx), (at) => {
    const [x, y] = [at % widthPx, Math.floor(at / widthPx)]
    let most = 0
    for (let v = Math.floor(y * byY); v < Math.min(people.heightPx, (y + 1) * byY); v++) {
      for (let u = Math.floor(x * byX); u < Math.min(people.widthPx, (x + 1) * byX); u++) {
        most = Math.max(most, people.values[v * people.widthPx + u] as number)
      }
    }
    return most / 255
  })
}

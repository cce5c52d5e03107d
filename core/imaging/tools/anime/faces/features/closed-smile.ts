import { smoothstep } from '../../../../../pixels/pixels.ts'
import { away, meanPoint, moved, towards } from '../../../../face-points/face-lines.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { withCornersRaised } from './raised-corners.ts'

/** Lips that meet are as wide as this in a smile, in face widths: raised corners, mouth widths, count for as much more. */
const SMILE = { from: 0.385, to: 0.41, lift: 0.3 }
/**
 * How far corners of a drawn smile lie above the middle of its line, and by how much they are raised at least and at
 * most, mouth widths: what a photo tells by cheeks and folds a drawing tells by its line alone.
 */
const CORNER = { high: 0.13, least: 0.035, most: 0.09 }
/** The gap between lips that meet, mouth widths. */
const SHUT = 0.055
/** How far the line of a smile goes on beyond the lips, outwards and up, mouth widths. */
const BEYOND = { out: 0.05, up: 0.035 }

interface Mouth {
  readonly widthPx: number
  /** How far its corners lie above the middle of its line, mouth widths. */
  readonly lift: number
  readonly isShut: boolean
}

function mouthOf({ points, down }: FoundFace): Mouth {
  const lips = pointsOf(points, 'lipsTop')
  const [top, bottom] = [pointsOf(points, 'mouthTop'), pointsOf(points, 'mouthBottom')]
  const [right, left] = [lips[0], lips.at(-1)]
  const widthPx = Math.max(1e-6, away(right, left))
  const depth = (of: readonly (Point | undefined)[]) => {
    const { x, y } = meanPoint(of.map((p) => p ?? { x: 0, y: 0 }))
    return x * down.x + y * down.y
  }
  const [upper, lower] = [top[top.length >> 1], bottom[bottom.length >> 1]]
  const lift = (depth([upper, lower]) - depth([right, left])) / widthPx
  const gap = Math.max(...top.map((p, i) => away(p, bottom[i]))) / widthPx
  return { widthPx, lift, isShut: gap < SHUT }
}

/** How much a face smiles whose lips meet, 0..1; none where they are open. */
export function closedSmileOf(face: FoundFace): number {
  const { widthPx, lift, isShut } = mouthOf(face)
  if (!isShut) return 0
  return smoothstep(SMILE.from, SMILE.to, widthPx / face.widthPx + SMILE.lift * lift)
}

/** A face whose lips meet in a smile, with the corners of its mouth raised; any other as it is. */
export function withClosedSmile(face: FoundFace): FoundFace {
  const smile = closedSmileOf(face)
  if (smile === 0) return face
  const { widthPx, lift } = mouthOf(face)
  const by = Math.min(CORNER.most, Math.max(CORNER.least, CORNER.high - lift))
  return withCornersRaised(face, smile * by * widthPx)
}

/** The line between lips, which in a smile goes on beyond them, outwards and up. @param smile 0..1 */
export function smilingLine(face: FoundFace, line: readonly Point[], smile: number): Point[] {
  const [first, last] = [line[0], line.at(-1)]
  if (smile === 0 || first === undefined || last === undefined) return [...line]
  const widthPx = away(first, last) * smile
  const end = (p: Point, side: 1 | -1) =>
    moved(p, face, side * BEYOND.out * widthPx, -BEYOND.up * widthPx)
  const [right, left] = [end(first, -1), end(last, 1)]
  const halves = (from: Point, to: Point) => [0.5, 1].map((share) => towards(from, to, share))
  return [...halves(first, right).toReversed(), ...line, ...halves(last, left)]
}

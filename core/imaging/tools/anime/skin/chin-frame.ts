import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { SkinOfBody } from './skin-of-body.ts'

/** A place against the middle and the height of a chin, in face widths. */
export interface ChinFrame {
  readonly chin: Point
  /** Aside, and below, for who asks for every pixel: a pair of both would be garbage. */
  readonly uAt: (x: number, y: number) => number
  readonly vAt: (x: number, y: number) => number
}

export function chinFrameOf({ points, across, down, widthPx }: FoundFace): ChinFrame {
  const jaw = pointsOf(points, 'jaw')
  const along = ({ x, y }: Point, axis: Point) => x * axis.x + y * axis.y
  const us = jaw.map((p) => along(p, across))
  const middle = (Math.min(...us) + Math.max(...us)) / 2
  const height = Math.max(...jaw.map((p) => along(p, down)))
  return {
    chin: { x: middle * across.x + height * down.x, y: middle * across.y + height * down.y },
    uAt: (x, y) => (x * across.x + y * across.y - middle) / widthPx,
    vAt: (x, y) => (x * down.x + y * down.y - height) / widthPx,
  }
}

/** How far below the line of a jaw the shade is that it casts, and how far above it one looks, face widths. */
const CAST = { below: 0.17, above: 0.04 }

/** Whether a place lies so close below somebody's jaw that what is dark there is its shade. */
export function isUnderJaw(skins: readonly SkinOfBody[]): (x: number, y: number) => boolean {
  const jaws = skins.map(({ face }) => jawLineOf(face))
  // Asked for thousands of places: without pairs, and what is far above or below is told first.
  return (x, y) => {
    for (const line of jaws) {
      const v = line.vAt(x, y)
      if (v < -1 || v > CAST.below) continue
      const jaw = jawAt(line, line.uAt(x, y))
      if (v > jaw - CAST.above && v < jaw + CAST.below) return true
    }
    return false
  }
}

/** Whether a place lies below the line of somebody's jaw, or as low beside it. */
export function isBelowJaw(face: FoundFace): (x: number, y: number) => boolean {
  const line = jawLineOf(face)
  const { us, vs } = line
  const [first, last] = [us[0] ?? 0, us.at(-1) ?? 0]
  return (x, y) => {
    const v = line.vAt(x, y)
    if (v < -1) return false
    const u = line.uAt(x, y)
    const jaw = u < first ? vs[0] : u >= last ? vs.at(-1) : jawAt(line, u)
    return v > (jaw ?? 0)
  }
}

/** How high the line of a jaw lies at some place aside; not a number beyond its ends. */
function jawAt({ us, vs }: JawLine, u: number): number {
  let next = 0
  while (next < us.length && (us[next] as number) <= u) next++
  if (next === 0 || next === us.length) return Number.NaN
  const left = us[next - 1] as number
  const height = vs[next - 1] as number
  const across = (us[next] as number) - left
  return height + (((vs[next] as number) - height) * (u - left)) / Math.max(1e-6, across)
}

interface JawLine extends Pick<ChinFrame, 'uAt' | 'vAt'> {
  /** Of its points, from one side to the other. */
  readonly us: Float64Array
  readonly vs: Float64Array
}

function jawLineOf(face: FoundFace): JawLine {
  const { uAt, vAt } = chinFrameOf(face)
  const line = pointsOf(face.points, 'jaw')
    .map(({ x, y }) => ({ u: uAt(x, y), v: vAt(x, y) }))
    .toSorted((one, other) => one.u - other.u)
  return {
    uAt,
    vAt,
    us: Float64Array.from(line, ({ u }) => u),
    vs: Float64Array.from(line, ({ v }) => v),
  }
}

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
  const first = us.indexOf(Math.min(...us))
  const last = us.indexOf(Math.max(...us))
  return (x, y) => {
    const v = line.vAt(x, y)
    if (v < -1) return false
    const u = line.uAt(x, y)
    const isBefore = u < (us[first] as number)
    const isAfter = u > (us[last] as number)
    return v > (isBefore ? (vs[first] as number) : isAfter ? (vs[last] as number) : jawAt(line, u))
  }
}

/**
 * How high the line of a jaw lies at some place aside; not a number beyond its ends. Of a head that is turned its far
 * side lies over the near one: then the lower one.
 */
function jawAt({ us, vs }: JawLine, u: number): number {
  let lowest = Number.NaN
  for (let next = 1; next < us.length; next++) {
    const [from, to] = [us[next - 1] as number, us[next] as number]
    if (u < Math.min(from, to) || u > Math.max(from, to)) continue
    const [start, end] = [vs[next - 1] as number, vs[next] as number]
    const height =
      from === to ? Math.max(start, end) : start + ((end - start) * (u - from)) / (to - from)
    if (!(height <= lowest)) lowest = height
  }
  return lowest
}

interface JawLine extends Pick<ChinFrame, 'uAt' | 'vAt'> {
  /** Of its points, from one ear to the other. */
  readonly us: Float64Array
  readonly vs: Float64Array
}

function jawLineOf(face: FoundFace): JawLine {
  const { uAt, vAt } = chinFrameOf(face)
  const line = pointsOf(face.points, 'jaw')
  return {
    uAt,
    vAt,
    us: Float64Array.from(line, ({ x, y }) => uAt(x, y)),
    vs: Float64Array.from(line, ({ x, y }) => vAt(x, y)),
  }
}

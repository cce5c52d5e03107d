import { meanPoint } from '../../../face-points/face-lines.ts'
import { featureOutlines } from '../../../face-points/face-outlines.ts'
import { placedFrom, underNose } from '../../../face-points/face-places.ts'
import { type Point, pointsOf } from '../../../face-points/face-points.ts'
import { type FoundFace, scaledFace } from '../../../face-points/find-faces.ts'
import { contains } from '../../../face-points/samples.ts'
import type { Cel } from '../cel.ts'
import type { DrawnFace } from './draw-faces.ts'

/** What a place is to a face: beyond all of them, a feature of one, well within one, or at its edge. */
export const BODY = 1
export const FEATURE = 2
export const WITHIN = 3
const EDGE = 4

/** The zone of a place. */
export type ZoneAt = (at: number) => number

/** Somebody farther away has no lines on the skin: a face is so wide against the picture's longer side at least. */
const NEAR = 0.1
/** Well within a face and beyond it, against its oval's own size. */
const OVAL = { within: 0.86, beyond: 1.08 }
/** What lies about a face is looked at so far beyond it, face widths. */
const ABOUT = 0.5
/** The nose, from the place under it, face widths: its own lines come from nowhere else. */
const NOSE = { aside: 0.16, below: 0.06 }
/** Above this nobody's hand is told from hair, from the place under the nose, face widths. */
const ABOVE = -0.3
/** A face that is far away ends in lines of what lies beside it: so much of its oval. */
const FAR_WITHIN = 0.93

type Size = Pick<Cel, 'widthPx' | 'heightPx'>

interface Region {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

function boxOf(face: FoundFace, { widthPx, heightPx }: Size): Region {
  const oval = pointsOf(face.points, 'faceOval')
  const room = ABOUT * face.widthPx
  const [xs, ys] = [oval.map(({ x }) => x), oval.map(({ y }) => y)]
  const left = Math.max(0, Math.floor(Math.min(...xs) - room))
  const top = Math.max(0, Math.floor(Math.min(...ys) - room))
  const right = Math.min(widthPx, Math.ceil(Math.max(...xs) + room))
  const bottom = Math.min(heightPx, Math.ceil(Math.max(...ys) + room))
  return { left, top, width: right - left, height: bottom - top }
}

/** Those of the faces that are near enough for lines on their skin. @param scale of the cel */
export function nearFaces(
  faces: readonly DrawnFace[],
  { widthPx, heightPx }: Size,
  scale: number,
): readonly DrawnFace[] {
  const leastPx = NEAR * Math.max(widthPx, heightPx)
  return faces.filter(({ face }) => face.widthPx * scale > leastPx)
}

/**
 * What places of a cel are to faces; worked out for those alone that are asked for, each once, as most of a picture is no line.
 * @param scale of the cel
 */
export function zonesAbout(faces: readonly DrawnFace[], cel: Size, scale: number): ZoneAt {
  const { widthPx, heightPx } = cel
  const large = nearFaces(faces, cel, scale)
  const zones = new Uint8Array(widthPx * heightPx)
  // Of two faces at one place the later one counts.
  const readers = faces
    .map((drawn) =>
      (large.includes(drawn) ? zoneIn : farZoneIn)(cel, scaledFace(drawn.face, scale)),
    )
    .toReversed()
  return (at) => {
    if (zones[at] === 0) {
      const x = at % widthPx
      const y = Math.floor(at / widthPx)
      let zone = BODY
      for (const read of readers) if (zone === BODY) zone = read(x, y)
      zones[at] = zone
    }
    return zones[at] as number
  }
}

function zoneIn(cel: Size, face: FoundFace): (x: number, y: number) => number {
  const { left, top, width, height } = boxOf(face, cel)
  const oval = pointsOf(face.points, 'faceOval')
  const [inner, outer] = [scaled(oval, OVAL.within), scaled(oval, OVAL.beyond)]
  const features = featureOutlines(face)
  const placed = placedFrom(face, underNose(face))
  return (column, row) => {
    if (column < left || row < top || column >= left + width || row >= top + height) return BODY
    const x = column + 0.5
    const y = row + 0.5
    if (!contains(outer, x, y)) return BODY
    const { u, v } = placed({ x, y })
    const isNose = Math.abs(u) < NOSE.aside && v < NOSE.below
    const isFeature = v < ABOVE || isNose || features.some((one) => contains(one, x, y))
    return isFeature ? FEATURE : contains(inner, x, y) ? WITHIN : EDGE
  }
}

/** A face that is too far away for lines on its skin beside one that is not: they would be ticks. */
function farZoneIn(cel: Size, face: FoundFace): (x: number, y: number) => number {
  const { left, top, width, height } = boxOf(face, cel)
  const inner = scaled(pointsOf(face.points, 'faceOval'), FAR_WITHIN)
  return (column, row) => {
    if (column < left || row < top || column >= left + width || row >= top + height) return BODY
    return contains(inner, column + 0.5, row + 0.5) ? FEATURE : BODY
  }
}

function scaled(outline: readonly Point[], by: number): Point[] {
  const middle = meanPoint(outline)
  return outline.map(({ x, y }) => ({
    x: middle.x + (x - middle.x) * by,
    y: middle.y + (y - middle.y) * by,
  }))
}

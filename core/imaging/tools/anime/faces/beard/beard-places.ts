import { maskOf } from '../../../../face-points/face-outlines.ts'
import { placedFrom, underNose } from '../../../../face-points/face-places.ts'
import { type Point, pointsOf } from '../../../../face-points/face-points.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import type { SkinOfFace } from '../../../../face-points/skin-of-face.ts'
import { placesIn } from '../parts/places-in-face.ts'

/** Fewer pixels than these say nothing. */
export const LEAST_PX = 12

/** What hair must cover of each half of a place. */
const COVERED = 0.12

/** A part of the face where hair grows, by halves: the person's right and left. */
export type Place = readonly [right: number[], left: number[]]
export type BeardPlaces = readonly [moustache: Place, chin: Place, cheeks: Place]

export interface BeardFrame {
  /** From the middle under the nose, in face widths. */
  readonly at: (index: number) => { readonly u: number; readonly v: number }
  readonly place: (point: Point) => Point
}

/** Where the pixels of a face's skin lie on the face. */
export function frameOf(face: FoundFace, seen: SkinOfFace): BeardFrame {
  const { box, inside } = seen
  const { widthPx, heightPx } = inside
  const placed = placedFrom(face, underNose(face))
  return {
    at: (index) =>
      placed({
        x: box.x + (((index % widthPx) + 0.5) * box.width) / widthPx,
        y: box.y + ((Math.floor(index / widthPx) + 0.5) * box.height) / heightPx,
      }),
    place: placesIn(seen).toPlane,
  }
}

/** How much lower a moustache begins beside the mouth than under the nose, face widths. */
const DROOP = 0.07

/**
 * A beard's upper edge on a cheek falls from before the ear to beside the mouth, ever less steeply, from under the nose,
 * face widths: a level one is a panel.
 */
const EDGE = { from: 0.17, low: 0.1, to: 0.42, rises: 0.25 } as const

/** How far down from under the nose a beard begins so far aside, face widths. */
function beardEdgeAt(u: number): number {
  const out = Math.max(0, (Math.abs(u) - EDGE.from) / (EDGE.to - EDGE.from))
  return EDGE.low - EDGE.rises * out * out
}

/** Moustache, chin and cheeks, without the lips, and what lies above the ends of a moustache. */
export function placesOf(
  face: FoundFace,
  { inside }: SkinOfFace,
  frame: BeardFrame,
): {
  readonly places: BeardPlaces
  /** Of cheeks, up to the ears, what lies below a beard's upper edge. */
  readonly belowEdge: Place
  readonly aboveEnds: readonly number[]
} {
  const { points } = face
  const [top, bottom] = [pointsOf(points, 'lipsTop'), pointsOf(points, 'lipsBottom')]
  const nose = pointsOf(points, 'noseBase')
  const lips = maskOf(
    [[...top, ...bottom.toReversed()]],
    inside.widthPx,
    inside.heightPx,
    frame.place,
  ).values
  const inFrame = (p?: Point) => {
    const { x, y } = p ?? { x: 0, y: 0 }
    const middle = nose[nose.length >> 1] ?? { x: 0, y: 0 }
    return {
      u: ((x - middle.x) * face.across.x + (y - middle.y) * face.across.y) / face.widthPx,
      v: ((x - middle.x) * face.down.x + (y - middle.y) * face.down.y) / face.widthPx,
    }
  }
  const corners = [inFrame(top[0]), inFrame(top.at(-1))] as const
  const [under, lip] = [inFrame(bottom[5]), inFrame(top[5])]
  const wings = [inFrame(nose[0]).u, inFrame(nose.at(-1)).u] as const
  const middle = (corners[0].u + corners[1].u) / 2
  const half = Math.max(1e-3, (corners[1].u - corners[0].u) / 2)
  const moustache: Place = [[], []]
  const chin: Place = [[], []]
  const cheeks: Place = [[], []]
  const belowEdge: Place = [[], []]
  const aboveEnds: number[] = []
  inside.values.forEach((within, i) => {
    if (within < 0.5 || (lips[i] ?? 0) > 0.3) return
    const { u, v } = frame.at(i)
    const side = u < middle ? 0 : 1
    const isAcross = u > corners[0].u - 0.04 && u < corners[1].u + 0.04
    const mouth = side === 0 ? corners[0].v : corners[1].v
    if (isAcross && v < mouth && v > 0.015 && v < Math.max(lip.v, mouth)) {
      if (v < 0.015 + Math.min(1, ((u - middle) / half) ** 2) * DROOP) aboveEnds.push(i)
      if (u > wings[0] - 0.09 && u < wings[1] + 0.09) moustache[side].push(i)
    } else if (isAcross && v > under.v) chin[side].push(i)
    else if (!isAcross) {
      if (v > 0.02) cheeks[side].push(i)
      if (v > beardEdgeAt(u)) belowEdge[side].push(i)
    }
  })
  return { places: [moustache, chin, cheeks], belowEdge, aboveEnds }
}

/** The share of pixels that are hair. */
export const covered = (half: readonly number[], share: Float32Array) =>
  half.filter((i) => (share[i] ?? 0) > 0.5).length / Math.max(1, half.length)

/** Whether hair covers enough of both halves of a place, as far as they are seen. */
export const isCovered = (place: Place, share: Float32Array, least = COVERED) =>
  place.flat().length >= LEAST_PX &&
  place.every((half) => half.length < LEAST_PX || covered(half, share) > least)

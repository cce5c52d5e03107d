import type { Plane, Raster } from '../../pixels/raster.ts'
import { meanPoint, towards } from './face-lines.ts'
import { placedFrom } from './face-places.ts'
import { type Point, pointsOf } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { coloursWithin, meanOf } from './samples.ts'
import { maskValueIn, somebodysIn } from './somebodys.ts'

/**
 * What lies on somebody's neck or chest and is so much smaller than their face at most: so far aside of the middle of
 * that face at most and below it, face widths. A child who is held there has a larger face, and who stands behind is hidden.
 */
const ON_BODY = { width: 0.45, aside: 0.7, below: { from: 0.9, to: 2.5 } }

/**
 * What lies on somebody's body down to the feet or in a hand, and is so much smaller than their face at most, in face
 * widths aside of it and below it: a knee, a bag, a scarf or a print. Babies' faces are larger; who is far behind is hidden by
 * the body, or beside it with a gap between. Legs stand apart.
 */
const OF_BODY = {
  width: 0.55,
  aside: 1.75,
  below: { from: 0.9, to: 13 },
  legs: { from: 6, aside: 2.5 },
}
/** So small and so far below a face is a shoe or the ground, whatever lies between: who is that far away is higher up. */
const AT_FEET = { width: 0.35, from: 9 }
/** Between a face and what is of its body somebody is seen at each of so many places. */
const BETWEEN = 40

/** Faces without those that are a pendant or a print on another's body. */
export function withoutFalse(faces: readonly FoundFace[]): readonly FoundFace[] {
  return faces.filter((face) => !faces.some((other) => isOnBody(face, other)))
}

function isOnBody(face: FoundFace, other: FoundFace): boolean {
  if (face.widthPx > ON_BODY.width * other.widthPx) return false
  const { u, v } = placedFrom(other, meanPoint(other.points.points))(meanPoint(face.points.points))
  const { from, to } = ON_BODY.below
  return Math.abs(u) < ON_BODY.aside && v > from && v < to
}

/**
 * Chroma against lightness, OKLab: the greyest skin of 270 faces in colour has 0.035 (outside the mask of people 0.05), a wheel
 * that was taken for a face 0.008.
 */
const GREY = 0.02
const SKIN = 0.035

/**
 * Faces without what is grey and nobody's beside a larger face that has colour: a wheel, a lamp or a stone.
 * @param picture in whose pixels the faces are
 * @param mask where people are, 0 to 255, at a size of its own
 */
export function withoutThings(
  faces: readonly FoundFace[],
  picture: Raster,
  mask: Plane,
): readonly FoundFace[] {
  if (faces.length < 2) return faces
  const colours = faces.map((face) => colourfulnessOf(picture, face))
  const isSomebodys = somebodysIn(mask, picture)
  return faces.filter((face, i) => {
    const places = [meanPoint(face.points.points), ...face.points.points]
    if ((colours[i] ?? 0) > GREY || places.some(isSomebodys)) return true
    return !faces.some((other, k) => other.widthPx > face.widthPx && (colours[k] ?? 0) > SKIN)
  })
}

/**
 * Faces without what is of a larger one's own body: what lies below that within it.
 * @param picture in whose pixels the faces are
 * @param mask where people are, 0 to 255, at a size of its own
 */
export function withoutBodies(
  faces: readonly FoundFace[],
  picture: Raster,
  mask: Plane,
): readonly FoundFace[] {
  const isSomebodys = somebodysIn(mask, picture)
  return faces.filter((face) => !faces.some((other) => isOfBody(face, other, isSomebodys)))
}

function isOfBody(
  face: FoundFace,
  other: FoundFace,
  isSomebodys: (point: Point) => boolean,
): boolean {
  if (face.widthPx > OF_BODY.width * other.widthPx) return false
  const [own, head] = [meanPoint(face.points.points), meanPoint(other.points.points)]
  const { u, v } = placedFrom(other, head)(own)
  const { aside, below, legs } = OF_BODY
  if (v < below.from || v > below.to) return false
  if (Math.abs(u) > (v < legs.from ? aside : legs.aside)) return false
  if (v > AT_FEET.from && face.widthPx < AT_FEET.width * other.widthPx) return true
  return Array.from({ length: BETWEEN }, (_, i) => (i + 1) / BETWEEN).every((share) =>
    isSomebodys(towards(head, own, share)),
  )
}

/**
 * A face is nobody's where the mask of people covers less of its points than this: of 160 photographs of one to three
 * people none has less than 0.6, an arch and the moon, taken for faces, have 0.2 at most.
 */
const COVERED = 0.4
/** A group may be as small as it is and be ground for the network of the mask. */
const GROUP_FACES = 4

/**
 * Faces, or none where the mask sees nobody at any of them: then they are windows, the moon or an arch.
 * @param picture in whose pixels the faces are
 * @param mask where people are, 0 to 255, at a size of its own
 */
export function withoutNobodys(
  faces: readonly FoundFace[],
  picture: Pick<Raster, 'widthPx'>,
  mask: Plane,
): readonly FoundFace[] {
  if (faces.length >= GROUP_FACES) return faces
  const maskAt = maskValueIn(mask, picture)
  return faces.some((face) => coveredShare(face, maskAt) >= COVERED) ? faces : []
}

/** How much of a face's points the mask of people covers, 0..1. */
export function coveredShare({ points }: FoundFace, maskAt: (point: Point) => number): number {
  const sum = points.points.reduce((all, point) => all + maskAt(point), 0)
  return sum / (255 * Math.max(1, points.points.length))
}

function colourfulnessOf(picture: Raster, face: FoundFace): number {
  const colours = coloursWithin(picture, pointsOf(face.points, 'faceOval'))
  if (colours.length === 0) return 1
  const [light, a, b] = meanOf(colours)
  return Math.hypot(a, b) / Math.max(0.05, light)
}

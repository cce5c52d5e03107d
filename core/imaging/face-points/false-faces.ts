import type { Plane, Raster } from '../../pixels/raster.ts'
import { meanPoint } from './face-lines.ts'
import { placedFrom } from './face-places.ts'
import { type Point, pointsOf } from './face-points.ts'
import type { FoundFace } from './find-faces.ts'
import { coloursWithin, meanOf } from './samples.ts'

/**
 * What lies on somebody's neck or chest and is so much smaller than their face at most: so far aside of the middle of
 * that face at most and below it, face widths. A child who is held there has a larger face, and who stands behind is hidden.
 */
const ON_BODY = { width: 0.45, aside: 0.7, below: { from: 0.9, to: 2.5 } }

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
/** From this on, of 255, a place is somebody's. */
const SOMEBODY = 128

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
  const scale = mask.widthPx / picture.widthPx
  return faces.filter((face, i) => {
    if ((colours[i] ?? 0) > GREY || isSomebodys(mask, face, scale)) return true
    return !faces.some((other, k) => other.widthPx > face.widthPx && (colours[k] ?? 0) > SKIN)
  })
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
  const scale = mask.widthPx / picture.widthPx
  return faces.some((face) => coveredShare(face, mask, scale) >= COVERED) ? faces : []
}

/** How much of a face's points the mask of people covers, 0..1. */
function coveredShare({ points }: FoundFace, mask: Plane, scale: number): number {
  const sum = points.points.reduce((all, point) => all + maskAt(mask, point, scale), 0)
  return sum / (255 * Math.max(1, points.points.length))
}

/** The mask at a point of its picture, or at the nearest place within it. */
function maskAt({ widthPx, heightPx, values }: Plane, { x, y }: Point, scale: number): number {
  const column = Math.min(widthPx - 1, Math.max(0, Math.floor(x * scale)))
  const row = Math.min(heightPx - 1, Math.max(0, Math.floor(y * scale)))
  return values[row * widthPx + column] ?? 0
}

function colourfulnessOf(picture: Raster, face: FoundFace): number {
  const colours = coloursWithin(picture, pointsOf(face.points, 'faceOval'))
  if (colours.length === 0) return 1
  const [light, a, b] = meanOf(colours)
  return Math.hypot(a, b) / Math.max(0.05, light)
}

/** Whether the middle of a face or any feature of it is within the mask of people. */
function isSomebodys(mask: Plane, face: FoundFace, scale: number): boolean {
  const places = [meanPoint(face.points.points), ...face.points.points]
  return places.some((point) => maskAt(mask, point, scale) >= SOMEBODY)
}

import { meanPoint } from './face-lines.ts'
import { placedFrom } from './face-places.ts'
import type { FoundFace } from './find-faces.ts'

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

import { type Box, sharedOfBoxes } from '../../pixels/pixels.ts'

/** A face in fractions of what was looked at. */
export interface FoundFace {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly points: readonly { readonly x: number; readonly y: number }[]
  readonly score: number
}

/** Boxes that share more of their union are one face's. */
const SAME_FACE = 0.3

/**
 * One face for all boxes that lie on the surest of them: their mean, weighted by how sure each is;
 * as sure as the surest.
 */
export function mergedFaces(found: readonly FoundFace[]): readonly FoundFace[] {
  let rest = found.toSorted((a, b) => b.score - a.score)
  const merged: FoundFace[] = []
  for (;;) {
    const [surest] = rest
    if (surest === undefined) return merged
    const same = rest.filter((face) => sharedOfBoxes(boxOf(face), boxOf(surest)) > SAME_FACE)
    // A box without size lies on nothing, not on itself either.
    merged.push(same.length > 0 ? meanOf(same, surest.score) : surest)
    rest = rest.filter((face) => face !== surest && !same.includes(face))
  }
}

const boxOf = ({ left, top, right, bottom }: FoundFace): Box => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
})

function meanOf(faces: readonly FoundFace[], score: number): FoundFace {
  const total = faces.reduce((sum, face) => sum + face.score, 0)
  const mean = (value: (face: FoundFace) => number) =>
    faces.reduce((sum, face) => sum + value(face) * face.score, 0) / total
  return {
    left: mean(({ left }) => left),
    top: mean(({ top }) => top),
    right: mean(({ right }) => right),
    bottom: mean(({ bottom }) => bottom),
    points: (faces[0]?.points ?? []).map((_, index) => ({
      x: mean(({ points }) => points[index]?.x ?? 0),
      y: mean(({ points }) => points[index]?.y ?? 0),
    })),
    score,
  }
}

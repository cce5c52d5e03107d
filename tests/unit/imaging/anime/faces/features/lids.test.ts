import { describe, expect, it } from 'vitest'
import { drawnLids, isShut, jawLine } from '#core/imaging/face-points/face-lines.ts'
import type { Iris, Point } from '#core/imaging/face-points/face-points.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { type FacePointGroup, facePointGroups } from '#core/imaging/face-points/groups.ts'
import { FACE, MIDDLE, people } from '../../../made-face.ts'

const [front] = people().faces
if (!front) throw new Error('There is a face.')

/** With lids that lie so far below the line from corner to corner in their middles, px of 28. */
const withLids = (upper: number, lower: number): FoundFace => {
  const points: Point[] = [...front.points.points]
  const bend = (group: FacePointGroup, middle: number, by: number) => {
    const indices = facePointGroups[group]
    indices.forEach((index, i) => {
      const share = i / (indices.length - 1)
      points[index] = {
        x: middle + 28 * (share - 0.5),
        y: MIDDLE.y - 20 + by * Math.sin(Math.PI * share),
      }
    })
  }
  bend('rightUpperLid', MIDDLE.x - 32, upper)
  bend('rightLowerLid', MIDDLE.x - 32, lower)
  bend('leftUpperLid', MIDDLE.x + 32, upper)
  bend('leftLowerLid', MIDDLE.x + 32, lower)
  return { ...front, points: { ...front.points, points } }
}

const areShut = (face: FoundFace) => [isShut(face, 'right'), isShut(face, 'left')]

describe('lids', () => {
  it('that hang below the corners of their eyes are drawn shut', () => {
    expect(areShut(withLids(0, 4))).toEqual([true, true])
    expect(areShut(withLids(1, 5))).toEqual([true, true])
  })

  it('that arch over a narrow eye, as in laughter, are open', () => {
    expect(areShut(withLids(-4, 0.5))).toEqual([false, false])
  })

  it('that are raised over a wide eye are open', () => {
    expect(areShut(withLids(-6, 3))).toEqual([false, false])
  })
})

describe('a drawn eye', () => {
  const gapOf = (face: FoundFace, opened: number) => {
    const { upper, lower } = drawnLids(face, 'left', opened)
    const mid = upper.length >> 1
    return (lower[mid]?.y ?? 0) - (upper[mid]?.y ?? 0)
  }

  it('that is narrow stays narrow, as wide ones do not', () => {
    const [narrow, wide] = [withLids(-4, 1.5), withLids(-7, 5)]
    expect(gapOf(narrow, 1) / gapOf(narrow, 0)).toBeLessThan(1.95)
    expect(gapOf(wide, 1) / gapOf(wide, 0)).toBeGreaterThan(2.05)
  })

  it('of one who laughs is opened by a quarter at most', () => {
    const laughing = withLids(-5, 1.2)
    expect(gapOf(laughing, 0.5) / gapOf(laughing, 0)).toBeLessThan(1.25)
  })

  it('has its iris between its lids, where the face has it', () => {
    const face = withLids(-2, 4)
    const { upper, lower, centre } = drawnLids(face, 'left', 0.5)
    const mid = upper.length >> 1
    const middle = ((upper[mid]?.y ?? 0) + (lower[mid]?.y ?? 0)) / 2
    expect(Math.abs(centre.y - middle)).toBeLessThan(1.6)
    expect(drawnLids(face, 'left', 0).centre).toEqual(face.points.leftIris.centre)
  })
})

describe('an iris', () => {
  /** How far beside its own place each iris is drawn, px, in a head that looks so far aside with each eye. */
  const drawnAside = (right: number, left: number, frontal = 1) => {
    const { points } = front
    const lookedBy = ({ centre, radiusPx }: Iris, by: number): Iris => ({
      centre: { ...centre, x: centre.x + by },
      radiusPx,
    })
    const irises = {
      rightIris: lookedBy(points.rightIris, right),
      leftIris: lookedBy(points.leftIris, left),
    }
    const face = { ...front, frontal, points: { ...points, ...irises } }
    return [
      drawnLids(face, 'right', 0.5).centre.x - irises.rightIris.centre.x,
      drawnLids(face, 'left', 0.5).centre.x - irises.leftIris.centre.x,
    ]
  }

  it('is drawn further aside where both eyes look there, as a large one hides it', () => {
    const [right = 0, left = 0] = drawnAside(4, 4)
    expect(right).toBeGreaterThan(1)
    expect(left).toBeCloseTo(right)
    expect(drawnAside(-4, -4)[0]).toBeCloseTo(-right)
  })

  it('stays where it is in eyes that look ahead or not the same way, and in a head that is turned itself', () => {
    for (const [right, left, frontal] of [
      [1, 1, 1],
      [-1.5, 1.5, 1],
      [4, 4, 0.05],
    ] as const) {
      expect(drawnAside(right, left, frontal)[0]).toBeCloseTo(0)
    }
  })
})

describe('irises that look two ways', () => {
  const apart = (by: number, frontal = 1) => {
    const { rightIris, leftIris } = front.points
    const aside = (iris: Iris, x: number): Iris => ({
      ...iris,
      centre: { ...iris.centre, x: iris.centre.x + x },
    })
    const points = {
      ...front.points,
      rightIris: aside(rightIris, -by),
      leftIris: aside(leftIris, by),
    }
    const face = { ...front, frontal, points }
    const [right, left] = (['right', 'left'] as const).map(
      (side) => drawnLids(face, side, 0).centre.x,
    )
    return (left ?? 0) - (right ?? 0) - (leftIris.centre.x - rightIris.centre.x)
  }

  it('are brought together, outwards and inwards, as far as those of most eyes are', () => {
    expect(apart(8)).toBeGreaterThan(0)
    expect(apart(8)).toBeLessThan(8)
    expect(apart(8)).toBeCloseTo(apart(6))
    expect(apart(-8)).toBeCloseTo(apart(-6))
    expect(apart(-8)).toBeGreaterThan(-8)
  })

  it('stay apart in a head that is turned, of which each eye is seen from another side', () => {
    expect(apart(8, 0.05)).toBeCloseTo(16)
  })
})

describe('the line of a jaw', () => {
  it('goes from ear to ear in a face from the front', () => {
    const xs = jawLine(front).map(({ x }) => x)
    expect(Math.min(...xs)).toBeLessThan(MIDDLE.x - FACE.across / 2)
    expect(Math.max(...xs)).toBeGreaterThan(MIDDLE.x + FACE.across / 2)
  })

  it('ends at the chin in a half profile, whose far side lies within the face', () => {
    const points = [...front.points.points]
    for (const index of facePointGroups.jaw.slice(11)) {
      const { x, y } = points[index] ?? MIDDLE
      points[index] = { x: MIDDLE.x + (x - MIDDLE.x) / 4, y }
    }
    const turned = { ...front, frontal: 0, points: { ...front.points, points } }
    const xs = jawLine(turned).map(({ x }) => x)
    expect(Math.min(...xs)).toBeLessThan(MIDDLE.x - FACE.across / 2)
    expect(Math.max(...xs)).toBeLessThan(MIDDLE.x + 12)
  })
})

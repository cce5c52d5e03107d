import { describe, expect, it } from 'vitest'
import { type Point, pointsOf } from '#core/imaging/face-points/face-points.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import { openDarkEyes } from '#core/imaging/tools/sketch/faces/dark-eyes.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { people, SIDE } from '../../made-face.ts'

const made = (): FoundFace => {
  const [face] = people().faces
  if (face === undefined) throw new Error('nobody')
  return face
}

/** Lids of the right eye, drawn apart: what the made face has may be narrow. */
const opened = (face: FoundFace, by: number): FoundFace => {
  const { points } = face.points
  const apart = (group: 'rightUpperLid' | 'rightLowerLid', sign: number) =>
    new Map(
      pointsOf(face.points, group)
        .slice(1, -1)
        .map((p): [Point, Point] => [p, { ...p, y: face.points.rightIris.centre.y + sign * by }]),
    )
  const moved = new Map([...apart('rightUpperLid', -1), ...apart('rightLowerLid', 1)])
  return { ...face, points: { ...face.points, points: points.map((p) => moved.get(p) ?? p) } }
}

/** The shade in the white of the right eye, beside its iris. */
function whiteOf(face: FoundFace, shadeAt: (inIris: boolean) => number, isPen = true): number {
  const [shading, lines] = [createFloatPlane(SIDE, SIDE), createFloatPlane(SIDE, SIDE)]
  lines.values.fill(1)
  const { centre, radiusPx } = face.points.rightIris
  for (let i = 0; i < shading.values.length; i++) {
    const away = Math.hypot((i % SIDE) + 0.5 - centre.x, Math.floor(i / SIDE) + 0.5 - centre.y)
    shading.values[i] = shadeAt(away <= radiusPx)
  }
  openDarkEyes({ shading, lines }, [face], isPen)
  const y = Math.round(centre.y)
  const row = shading.values.subarray(y * SIDE, (y + 1) * SIDE)
  const beside = Math.round(centre.x - radiusPx - 2)
  return row[beside] ?? 0
}

describe('an eye in a drawing', () => {
  const open = () => opened(made(), made().widthPx * 0.05)

  it('has its white where a pen would fill it in whole', () => {
    expect(whiteOf(open(), () => 1)).toBeLessThan(0.5)
  })

  it('stays as it is where its white is seen, or its iris is pale', () => {
    expect(whiteOf(open(), (inIris) => (inIris ? 1 : 0.2))).toBeCloseTo(0.2)
    expect(whiteOf(open(), (inIris) => (inIris ? 0.3 : 0.8))).toBeCloseTo(0.8)
  })

  it('stays grey in pencil where its iris stands out from its white', () => {
    expect(whiteOf(open(), (inIris) => (inIris ? 1 : 0.55), false)).toBeCloseTo(0.55)
  })

  it('stays filled where it is all but shut', () => {
    expect(whiteOf(opened(made(), made().widthPx * 0.012), () => 1)).toBe(1)
  })
})

import { describe, expect, it } from 'vitest'
import { pointsOf } from '#core/imaging/face-points/face-points.ts'
import type { FoundFace } from '#core/imaging/face-points/find-faces.ts'
import {
  closedSmileOf,
  smilingLine,
  withClosedSmile,
} from '#core/imaging/tools/anime/faces/features/closed-smile.ts'
import { withMouth } from '../../../made-face.ts'

/** With lips of so many face widths that are so far open, and corners so far below their middle, px. */
const withLips = (wide: number, { open = 0, hangs = 0 } = {}): FoundFace =>
  withMouth(wide, hangs, [
    ['lipsTop', -8],
    ['lipsBottom', 12 + open],
    ['mouthTop', 0],
    ['mouthBottom', open],
  ])

const WIDE = 0.44
const cornerOf = (face: FoundFace) => pointsOf(face.points, 'lipsTop')[0]?.y ?? 0

describe('lips that meet', () => {
  it('smile where they are wide, the more with corners that are raised', () => {
    expect(closedSmileOf(withLips(WIDE))).toBe(1)
    const [flat, raised] = [withLips(0.39), withLips(0.39, { hangs: -8 })].map(closedSmileOf)
    expect(raised).toBeGreaterThan(flat ?? 1)
  })

  it('do not smile where they are no wider than most, or open', () => {
    expect(closedSmileOf(withLips(0.35))).toBe(0)
    expect(closedSmileOf(withLips(WIDE, { open: 14 }))).toBe(0)
  })

  it('have their corners raised in a smile, by little where they are high', () => {
    const [level, high] = [withLips(WIDE), withLips(WIDE, { hangs: -9 })]
    const raisedBy = (face: FoundFace) => cornerOf(face) - cornerOf(withClosedSmile(face))
    expect(raisedBy(level)).toBeGreaterThan(raisedBy(high))
    expect(raisedBy(high)).toBeGreaterThan(1)
    const neutral = withLips(0.35)
    expect(withClosedSmile(neutral)).toBe(neutral)
  })

  it('have a line that goes on beyond them in a smile, outwards and up', () => {
    const face = withLips(WIDE)
    const line = pointsOf(face.points, 'mouthTop')
    const smiling = smilingLine(face, line, 1)
    const [end, corner] = [smiling[0], line[0]]
    expect(end?.x).toBeLessThan(corner?.x ?? 0)
    expect(end?.y).toBeLessThan(corner?.y ?? 0)
    expect(smilingLine(face, line, 0)).toEqual(line)
  })
})

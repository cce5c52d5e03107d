import { describe, expect, it } from 'vitest'
import { flushedNoseOf } from '#core/imaging/tools/sketch/skin/flushed-nose.ts'
import { MIDDLE, people } from '../../made-face.ts'

describe('a nose that is redder than its face', () => {
  const [face] = people().faces
  if (face === undefined) throw new Error('nobody')
  const nose = flushedNoseOf(face)

  it('is skin, though it lies in the shade', () => {
    expect(nose(MIDDLE.x, MIDDLE.y + 5, 0.8, 0.05)).toBeGreaterThan(0.9)
  })

  it('is none in its nostrils, and not where it has the hue of the face or less red', () => {
    expect(nose(MIDDLE.x, MIDDLE.y + 5, 0.3, 0.05)).toBe(0)
    expect(nose(MIDDLE.x, MIDDLE.y + 5, 0.8, -0.01)).toBe(0)
  })

  it('ends at its sides and under it, and is not known in a profile', () => {
    expect(nose(MIDDLE.x + 45, MIDDLE.y + 5, 0.8, 0.05)).toBe(0)
    expect(nose(MIDDLE.x, MIDDLE.y + 55, 0.8, 0.05)).toBe(0)
    const turned = flushedNoseOf({ ...face, frontal: 0.1 })
    expect(turned(MIDDLE.x, MIDDLE.y + 5, 0.8, 0.05)).toBe(0)
  })
})

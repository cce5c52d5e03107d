import { describe, expect, it } from 'vitest'
import { sharedOfBoxes } from '#core/pixels/pixels.ts'

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

describe('what two boxes share', () => {
  it('is all of a box and itself', () => {
    expect(sharedOfBoxes(box(3, 4, 5, 6), box(3, 4, 5, 6))).toBe(1)
  })

  it('is what both cover, of what either covers', () => {
    expect(sharedOfBoxes(box(0, 0, 2, 2), box(1, 0, 2, 2))).toBeCloseTo(1 / 3)
    expect(sharedOfBoxes(box(0, 0, 4, 4), box(1, 1, 2, 2))).toBeCloseTo(1 / 4)
  })

  it('is nothing where they only touch, lie apart, or have no size', () => {
    expect(sharedOfBoxes(box(0, 0, 2, 2), box(2, 0, 2, 2))).toBe(0)
    expect(sharedOfBoxes(box(0, 0, 2, 2), box(5, 5, 1, 1))).toBe(0)
    expect(sharedOfBoxes(box(1, 1, 0, 0), box(1, 1, 0, 0))).toBe(0)
  })
})

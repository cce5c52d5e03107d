import { describe, expect, it } from 'vitest'
import { createPlane } from '#core/pixels/pixels.ts'
import { boundsOf } from '#core/pixels/plane-bounds.ts'

/** A plane in which some places hold a value. */
function planeOf(places: readonly (readonly [x: number, y: number])[], value = 255) {
  const plane = createPlane(9, 7)
  for (const [x, y] of places) plane.values[y * 9 + x] = value
  return plane
}

describe('the bounds of a plane', () => {
  it('hold everything, whichever row is the widest', () => {
    expect(boundsOf(planeOf([[4, 1]]))).toEqual({ x: 4, y: 1, width: 1, height: 1 })
    const [high, middle, low] = [
      [5, 1],
      [2, 3],
      [7, 5],
    ] as const
    const box = { x: 2, y: 1, width: 6, height: 5 }
    expect(boundsOf(planeOf([high, middle, low]))).toEqual(box)
    expect(
      boundsOf(
        planeOf([
          [0, 0],
          [8, 6],
        ]),
      ),
    ).toEqual({ x: 0, y: 0, width: 9, height: 7 })
    expect(
      boundsOf(
        planeOf([
          [8, 0],
          [0, 6],
        ]),
      ),
    ).toEqual({ x: 0, y: 0, width: 9, height: 7 })
  })

  it('pass over rows between that hold nothing', () => {
    expect(
      boundsOf(
        planeOf([
          [3, 0],
          [3, 6],
        ]),
      ),
    ).toEqual({ x: 3, y: 0, width: 1, height: 7 })
  })

  it('are none where nothing is held, or less than is asked', () => {
    expect(boundsOf(planeOf([]))).toBeNull()
    expect(boundsOf(planeOf([[3, 3]], 4), 5)).toBeNull()
    expect(boundsOf(planeOf([[3, 3]], 5), 5)).toEqual({ x: 3, y: 3, width: 1, height: 1 })
  })
})

import { describe, expect, it } from 'vitest'
import { type Corners, nearestCorner } from '#core/imaging/tools/rescue/corners.ts'

/** A panorama across a photo of 326 by 245 px: left and right its corners are 20 px apart. */
const panorama: Corners = [
  { x: 0.1, y: 0.46 },
  { x: 0.9, y: 0.46 },
  { x: 0.9, y: 0.54 },
  { x: 0.1, y: 0.54 },
]
const size = { widthPx: 326, heightPx: 245 }

describe('the corners of a narrow sheet', () => {
  it('are each taken hold of beside themselves, where their handles lie over each other', () => {
    const beside = panorama.map(({ x, y }) => ({ x: x + 0.02, y: y + (y < 0.5 ? -0.01 : 0.01) }))
    expect(beside.map((place) => nearestCorner(panorama, place, size))).toEqual([0, 1, 2, 3])
  })

  it('are told apart as they are shown, not in shares of the photo', () => {
    const place = { x: 0.5, y: 0.46 }
    const wide = { widthPx: 1000, heightPx: 100 }
    const corners: Corners = [
      { x: 0.4, y: 0.46 },
      { x: 0.9, y: 0.1 },
      { x: 0.9, y: 0.9 },
      { x: 0.48, y: 0.9 },
    ]
    expect(nearestCorner(corners, place, wide)).toBe(3)
    expect(nearestCorner(corners, place, { widthPx: 100, heightPx: 1000 })).toBe(0)
  })
})

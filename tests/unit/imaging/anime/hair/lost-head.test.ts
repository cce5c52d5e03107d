import { describe, expect, it } from 'vitest'
import { scaledFace } from '#core/imaging/face-points/find-faces.ts'
import { headOf } from '#core/imaging/face-points/head.ts'
import { SQUARE } from '#core/imaging/face-points/head-square.ts'
import { hairOf } from '#core/imaging/tools/anime/hair/hair-places.ts'
import { createFloatPlane } from '#core/pixels/pixels.ts'
import { okLabOf } from '../../../../fixtures/plain-paint.ts'
import { MIDDLE, people, SIDE } from '../../made-face.ts'
import { evenPlane, paint, testJob } from '../../made-pictures.ts'
import { WALL } from '../../painted-face.ts'

const SCALE = 0.5
const LOWER_PX = 140

/** The face in the middle, half as large and far below the upper edge. */
function lowFace() {
  const [face] = people().faces
  if (!face) throw new Error('There is a face.')
  const own = scaledFace(face, SCALE)
  const points = own.points.points.map(({ x, y }) => ({ x, y: y + LOWER_PX }))
  return { ...own, points: { ...own.points, points } }
}

/** How much a place above a head is hair, if the network saw a post there. @param v face widths below its middle */
function shareAbove(v: number, isMasked: boolean): number {
  const face = lowFace()
  const picture = paint(SIDE, SIDE, (x) =>
    Math.abs(x - SCALE * MIDDLE.x) < 12 ? [50, 38, 30] : WALL,
  )
  const head = headOf(face, picture)
  const { box } = head
  const chance = evenPlane(box.width, box.height, 0.8)
  const skin = new Float32Array(SIDE * SIDE)
  const person = isMasked ? { ...createFloatPlane(SIDE, SIDE), values: skin.slice().fill(1) } : null
  const seen = { face, head, picture, fine: okLabOf(picture), person, skin, chance }
  const hair = hairOf(testJob(), seen)
  const [x, y] = [SCALE * MIDDLE.x, SCALE * MIDDLE.y + LOWER_PX + v * face.widthPx]
  return hair.values[(Math.round(y) - box.y) * box.width + x - box.x] ?? 0
}

describe('hair of a head that the mask of people lacks', () => {
  it('ends where the network was shown no more: what it saw at the edge is a post', () => {
    expect(shareAbove(SQUARE.from - 0.2, false)).toBeLessThan(0.1)
    expect(shareAbove(SQUARE.from + 0.4, false)).toBeGreaterThan(0.6)
  })

  it('goes on above that where the mask has somebody', () => {
    expect(shareAbove(SQUARE.from - 0.2, true)).toBeGreaterThan(0.6)
  })
})

import { describe, expect, it } from 'vitest'
import { WHOLE } from '#core/imaging/hand-parts/hand-edges.ts'
import type { SeenHand } from '#core/imaging/hand-parts/seen-hand.ts'
import { drawPenHands, penHandsOf } from '#core/imaging/tools/sketch/hands/pen-hands.ts'
import { people, SIDE } from '../../made-face.ts'
import { evenPlane, paint, testJob } from '../../made-pictures.ts'

const BOX = { x: 40, y: 40, width: 60, height: 60 }
const LINE_AT = 30

function seenHand(told: number): SeenHand {
  const plane = (valueAt: (x: number) => number) =>
    Uint8Array.from({ length: BOX.width * BOX.height }, (_, at) => valueAt(at % BOX.width))
  return {
    box: BOX,
    sizePx: 50,
    told,
    inside: plane((x) => (x < 50 ? WHOLE : 0)),
    arm: plane(() => 0),
    apart: plane((x) => Math.min(255, Math.abs(x - LINE_AT) * 16)),
    drawn: plane((x) => (x < 50 ? WHOLE : 0)),
    isOutline: plane(() => 1),
  }
}

/** @param paper of the drawing before */
function drawnOn(paper: number, told: number) {
  const lines = evenPlane(1000, 200, paper)
  drawPenHands({ lines }, [seenHand(told)])
  return (x: number) => lines.values[(BOX.y + 20) * 1000 + BOX.x + x] ?? 0
}

describe('the hands that a pen draws', () => {
  it('have ink along the edges of their parts', () => {
    const paperAt = drawnOn(1, 1)
    expect(paperAt(LINE_AT)).toBeLessThan(0.1)
    expect(paperAt(LINE_AT + 6)).toBe(1)
  })

  it("lose the photo's own lines, which their edges tell", () => {
    const paperAt = drawnOn(0, 1)
    expect(paperAt(10)).toBe(1)
    expect(paperAt(56)).toBe(0)
  })

  it("keep the photo's own lines where their edges do not tell these", () => {
    expect(drawnOn(0, 0.4)(10)).toBe(0)
  })

  it('are none of somebody far away, where nobody is, and without the networks', async () => {
    const picture = paint(SIDE, SIDE, () => [200, 150, 130])
    const skin = evenPlane(SIDE, SIDE, 1)
    const fail = {
      run: () => Promise.reject(new Error('asked')),
      release: async () => {},
    }
    const networks = { palms: fail, points: fail }
    const seen = { picture, small: picture, skin }
    const all = people(() => true)
    const far = all.faces.map((face) => ({ ...face, widthPx: 10 }))
    expect(await penHandsOf(testJob(), seen, { ...all, faces: far }, networks)).toEqual([])
    expect(await penHandsOf(testJob(), seen, { ...all, mask: null }, networks)).toEqual([])
    expect(await penHandsOf(testJob(), seen, all, null)).toEqual([])
  })
})

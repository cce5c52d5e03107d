import { describe, expect, it } from 'vitest'
import { WHOLE } from '#core/imaging/hand-parts/hand-edges.ts'
import type { SeenHand } from '#core/imaging/hand-parts/seen-hand.ts'
import { drawPenHands, penHandsOf } from '#core/imaging/tools/sketch/hands/pen-hands.ts'
import { people, SIDE } from '../../made-face.ts'
import { evenPlane, paint, testJob } from '../../made-pictures.ts'

const BOX = { x: 40, y: 40, width: 60, height: 60 }
const LINE_AT = 30

const [SMALL, LARGE] = [40, 60]

function seenHand(told: number, sizePx: number): SeenHand {
  const plane = (valueAt: (x: number) => number) =>
    Uint8Array.from({ length: BOX.width * BOX.height }, (_, at) => valueAt(at % BOX.width))
  return {
    box: BOX,
    sizePx,
    told,
    inside: plane((x) => (x < 50 ? WHOLE : 0)),
    arm: plane(() => 0),
    apart: plane((x) => Math.min(255, Math.abs(x - LINE_AT) * 16)),
    drawn: plane((x) => (x < 50 ? WHOLE : 0)),
    isOutline: plane(() => 1),
  }
}

/** @param paperAt of the drawing before, by the columns of the box */
async function drawnOn(
  paperAt: (x: number) => number,
  told: number,
  { isOutline = 1, sizePx = SMALL } = {},
) {
  const lines = evenPlane(1000, 200, 1)
  lines.values.forEach((_, at) => {
    lines.values[at] = paperAt((at % 1000) - BOX.x)
  })
  const hand = seenHand(told, sizePx)
  hand.isOutline.fill(isOutline)
  await drawPenHands(testJob(), { lines, shading: evenPlane(1000, 200, 0) }, [hand])
  return (x: number) => lines.values[(BOX.y + 20) * 1000 + BOX.x + x] ?? 0
}

describe('the hands that a pen draws', () => {
  for (const isOutline of [1, 0])
    it(`have ink along ${isOutline === 1 ? 'their outline' : 'the edges between fingers'} where the photo has no line`, async () => {
      const paperAt = await drawnOn(() => 1, 1, { isOutline })
      expect(paperAt(LINE_AT)).toBeLessThan(0.2)
      expect(paperAt(LINE_AT + 6)).toBe(1)
    })

  const beside = (x: number) => (Math.abs(x - LINE_AT - 2) < 1 ? 0 : 1)

  it("keep the photo's own line beside an edge between fingers where they are small, and have no second one", async () => {
    const paperAt = await drawnOn(beside, 1, { isOutline: 0 })
    expect(paperAt(LINE_AT + 2)).toBe(0)
    expect(paperAt(LINE_AT - 1)).toBeGreaterThan(0.9)
  })

  for (const [line, size] of [
    ['outline in its place', { isOutline: 1 }],
    ['line between fingers in its place where they are large', { isOutline: 0, sizePx: LARGE }],
  ] as const)
    it(`have their own ${line}`, async () => {
      const paperAt = await drawnOn(beside, 1, size)
      expect(paperAt(LINE_AT + 2)).toBeGreaterThan(0.9)
      expect(paperAt(LINE_AT)).toBeLessThan(0.2)
    })

  it("lose the photo's lines within their parts, where their edges tell the others", async () => {
    const paperAt = await drawnOn(() => 0, 1)
    expect(paperAt(10)).toBe(1)
    expect(paperAt(56)).toBe(0)
  })

  it("keep the photo's lines where their edges do not tell these", async () => {
    const paperAt = await drawnOn(() => 0, 0.4)
    expect(paperAt(10)).toBe(0)
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

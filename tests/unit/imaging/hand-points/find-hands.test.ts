import { describe, expect, it } from 'vitest'
import { findHands } from '#core/imaging/hand-points/find-hands.ts'
import type { InferenceSession } from '#core/imaging/tool.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import { paint, testJob } from '../made-pictures.ts'

const SIDE = 192
const ANCHORS = 2016
const NUMBERS = 18
const CROP = 224
const picture = paint(SIDE, SIDE, (x, y) => [x, y, 0])
const photo = { source: rasterSource(picture), overview: picture }
const squares = [{ centre: { x: SIDE / 2, y: SIDE / 2 }, sidePx: SIDE }]

/** A detector of palms that stand upright in the middle of some cells of the coarser grid. */
const palmsAt = (cells: readonly number[]): InferenceSession => ({
  run: async () => {
    const values = new Float32Array(ANCHORS * (NUMBERS + 1)).fill(-20, ANCHORS * NUMBERS)
    for (const cell of cells) {
      const anchor = 2 * 24 * 24 + cell * 6
      values.set([0, 0, 30, 30, 0, 20, 0, 0, 0, -10], anchor * NUMBERS)
      values[ANCHORS * NUMBERS + anchor] = 4
    }
    return { shape: [1, values.length, 1, 1], values }
  },
  release: async () => {},
})

/** A hand that stands upright in the middle of each crop. */
function pointsWith(presence: number, seen: Float32Array[] = []): InferenceSession {
  const answer = new Float32Array(65)
  const put = (index: number, x: number, y: number) => answer.set([x, y, 0], index * 3)
  put(0, CROP / 2, 170)
  for (let finger = 0; finger < 5; finger++) {
    for (let joint = 0; joint < 4; joint++)
      put(1 + finger * 4 + joint, 72 + finger * 20, 120 - joint * 20)
  }
  answer[63] = presence
  return {
    run: async ({ values }) => {
      seen.push(values)
      return { shape: [1, 65, 1, 1], values: answer }
    },
    release: async () => {},
  }
}

const found = (palms: readonly number[], points: InferenceSession, isFace = false) =>
  findHands(testJob(), photo, squares, { palms: palmsAt(palms), points }, () => isFace)

/** Cells near the middle of the picture, two columns apart, and one far from both. */
const [MIDDLE, BESIDE, FAR] = [6 * 12 + 5, 6 * 12 + 6, 2 * 12 + 2]

describe('hands', () => {
  it('are looked at twice, the second time about their own points', async () => {
    const seen: Float32Array[] = []
    const [hand] = await found([MIDDLE], pointsWith(1, seen))
    expect(seen).toHaveLength(2)
    // The crop is upright: what lies to the right in it lies to the right in the picture.
    const [thumb, little] = [hand?.points[1], hand?.points[17]]
    expect(little?.x).toBeGreaterThan(thumb?.x ?? 0)
    expect(little?.y).toBeCloseTo(thumb?.y ?? 0)
    expect(hand?.points[4]?.y).toBeLessThan(thumb?.y ?? 0)
  })

  it('are one where two palms lie on each other', async () => {
    expect(await found([MIDDLE, BESIDE], pointsWith(1))).toHaveLength(1)
    expect(await found([MIDDLE, FAR], pointsWith(1))).toHaveLength(2)
  })

  it('are none where the network of points is not sure', async () => {
    expect(await found([MIDDLE], pointsWith(0.85))).toEqual([])
    expect(await found([MIDDLE], pointsWith(0.92))).toHaveLength(1)
  })

  it('must be surer on a face', async () => {
    expect(await found([MIDDLE], pointsWith(0.92), true)).toEqual([])
    expect(await found([MIDDLE], pointsWith(0.99), true)).toHaveLength(1)
  })
})

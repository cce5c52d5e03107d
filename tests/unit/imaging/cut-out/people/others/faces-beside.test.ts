import { describe, expect, it } from 'vitest'
import { dropFacesBeside } from '#core/imaging/tools/cut-out/people/others/faces-beside.ts'
import type { FloatPlane, Raster } from '#core/pixels/raster.ts'
import { paint, paintPlane, testJob } from '../../../made-pictures.ts'

const SIDE = 320
const head = { x: 140, y: 60, size: 40, angle: 0 }
const isSomebody = (x: number, y: number) =>
  Math.hypot(x - 140, y - 60) < 26 || (y > 85 && Math.abs(x - 140) < 40)
/** Who looks over the right shoulder. */
const isFace = (x: number, y: number) => Math.hypot(x - 198, y - 112) < 9
const isBehind = (x: number, y: number) => Math.hypot(x - 198, y - 110) < 16

const photo = paint(SIDE, SIDE, (x, y) => (isFace(x, y) ? [0, 0, 250] : [120, 100, 90]))

const planeOf = (valueAt: (x: number, y: number) => number): FloatPlane =>
  paintPlane(SIDE, SIDE, valueAt)

/** Finds what is blue, as surely as the looks of a test say in turn. */
function detectorOf(scores: readonly number[]) {
  let looks = 0
  const detect = async ({ widthPx, rgba }: Raster) => {
    const blue = [...Array(rgba.length / 4).keys()].filter((at) => (rgba[at * 4 + 2] ?? 0) > 200)
    const score = scores[looks++ % scores.length] ?? 0
    if (blue.length === 0 || score === 0) return []
    const heightPx = rgba.length / 4 / widthPx
    const columns = blue.map((at) => at % widthPx)
    const rows = blue.map((at) => Math.floor(at / widthPx))
    const [x, y] = [Math.min(...columns) / widthPx, Math.min(...rows) / heightPx]
    const width = (Math.max(...columns) + 1) / widthPx - x
    return [{ x, y, width, height: (Math.max(...rows) + 1) / heightPx - y, score, keypoints: [] }]
  }
  return { detect, looks: () => looks }
}

async function left(scores: readonly number[], voteBehind: number, size = head.size) {
  const mask = planeOf((x, y) => (isSomebody(x, y) || isBehind(x, y) ? 0.95 : 0.01))
  const votes = planeOf((x, y) => (isSomebody(x, y) ? 1 : isBehind(x, y) ? voteBehind : 0.1))
  const { detect, looks } = detectorOf(scores)
  const known = { seen: photo, mask, heads: [{ ...head, size }], doubtful: [] }
  await dropFacesBeside(testJob(), known, votes, detect)
  const at = (x: number, y: number) => mask.values[y * SIDE + x] as number
  return { behind: at(198, 112), shoulder: at(176, 112), face: at(140, 60), looks: looks() }
}

describe('a small face over a shoulder that only closer looks find', () => {
  it('goes with its head where the second network doubts it, and the shoulder stays', async () => {
    const { behind, shoulder, face } = await left([0.4, 0.5, 0.6], 0.6)
    expect(behind).toBeLessThan(0.2)
    expect(shoulder).toBeCloseTo(0.95)
    expect(face).toBeCloseTo(0.95)
  })

  it('stays where a single look takes it for a face, as a puffed sleeve may be taken', async () => {
    expect((await left([0, 0, 0.7], 0.6)).behind).toBeCloseTo(0.95)
  })

  it('is not looked for where the second network gives all that is held to the people', async () => {
    const { behind, looks } = await left([0.4, 0.5, 0.6], 0.95)
    expect(behind).toBeCloseTo(0.95)
    expect(looks).toBe(0)
  })

  it('is not looked for in a close portrait, where the second network knows no shoulders', async () => {
    expect((await left([0.4, 0.5, 0.6], 0.6, 60)).looks).toBe(0)
  })
})

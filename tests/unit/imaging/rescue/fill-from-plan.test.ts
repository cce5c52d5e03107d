import { describe, expect, it } from 'vitest'
import { filledFromPlan } from '#core/imaging/tools/rescue/filling/fill-from-plan.ts'
import { createPlane } from '#core/pixels/pixels.ts'
import { paint, testJob } from '../made-pictures.ts'

const SCALE = 3
const [WIDTH, HEIGHT] = [60, 40]
/** The plan takes its pixels from so far to the right and is made lighter by so much. */
const [ASIDE, LIGHTER] = [30, 8]

const isHole = (x: number, y: number) => x >= 10 && x < 24 && y >= 10 && y < 30
/** Colours that only the full picture has so fine. */
const grain = (x: number, y: number) => 60 + ((x * 37 + y * 91) % 97)

function holedPlan() {
  const picture = paint(WIDTH, HEIGHT, (x, y) => {
    const light = grain(x * SCALE + 1, y * SCALE + 1)
    return [light, light, light]
  })
  const found = new Int32Array(WIDTH * HEIGHT).fill(-1)
  const filled = { ...picture, rgba: picture.rgba.slice() }
  for (let y = 7; y < 33; y++) {
    for (let x = 7; x < 27; x++) {
      const at = y * WIDTH + x
      found[at] = at + ASIDE
      for (let c = 0; c < 3; c++) {
        filled.rgba[at * 4 + c] = (picture.rgba[(at + ASIDE) * 4 + c] ?? 0) + LIGHTER
      }
    }
  }
  return { picture, filled, field: { widthPx: WIDTH, heightPx: HEIGHT, found } }
}

describe('a place too large to be joined at full size', () => {
  it('is filled with the full picture’s own pixels, as much lighter as the plan has them', async () => {
    const full = paint(WIDTH * SCALE, HEIGHT * SCALE, (x, y) => {
      const light = isHole(Math.floor(x / SCALE), Math.floor(y / SCALE)) ? 255 : grain(x, y)
      return [light, light, light]
    })
    const hole = createPlane(full.widthPx, full.heightPx)
    hole.values.forEach((_, at) => {
      const [x, y] = [at % full.widthPx, Math.floor(at / full.widthPx)]
      if (isHole(Math.floor(x / SCALE), Math.floor(y / SCALE))) hole.values[at] = 255
    })
    const job = testJob()
    const result = await filledFromPlan(job, { picture: full, hole }, holedPlan())
    for (const [at, inside] of hole.values.entries()) {
      const [x, y] = [at % full.widthPx, Math.floor(at / full.widthPx)]
      const wanted = inside === 0 ? grain(x, y) : grain(x + ASIDE * SCALE, y) + LIGHTER
      expect(Math.abs((result.rgba[at * 4] ?? 0) - wanted)).toBeLessThanOrEqual(1)
    }
    expect(job.checkpoints).toBe(2)
  })

  it('can be given up on the way', async () => {
    const full = paint(WIDTH * SCALE, HEIGHT * SCALE, () => [0, 0, 0])
    const hole = createPlane(full.widthPx, full.heightPx)
    const filling = filledFromPlan(testJob(1), { picture: full, hole }, holedPlan())
    await expect(filling).rejects.toThrow('cancelled')
  })
})

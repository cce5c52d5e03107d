import { describe, expect, it } from 'vitest'
import { applyMatte } from '#core/imaging/tools/cut-out/foreground/apply-matte.ts'
import { createPlane, createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import { paint, testJob } from '../../made-pictures.ts'

const SIDE_PX = 400
const fromMiddle = (x: number, y: number) => Math.hypot(x - 200, y - 200)
type Colour = [number, number, number]

/** A dark disc before a wall; the matte holds it with three pixels too many, which have a colour of their own. */
async function rimOf(rim: Colour, wall: Colour = [210, 210, 205]) {
  const picture = paint(SIDE_PX, SIDE_PX, (x, y) => {
    const far = fromMiddle(x, y)
    return far < 120 ? [40, 30, 30] : far < 123 ? rim : wall
  })
  const matte = createPlane(SIDE_PX, SIDE_PX)
  for (let at = 0; at < matte.values.length; at++) {
    if (fromMiddle(at % SIDE_PX, Math.floor(at / SIDE_PX)) < 123) matte.values[at] = 255
  }
  const result = createRaster(SIDE_PX, SIDE_PX)
  const plain = { featherPx: 0, chokePx: 0, outlineMm: 0 }
  await applyMatte(testJob(), rasterSource(picture), matte, plain, rasterSink(result))
  const pixel = (x: number, y: number) => [
    ...result.rgba.subarray((y * SIDE_PX + x) * 4, (y * SIDE_PX + x) * 4 + 4),
  ]
  return { edge: pixel(200 + 121, 200), inside: pixel(200, 200) }
}

describe('the rim of a cut-out', () => {
  it('has the person’s colour where the old background shines through what the matte holds', async () => {
    const { edge, inside } = await rimOf([140, 135, 132])
    expect(edge[0]).toBeLessThan(95)
    expect(edge[3]).toBe(255)
    expect(inside).toEqual([40, 30, 30, 255])
  })

  it('keeps a colour that is neither the background’s nor between', async () => {
    const { edge } = await rimOf([40, 30, 230])
    expect(edge[2]).toBeGreaterThan(220)
    expect(edge[0]).toBeLessThan(45)
  })

  it('is left alone before a wall of the person’s colour', async () => {
    const { edge } = await rimOf([45, 36, 36], [50, 42, 40])
    expect(edge).toEqual([45, 36, 36, 255])
  })
})

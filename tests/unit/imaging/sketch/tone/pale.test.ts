import { describe, expect, it } from 'vitest'
import { sketch } from '#core/imaging/tools/sketch/sketch.ts'
import { nearPeople, palePartedIn } from '#core/imaging/tools/sketch/tone/pale.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import { kernels } from '../../../../fixtures/kernels.ts'
import { evenPlane, paint, testJob } from '../../made-pictures.ts'

const SIDE = 400

describe('white cloth before a pale wall', () => {
  it.each([
    ['pencil', 30],
    ['ink', 150],
    ['coloured-pencil', 5],
  ] as const)('has a contour: %s', async (style, levels) => {
    const wallFrom = SIDE / 2
    const photo = paint(SIDE, SIDE, (x, y) => {
      const grey = x < wallFrom ? 244 : 180
      return y < 20 ? [20, 20, 20] : [grey, grey, grey]
    })
    const drawn = createRaster(SIDE, SIDE)
    const settings = { style, strength: 0.7, background: 'as-it-is' } as const
    await sketch(testJob(), rasterSource(photo), settings, rasterSink(drawn))
    const lightAt = (x: number) => {
      let sum = 0
      for (let y = 80; y < 180; y++) sum += drawn.rgba[(y * SIDE + x) * 4] ?? 0
      return sum / 100
    }
    const edge = Math.min(...[-2, -1, 0, 1, 2].map((away) => lightAt(wallFrom + away)))
    expect(edge).toBeLessThan(lightAt(wallFrom + 50) - levels)
  })
})

describe('light in which what is pale is told apart', () => {
  const plane = (value: number) => evenPlane(8, 8, value)

  async function parted(light: number, bare: number | null): Promise<number> {
    const luma = plane(light)
    const skin = bare === null ? null : { bare: plane(bare) }
    const [value = 0] = (await palePartedIn(testJob(), { luma, skin })).values
    expect(luma.values[0]).toBeCloseTo(light, 5)
    return value
  }

  it('has more contrast in white, and as it was in the dark and on bare skin', async () => {
    expect((await parted(0.95, null)) / (await parted(0.85, null))).toBeCloseTo(
      (0.95 / 0.85) ** 2.5,
      4,
    )
    expect(await parted(0.5, null)).toBeCloseTo(0.5, 5)
    expect(await parted(0.95, 1)).toBeCloseTo(0.95, 5)
    expect(await parted(0.95, 0)).toBeCloseTo(await parted(0.95, null), 5)
  })

  it('is as it was far from people, where people are', async () => {
    const side = 100
    const copy = createRaster(side, side)
    const values = new Uint8ClampedArray(side * side)
    for (let at = 0; at < values.length; at++) values[at] = at % side < 20 ? 255 : 0
    const near = nearPeople(kernels, { widthPx: side, heightPx: side, values }, copy)
    const luma = evenPlane(side, side, 0.9)
    const parted = await palePartedIn(testJob(), { luma, skin: null, near })
    const middle = (side / 2) * side
    expect(parted.values[middle + 10]).toBeGreaterThan(1.2)
    expect(parted.values[middle + 20]).toBeGreaterThan(1.2)
    expect(parted.values[middle + 60]).toBeCloseTo(0.9, 3)
  })
})

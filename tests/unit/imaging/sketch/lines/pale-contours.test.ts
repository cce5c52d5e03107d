import { describe, expect, it } from 'vitest'
import { paleContours } from '#core/imaging/tools/sketch/lines/pale-contours.ts'
import type { FloatPlane, Raster } from '#core/pixels/raster.ts'
import { evenPlane, paint, testJob } from '../../made-pictures.ts'

const SIDE = 120
const EDGE = SIDE / 2

const everywhere = (value: number): FloatPlane => evenPlane(SIDE, SIDE, value)

/** Contours along a row of something light on the left, before a wall on the right that it goes over into within some pixels. */
async function contours(
  light: number,
  wall: number,
  { widthPx = 6, near, skin, isPen = true }: Partial<Asked> = {},
): Promise<Float32Array> {
  const picture = paint(SIDE, SIDE, (x) => {
    const share = Math.min(1, Math.max(0, (x - EDGE) / widthPx + 0.5))
    const grey = Math.round(light + share * (wall - light))
    return [grey, grey, grey]
  })
  const wanted = { near: near ?? null, skin: skin ?? null, isPen }
  const { values } = await paleContours(testJob(), picture, wanted)
  return values.slice(EDGE * SIDE, (EDGE + 1) * SIDE)
}

interface Asked {
  readonly widthPx: number
  readonly near: FloatPlane
  readonly skin: FloatPlane
  readonly isPen: boolean
}

describe('the contour of what is white before a pale wall', () => {
  it('is thin, and where its soft edge is steepest', async () => {
    const found = await contours(240, 196)
    expect(found[EDGE]).toBeGreaterThan(0.5)
    expect(found.filter((value) => value > 0.2).length).toBeLessThanOrEqual(3)
    expect(Math.max(...found.slice(0, EDGE - 4), ...found.slice(EDGE + 5))).toBe(0)
  })

  it('is firmer by a pencil than by a pen', async () => {
    const [pen, pencil] = [await contours(240, 196), await contours(240, 196, { isPen: false })]
    expect(pencil[EDGE]).toBeGreaterThan((pen[EDGE] ?? 0) * 1.3)
  })

  it('is none in middle tones, in a slow gradient and between walls of one light', async () => {
    expect(Math.max(...(await contours(130, 90)))).toBe(0)
    expect(Math.max(...(await contours(245, 190, { widthPx: 80 })))).toBe(0)
    expect(Math.max(...(await contours(235, 229)))).toBe(0)
  })

  it('is none in white wool, whose edges run in all directions', async () => {
    const wool = paint(SIDE, SIDE, (x, y) => {
      const grey = Math.round(222 + 26 * Math.sin(x * 0.8) * Math.sin(y * 0.8))
      return [grey, grey, grey]
    })
    const wanted = { near: null, skin: null, isPen: true }
    const { values } = await paleContours(testJob(), wool, wanted)
    expect(values.filter((value) => value > 0.3).length).toBeLessThan(0.01 * values.length)
  })

  it('is none on skin, nor far from people where there are any', async () => {
    expect(Math.max(...(await contours(240, 196, { skin: everywhere(1) })))).toBe(0)
    expect(Math.max(...(await contours(240, 196, { near: everywhere(0) })))).toBe(0)
    expect((await contours(240, 196, { near: everywhere(1) }))[EDGE]).toBeGreaterThan(0.5)
  })

  it('is drawn of white pots before a wall that is hardly darker, where nearly all is pale and nobody is', async () => {
    const potBefore = (wall: number, dark: number) =>
      paint(SIDE, SIDE, (x, y) => {
        const grey = y < dark ? 20 : x < EDGE ? 244 : wall
        return [grey, grey, grey]
      })
    const strongest = async (picture: Raster, near: FloatPlane | null = null) => {
      const { values } = await paleContours(testJob(), picture, { near, skin: null, isPen: true })
      return values[80 * SIDE + EDGE] ?? 0
    }
    expect(await strongest(potBefore(233, 8))).toBeGreaterThan(0.5)
    // A bright cloud in a dark picture, and what lies near people.
    expect(await strongest(potBefore(233, 70))).toBeLessThan(0.1)
    expect(await strongest(potBefore(233, 8), everywhere(1))).toBeLessThan(0.1)
  })
})

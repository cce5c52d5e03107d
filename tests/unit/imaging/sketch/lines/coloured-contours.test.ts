import { describe, expect, it } from 'vitest'
import {
  colouredContours,
  drawContours,
} from '#core/imaging/tools/sketch/lines/coloured-contours.ts'
import { createFloatPlane, createPlane } from '#core/pixels/pixels.ts'
import type { FloatPlane } from '#core/pixels/raster.ts'
import { paint, testJob } from '../../made-pictures.ts'
import type { Rgb } from '../../painted-face.ts'

const SIDE = 120
const EDGE = SIDE / 2
/** As light as each other. */
const BROWN: Rgb = [170, 122, 90]
const GREY: Rgb = [133, 133, 133]

/** Somebody on the left, before a wall on the right; the mask ends a little beside the edge. */
function contours(
  person: Rgb,
  wall: Rgb,
  hair: FloatPlane | null = null,
  skin: FloatPlane | null = null,
) {
  const picture = paint(SIDE, SIDE, (x) => (x < EDGE ? person : wall))
  const mask = createPlane(SIDE, SIDE)
  mask.values.forEach((_, i) => {
    mask.values[i] = i % SIDE < EDGE + 2 ? 255 : 0
  })
  return colouredContours(testJob(), picture, mask, { hair, skin })
}

const row = (values: Float32Array, y = EDGE) => values.subarray(y * SIDE, (y + 1) * SIDE)

/** The darkest line that is drawn about the edge, and beyond it. */
async function drawn(
  isPen: boolean,
  change?: (planes: Record<'lines' | 'shading', Float32Array>) => void,
  y = EDGE,
) {
  const [lines, shading] = [createFloatPlane(SIDE, SIDE), createFloatPlane(SIDE, SIDE)]
  lines.values.fill(1)
  change?.({ lines: lines.values, shading: shading.values })
  await drawContours(testJob(), { lines, shading }, await contours(BROWN, GREY), isPen)
  const at = row(lines.values, y)
  return {
    edge: 1 - Math.min(...at.slice(EDGE - 2, EDGE + 2)),
    beyond: 1 - Math.min(...at.slice(EDGE + 20)),
  }
}

describe('the contour of people that are as light as what is behind them', () => {
  it('is where their colour ends, though their mask does not quite', async () => {
    const found = row((await contours(BROWN, GREY)).values)
    const most = found.indexOf(Math.max(...found))
    expect(found[most]).toBeGreaterThan(0.8)
    expect(Math.abs(most - EDGE)).toBeLessThanOrEqual(1)
    expect(Math.max(...found.slice(EDGE + 10))).toBe(0)
  })

  it('is none where what is behind them has their colour', async () => {
    expect(Math.max(...(await contours(GREY, GREY)).values)).toBe(0)
    expect(Math.max(...(await contours(BROWN, BROWN)).values)).toBe(0)
  })

  it('is where their light ends, which is too faint an edge for a line', async () => {
    const found = row((await contours([218, 218, 218], [236, 236, 236])).values)
    expect(Math.max(...found)).toBeGreaterThan(0.8)
  })

  it('is none beside dark hair, whose strands are its edge, but beside fair hair, which has none', async () => {
    const hair = createFloatPlane(SIDE, SIDE)
    hair.values.forEach((_, i) => {
      hair.values[i] = i % SIDE < EDGE && i < (SIDE * SIDE) / 2 ? 1 : 0
    })
    const mostAt = (values: Float32Array, y: number) =>
      Math.max(...values.subarray(y * SIDE, (y + 1) * SIDE))
    const dark = await contours([90, 60, 45], GREY, hair)
    expect(mostAt(dark.values, SIDE / 4)).toBeLessThan(1e-3)
    expect(mostAt(dark.values, (SIDE * 3) / 4)).toBeGreaterThan(0.8)
    const fair = await contours([226, 200, 150], [232, 214, 214], hair)
    expect(mostAt(fair.values, SIDE / 4)).toBeGreaterThan(0.8)
  })

  it('is there beside a forehead, though the network of hair sees hair', async () => {
    const everywhere = createFloatPlane(SIDE, SIDE)
    everywhere.values.fill(1)
    const found = row((await contours([120, 80, 60], GREY, everywhere, everywhere)).values)
    expect(Math.max(...found)).toBeGreaterThan(0.8)
  })

  it('is drawn by a pen, and faintly by a pencil', async () => {
    const [pen, pencil] = [await drawn(true), await drawn(false)]
    expect(pen.edge).toBeGreaterThan(0.7)
    expect(pencil.edge).toBeGreaterThan(0.25)
    expect(pencil.edge).toBeLessThan(0.5)
    expect(pen.beyond).toBe(0)
  })

  it('is not drawn beside a line, nor along the edge of a shade', async () => {
    const beside = await drawn(true, ({ lines }) => {
      lines.forEach((_, i) => {
        if (Math.abs((i % SIDE) - EDGE - 2.5) < 1) lines[i] = 0
      })
    })
    expect(beside.edge).toBeLessThan(0.1)
    const shaded = await drawn(true, ({ shading }) => {
      shading.forEach((_, i) => {
        shading[i] = i % SIDE < EDGE ? 0.9 : 0.1
      })
    })
    expect(shaded.edge).toBeLessThan(0.1)
  })

  it('is drawn where lines but cross it, as strands do, and where a shade is but hatched', async () => {
    const crossed = await drawn(
      true,
      ({ lines }) => {
        lines.forEach((_, i) => {
          if (Math.floor(i / SIDE) % 24 < 2) lines[i] = 0
        })
      },
      EDGE + 13,
    )
    expect(crossed.edge).toBeGreaterThan(0.7)
    const hatched = await drawn(true, ({ shading }) => {
      shading.forEach((_, i) => {
        shading[i] = i % SIDE < EDGE ? 0.4 : 0.1
      })
    })
    expect(hatched.edge).toBeGreaterThan(0.7)
  })

  it('is drawn by a pen between shades that it leaves to the paper', async () => {
    const faint = ({ shading }: Record<'shading', Float32Array>) => {
      shading.forEach((_, i) => {
        shading[i] = i % SIDE < EDGE ? 0.2 : 0
      })
    }
    expect((await drawn(true, faint)).edge).toBeGreaterThan(0.7)
    expect((await drawn(false, faint)).edge).toBeLessThan(0.1)
  })
})

import { describe, expect, it } from 'vitest'
import { type ColourTables, LIGHT_STEPS, type RelightPass } from '#core/kernels/light.ts'
import { floats, furthest, raster, sizes } from '../../fixtures/kernel-pictures.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { plainKernels } from '../../fixtures/plain-kernels.ts'
import { randomOf } from '../../fixtures/random-of.ts'

/** Triples from `least` to `most`. */
function tablesFrom(least: number, most: number): ColourTables {
  const random = randomOf(most)
  return {
    values: Float32Array.from({ length: 3 * 256 * 3 }, () => least + (most - least) * random()),
  }
}

/** Each channel's own value, and nothing to the others. */
const sameTables: ColourTables = {
  values: Float32Array.from({ length: 3 * 256 * 3 }, (_, at) =>
    at % 3 === Math.floor(at / 768) ? Math.floor(at / 3) % 256 : 0,
  ),
}

/** A light from planes a third as large; `gainAt` by the light around. */
function relightPass(
  widthPx: number,
  heightPx: number,
  tables: ColourTables,
  gainAt: (light: number) => number,
  most = 1,
): RelightPass {
  const [planeW, planeH] = [Math.ceil(widthPx / 3), Math.ceil(heightPx / 3)]
  const along = (length: number, planeLength: number) => {
    const step = planeLength / length
    return { start: step / 2 - 0.5, step }
  }
  const [follow, level] = [floats(planeW, planeH), floats(planeW, planeH, 8)]
  level.values.forEach((value, at) => {
    level.values[at] = value / 3
  })
  return {
    tables,
    surroundings: { follow, level },
    around: { x: along(widthPx, planeW), y: along(heightPx, planeH) },
    gains: Float32Array.from({ length: LIGHT_STEPS + 1 }, (_, at) => gainAt(at / LIGHT_STEPS)),
    noise: 0.03,
    most,
    clarity: 0,
    vibrance: 0,
    skinKept: 0,
  }
}

describe.each(sizes)('on %i x %i pixels', (w, h) => {
  it.each([
    ['in range', 0, 85],
    ['below and above', -200, 400],
    ['far outside', -9000, 9000],
  ])('tables of colours are added up, sums %s', (_, least, most) => {
    const source = raster(w, h, 'mixed')
    const made = kernels.colourTables(source, tablesFrom(least, most))
    const expected = plainKernels.colourTables(source, tablesFrom(least, most))
    expect(furthest(made.rgba, expected.rgba)).toBeLessThanOrEqual(1)
  })

  it('tables of colours may write over what they read', () => {
    const source = raster(w, h, 'mixed')
    const expected = kernels.colourTables(source, tablesFrom(0, 85))
    expect(kernels.colourTables(source, tablesFrom(0, 85), source)).toBe(source)
    expect(furthest(source.rgba, expected.rgba)).toBe(0)
  })

  it('tables that change nothing change nothing', () => {
    const source = raster(w, h, 'mixed')
    expect(furthest(kernels.colourTables(source, sameTables).rgba, source.rgba)).toBe(0)
  })

  it.each([
    ['in range', 0, 85, 1],
    ['below and above', -60, 160, 1.6],
    ['far outside', -900, 900, 3],
  ])('light given anew matches its definition, sums %s', (_, least, highest, most) => {
    const source = raster(w, h, 'mixed')
    const pass = relightPass(w, h, tablesFrom(least, highest), (light) => 2.4 - 1.8 * light, most)
    const made = kernels.relight(source, pass)
    expect(furthest(made.rgba, plainKernels.relight(source, pass).rgba)).toBeLessThanOrEqual(1)
  })

  it('light that changes nothing changes nothing', () => {
    const source = raster(w, h, 'mixed')
    const pass = relightPass(w, h, sameTables, () => 1)
    expect(furthest(kernels.relight(source, pass).rgba, source.rgba)).toBe(0)
  })

  it('shadows that are lifted clip nowhere, and light that is bent neither', () => {
    const source = raster(w, h)
    for (const [gain, most] of [
      [3, 1],
      [1, 1.5],
    ] as const) {
      const factor = most === 1 ? 1 : 1.2
      const tables = { values: sameTables.values.map((value) => value * factor) }
      const made = kernels.relight(
        source,
        relightPass(w, h, tables, () => gain, most),
      )
      made.rgba.forEach((value, at) => {
        if ((source.rgba[at] ?? 0) < 200) expect(value).toBeLessThan(255 + (at % 4 === 3 ? 1 : 0))
      })
    }
  })

  it('a veil is taken off as far as it goes, in place as well', () => {
    const source = raster(w, h, 'mixed')
    const depth = { start: 2, stepX: -1.2 / w, stepY: -1.7 / h, bendY: 0.4 / h ** 2 }
    const veil = { air: [0.7, 0.75, 0.8], depth } as const
    const made = kernels.unveil(source, veil)
    expect(furthest(made.rgba, plainKernels.unveil(source, veil).rgba)).toBeLessThanOrEqual(1)
    expect(kernels.unveil(source, veil, source)).toBe(source)
    expect(source.rgba).toEqual(made.rgba)
  })

  it('light is evened out between nodes, in place as well', () => {
    const source = raster(w, h, 'mixed')
    const gains = floats(3, 4).values.map((value) => 0.4 + 2 * value)
    const field = { across: 2, down: 2, gains }
    const places = { x: { start: 0.1, step: 0.8 / w }, y: { start: 0, step: 1 / h } }
    const expected = plainKernels.evenLight(source, field, places)
    const made = kernels.evenLight(source, field, places)
    expect(furthest(made.rgba, expected.rgba)).toBeLessThanOrEqual(1)
    expect(kernels.evenLight(source, field, places, source)).toBe(source)
    expect(source.rgba).toEqual(made.rgba)
  })
})

import { describe, expect, it } from 'vitest'
import type { Tensor } from '#core/imaging/tool.ts'
import { tablesOf } from '#core/imaging/tools/enhance/look.ts'
import type { ColourTables } from '#core/kernels/light.ts'
import { landscape, largestDifference } from '../made-pictures.ts'
import { answerOf, enhanced, evenCurve, flagged, networkOf } from './enhanced.ts'

describe('the tables of a look', () => {
  const brighter = evenCurve.map((value) => value ** 0.7)
  const mixing = [0.8, 0.1, 0.1, 0.2, 0.7, 0.1, 0.05, 0.05, 0.9]
  /** What the tables make of a colour, neither rounded nor clamped. */
  const madeOf = ({ values }: ColourTables, colour: readonly number[]) =>
    [0, 1, 2].map((to) =>
      colour.reduce((sum, value, from) => sum + (values[(from * 256 + value) * 3 + to] ?? 0), 0),
    )

  it('leave every colour where curves and matrix do', async () => {
    const picture = flagged(landscape(120, 90))
    const kept = await enhanced(picture, 1, networkOf(answerOf([evenCurve, evenCurve, evenCurve])))
    expect(largestDifference(picture.rgba, kept.rgba)).toBe(0)
  })

  it('change nothing at strength 0, whatever the look', async () => {
    const picture = landscape(120, 90)
    const look = networkOf(answerOf([brighter, brighter, brighter], mixing))
    expect(largestDifference(picture.rgba, (await enhanced(picture, 0, look)).rgba)).toBe(0)
  })

  it('keep grey grey under a matrix whose rows sum to one', () => {
    const tables = tablesOf(answerOf([evenCurve, evenCurve, evenCurve], mixing), 1)
    for (let level = 0; level < 256; level++) {
      for (const value of madeOf(tables, [level, level, level])) expect(value).toBeCloseTo(level, 3)
    }
  })

  it('hold the curve of each channel, then the matrix row by row', () => {
    const dark = evenCurve.map((value) => value / 2)
    const tables = tablesOf(answerOf([dark, evenCurve, brighter], mixing), 1)
    const [red, green, blue] = [0.4, 1, 0.5 ** 0.7]
    const expected = [0, 3, 6].map(
      (row) =>
        255 *
        ((mixing[row] ?? 0) * red + (mixing[row + 1] ?? 0) * green + (mixing[row + 2] ?? 0) * blue),
    )
    madeOf(tables, [204, 255, 127.5].map(Math.round)).forEach((value, to) => {
      expect(Math.abs(value - (expected[to] ?? 0))).toBeLessThan(1)
    })
  })

  it('go half the way at half the strength', () => {
    const look = answerOf([brighter, evenCurve, brighter], mixing)
    const colour = [40, 150, 90]
    const whole = madeOf(tablesOf(look, 1), colour)
    madeOf(tablesOf(look, 0.5), colour).forEach((value, to) => {
      expect(value).toBeCloseTo(((colour[to] ?? 0) + (whole[to] ?? 0)) / 2, 3)
    })
  })

  it('are refused of an answer of another size', () => {
    const answer: Tensor = { shape: [1, 3, 1, 1], values: new Float32Array(3) }
    expect(() => tablesOf(answer, 1)).toThrow('3 values')
  })
})

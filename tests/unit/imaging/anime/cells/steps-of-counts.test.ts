import { describe, expect, it } from 'vitest'
import { stepsOfCounts } from '#core/imaging/tools/anime/cells/steps-of-counts.ts'

/** So many pixels about each of some lights. */
const countsOf = (...heaps: readonly (readonly [light: number, count: number])[]) => {
  const counts = new Float64Array(256)
  for (const [light, count] of heaps) {
    for (let apart = -3; apart <= 3; apart++) counts[light + apart] = count / 7
  }
  return counts
}
const APART = 16
const LEAST = 0.06

describe('the steps of a mass’s light', () => {
  it('lie between its dark, its middle and its light', () => {
    const steps = stepsOfCounts(countsOf([60, 300], [120, 400], [190, 300]), APART, LEAST)
    expect(steps).toHaveLength(2)
    expect(steps[0]).toBeCloseTo(90, 0)
    expect(steps[1]).toBeCloseTo(155, 0)
  })

  it('are one where a third tone would be hardly anywhere', () => {
    const steps = stepsOfCounts(countsOf([60, 600], [120, 390], [240, 10]), APART, LEAST)
    expect(steps).toHaveLength(1)
  })

  it('are none where all is about as light', () => {
    expect(stepsOfCounts(countsOf([120, 500], [126, 500]), APART, LEAST)).toEqual([])
  })
})

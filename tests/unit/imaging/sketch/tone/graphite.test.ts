import { expect, it } from 'vitest'
import { constantPlane } from '#core/pixels/pixels.ts'
import { kernels } from '../../../../fixtures/kernels.ts'

const SIZE = 96

/** Lights, 0..1, of a patch of one shade under even strokes of a pencil. */
function patch(shade: number): Float32Array {
  const part = (value: number) => ({
    rows: constantPlane(value),
    originPx: 0,
    wholeHeightPx: 1,
  })
  const strokes = new Uint8ClampedArray(SIZE).map((_, x) => (x % 8) * 36)
  const stroke = {
    rows: { widthPx: SIZE, heightPx: 1, values: strokes },
    originPx: 0,
    wholeHeightPx: 1,
  }
  const planes = { lines: part(1), shading: part(shade), stroke, cross: stroke }
  const asked = { widthPx: SIZE, heightPx: SIZE, topPx: 0, rows: SIZE, planes }
  return kernels.luma(kernels.drawSketch({ ...asked, style: 'pencil', strength: 0.7 })).values
}

const meanOf = (values: Float32Array) => values.reduce((sum, own) => sum + own, 0) / values.length

it('a pencil draws black hair nearly black, with its strokes still seen', () => {
  const black = patch(0.78)
  expect(meanOf(black)).toBeLessThan(0.33)
  expect(Math.max(...black) - Math.min(...black)).toBeGreaterThan(0.03)
})

it('a pencil leaves a middle tone far lighter than black, with paper between its strokes', () => {
  const middle = patch(0.4)
  expect(meanOf(middle)).toBeGreaterThan(meanOf(patch(0.78)) + 0.25)
  expect(Math.max(...middle)).toBeGreaterThan(0.85)
})

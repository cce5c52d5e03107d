import { expect, it } from 'vitest'
import { constantPlane } from '#core/pixels/pixels.ts'
import { kernels } from '../../../../fixtures/kernels.ts'

const SIZE = 64

/** How light ink leaves the lightest of a patch of one shade, 0..1: what lies between its strokes. */
function ground(shade: number, tone = 1): number {
  const part = (value: number) => ({
    rows: constantPlane(value),
    originPx: 0,
    wholeHeightPx: 1,
  })
  const planes = { lines: part(1), shading: part(shade), skin: part(1), tone: part(tone) }
  const asked = { widthPx: SIZE, heightPx: SIZE, topPx: 0, rows: SIZE, planes }
  const drawn = kernels.drawSketch({ ...asked, style: 'ink', strength: 0.7 })
  return Math.max(...kernels.luma(drawn).values)
}

it('a wash of dark skin lies in layers, between which it changes most', () => {
  const [lit, own, ownToo, shaded] = [0.05, 0.12, 0.14, 0.21].map((shade) => ground(shade))
  expect(own).toBeCloseTo(ownToo ?? 0, 1)
  expect((lit ?? 0) - (own ?? 0)).toBeGreaterThan(0.08)
  expect((own ?? 0) - (shaded ?? 0)).toBeGreaterThan(0.08)
  expect(lit).toBeGreaterThan(0.9)
})

it('a wash is none on pale skin, whatever its shade', () => {
  expect(ground(0.06, 0)).toBeCloseTo(ground(0.2, 0), 3)
})

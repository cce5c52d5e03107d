import { describe, expect, it } from 'vitest'
import { withoutTubes } from '#core/imaging/tools/enhance/tubes.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../../fixtures/kernels.ts'
import { largeFaults } from '../../../quality/spoil.ts'
import { paint } from '../made-pictures.ts'
import { answerOf, changeOf, enhanced, evenCurve, networkOf } from './enhanced.ts'

const keeps = networkOf(answerOf([evenCurve, evenCurve, evenCurve]))
/** Somebody at a desk before a grey wall. */
const office = paint(240, 200, (x, y) => {
  if (y < 50) return [214, 214, 212]
  if (Math.hypot(x - 120, y - 100) < 45) return [196, 146, 118]
  return y > 150 ? [96, 92, 90] : [150, 150, 152]
})
const tubes = largeFaults['fluorescent tubes']
const isNothing = (picture: Raster) => withoutTubes(kernels, picture).every((by) => by === 0)

describe('fluorescent tubes in colour enhancement', () => {
  it('are taken out of a room with people, though the network sees none', async () => {
    const green = tubes(office)
    expect(changeOf(await enhanced(green, 1, keeps), office)).toBeLessThan(
      0.6 * changeOf(green, office),
    )
  })

  it('are none where something is grey', () => {
    expect(isNothing(office)).toBe(true)
  })

  it('are none in a forest, which is green itself', () => {
    const forest = paint(240, 200, (x, y) => [60 + (x % 20), 90 + (y % 30), 48])
    expect(isNothing(forest)).toBe(true)
  })
})

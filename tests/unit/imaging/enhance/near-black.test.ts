import { describe, expect, it } from 'vitest'
import type { Raster } from '#core/pixels/raster.ts'
import { paint } from '../made-pictures.ts'
import { answerOf, enhanced, evenCurve, networkOf } from './enhanced.ts'

const keeps = networkOf(answerOf([evenCurve, evenCurve, evenCurve]))
/** Leaves in the shade before a pale sky, and below them a coat that is nearly black and a little red. */
const picture = paint(256, 256, (x, y) => {
  if (y < 90) return [225, 232, 240]
  if (y > 200) return [20, 13, 12]
  const leaf = 40 * (1 + 0.5 * Math.sin(x / 3) * Math.sin(y / 4))
  return [0.7 * leaf, leaf, 0.5 * leaf]
})
const colourAt = ({ rgba, widthPx }: Raster, x: number, y: number) => {
  const at = (y * widthPx + x) * 4
  return { red: rgba[at] ?? 0, green: rgba[at + 1] ?? 0, blue: rgba[at + 2] ?? 0 }
}

describe('colours near black in colour enhancement', () => {
  it('hardly grow with the light: a black coat comes up greyer than it was', async () => {
    const opened = await enhanced(picture, 1, keeps)
    const [before, after] = [colourAt(picture, 128, 235), colourAt(opened, 128, 235)]
    expect(after.green).toBeGreaterThan(1.4 * before.green)
    expect(after.red / after.green).toBeLessThan(0.88 * (before.red / before.green))
  })

  it('grow with it where there is more than chance: leaves stay green', async () => {
    const opened = await enhanced(picture, 1, keeps)
    for (const x of [40, 128, 200]) {
      const [before, after] = [colourAt(picture, x, 150), colourAt(opened, x, 150)]
      expect(after.green / after.blue).toBeGreaterThan(0.85 * (before.green / before.blue))
    }
  })
})

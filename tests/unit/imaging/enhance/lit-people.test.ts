import { describe, expect, it } from 'vitest'
import type { Raster } from '#core/pixels/raster.ts'
import { paint } from '../made-pictures.ts'
import { answerOf, enhanced, evenCurve, networkOf } from './enhanced.ts'

const keeps = networkOf(answerOf([evenCurve, evenCurve, evenCurve]))
/** Somebody in black before dark leaves: no plain black backdrop. */
const portrait = (skin: number, above: readonly [number, number, number] | null = null) =>
  paint(256, 256, (x, y) => {
    if (Math.hypot((x - 128) / 55, (y - 120) / 70) < 1) return [skin, 0.72 * skin, 0.58 * skin]
    if (above !== null && y < 110) return above
    const leaf = 24 * (1 + 0.8 * Math.sin(x / 3) * Math.sin(y / 4))
    return y > 200 ? [17, 17, 17] : [0.7 * leaf, leaf, 0.6 * leaf]
  })
const coatOf = ({ rgba, widthPx }: Raster) => rgba[(230 * widthPx + 128) * 4] ?? 0

describe('shadows in colour enhancement', () => {
  it('stay where people are lit: what is dark is their hair and clothes', async () => {
    const lit = await enhanced(portrait(215), 1, keeps)
    expect(coatOf(lit)).toBeLessThan(1.35 * 17)
  })

  it('are opened where people lie in them', async () => {
    const shaded = await enhanced(portrait(85), 1, keeps)
    expect(coatOf(shaded)).toBeGreaterThan(1.8 * 17)
  })

  it('are opened where people stand against the light, lit or not', async () => {
    const sky = [225, 232, 240] as const
    const [lit, backlit] = [
      await enhanced(portrait(215), 1, keeps),
      await enhanced(portrait(150, sky), 1, keeps),
    ]
    expect(coatOf(backlit)).toBeGreaterThan(1.3 * coatOf(lit))
  })

  it('are opened before stone of a like lightness', async () => {
    const stone = await enhanced(
      paint(256, 256, (x, y) => {
        const leaf = 24 * (1 + 0.8 * Math.sin(x / 3) * Math.sin(y / 4))
        if (y > 200) return [17, 17, 17]
        return Math.hypot((x - 128) / 55, (y - 120) / 70) < 1
          ? [205, 172, 118]
          : [0.7 * leaf, leaf, 0.6 * leaf]
      }),
      1,
      keeps,
    )
    expect(coatOf(stone)).toBeGreaterThan(1.8 * 17)
  })

  it('stay before a black backdrop where a flash has lit the face, and not where that is dim', async () => {
    const sitting = (skin: number) =>
      paint(256, 256, (x, y) => {
        if (Math.hypot((x - 128) / 55, (y - 120) / 70) < 1) return [skin, 0.72 * skin, 0.58 * skin]
        return y > 200 ? [60, 60, 60] : [8, 8, 8]
      })
    const [flashed, dim] = [
      await enhanced(sitting(235), 1, keeps),
      await enhanced(sitting(130), 1, keeps),
    ]
    expect(coatOf(flashed)).toBeLessThan(1.2 * 60)
    expect(coatOf(dim)).toBeGreaterThan(1.25 * 60)
  })
})

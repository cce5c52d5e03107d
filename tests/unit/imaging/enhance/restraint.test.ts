import { describe, expect, it } from 'vitest'
import { USUAL_STRENGTH } from '#core/imaging/tools/enhance/usual-strength.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { paint } from '../made-pictures.ts'
import { answerOf, enhanced, evenCurve, keepsColour, networkOf } from './enhanced.ts'

const lightOf = (gainAt: (light: number) => number) =>
  networkOf(
    answerOf(
      [evenCurve, evenCurve, evenCurve],
      keepsColour,
      Array.from({ length: 9 }, (_, knot) => (knot / 8) * gainAt(knot / 8)),
    ),
  )
const greenAt = ({ rgba, widthPx }: Raster, x: number, y: number) =>
  rgba[(y * widthPx + x) * 4 + 1] ?? 0

describe('a change of light in colour enhancement', () => {
  const room = (wall: number, face: number) =>
    paint(256, 256, (x, y) => {
      if (y % 32 < 2) return [2, 2, 2]
      return Math.hypot(x - 128, y - 128) < 45 ? [face, face, face] : [wall, wall, wall]
    })

  it('is given in part where all of it is small: that is a doubt', async () => {
    const lit = await enhanced(
      room(80, 100),
      USUAL_STRENGTH,
      lightOf(() => 1.12),
    )
    const whole = (80 * 1.12) / (1 + 0.12 * (80 / 255))
    const given = (greenAt(lit, 20, 20) - 80) / (whole - 80)
    expect(given).toBeGreaterThan(0.3)
    expect(given).toBeLessThan(0.6)
  })

  it('is given to a face in the shade, though all else stays', async () => {
    const opens = lightOf((light) => 1 + 2 * Math.max(0, 1 - light / 0.4))
    const lit = await enhanced(room(125, 45), 1, opens)
    expect(Math.abs(greenAt(lit, 20, 20) - 125)).toBeLessThan(4)
    expect(greenAt(lit, 128, 120)).toBeGreaterThan(1.45 * 45)
  })
})

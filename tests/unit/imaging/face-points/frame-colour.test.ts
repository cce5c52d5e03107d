import { describe, expect, it } from 'vitest'
import { glassesOf } from '#core/imaging/face-points/glasses.ts'
import type { OkLab } from '#core/pixels/oklab.ts'
import { kernels } from '../../../fixtures/kernels.ts'
import { isFace, MIDDLE, people, SIDE } from '../made-face.ts'
import { paint } from '../made-pictures.ts'
import { type Rgb, SKIN, WALL } from '../painted-face.ts'

const HALF = { across: 26, down: 20 }
/** Half the thickness of a rim at its sides and its upper bar, and below, where skin shines through, px. */
const THICK = { bar: 2.5, below: 1.6 }

/** How far a place lies from a rim about its eye, px. */
function fromRim(x: number, y: number): number {
  const [u, v] = [Math.abs(x - MIDDLE.x) - 32, y - MIDDLE.y + 16]
  return Math.abs(Math.hypot(u / HALF.across, v / HALF.down) - 1) * HALF.down
}

/** The colour of a frame whose lower half is half skin, under dark brows. */
function frameOf(colour: Rgb, brow: Rgb): OkLab {
  const mixed = SKIN.map((c, i) => (c + (colour[i] ?? 0)) / 2) as [number, number, number]
  const isBrow = (x: number, y: number) =>
    Math.abs(Math.abs(x - MIDDLE.x) - 32) < 18 && Math.abs(y - MIDDLE.y + 41) < 3
  const picture = paint(SIDE, SIDE, (x, y) => {
    if (isBrow(x, y)) return brow
    const isLow = y > MIDDLE.y - 16
    if (fromRim(x, y) < (isLow ? THICK.below : THICK.bar)) return isLow ? mixed : colour
    if (Math.abs(x - MIDDLE.x) < 7 && Math.abs(y - MIDDLE.y + 20) < 2) return colour
    return isFace(x, y) ? SKIN : WALL
  })
  const [face] = people().faces
  const worn = face && { ...face, points: { ...face.points, glasses: { any: 0.9, dark: 0.1 } } }
  const found = worn && glassesOf(kernels, picture, worn)
  if (!found) throw new Error('There is a frame.')
  return found.colour
}

describe('the colour of a frame', () => {
  it('is black where the bar is, though skin shines through below', () => {
    const [light, a, b] = frameOf([18, 17, 18], [70, 48, 40])
    expect(light).toBeLessThan(0.25)
    expect(Math.hypot(a, b)).toBeLessThan(0.02)
  })

  it('stays pale under dark brows', () => {
    expect(frameOf([150, 120, 105], [30, 22, 20])[0]).toBeGreaterThan(0.5)
  })

  it('is red where it is, and no darker brown', () => {
    const [light, a, b] = frameOf([190, 20, 50], [30, 22, 20])
    expect(a).toBeGreaterThan(0.13)
    expect(Math.abs(b)).toBeLessThan(a * 0.6)
    expect(light).toBeGreaterThan(0.35)
  })
})

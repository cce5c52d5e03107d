import { describe, expect, it } from 'vitest'
import type { Point } from '#core/imaging/face-points/face-points.ts'
import { fittedGlass } from '#core/imaging/face-points/fitted-glass.ts'
import { fromOkLab } from '#core/pixels/oklab.ts'
import { createRaster } from '#core/pixels/pixels.ts'
import { kernels } from '../../fixtures/kernels.ts'
import { MIDDLE, people, SIDE } from './made-face.ts'

const [face] = people().faces
if (!face) throw new Error('There is a face.')

/** Half a glass, px, and how far its middle lies from that of the face. */
const GLASS = { across: 28, down: 24, aside: 33, below: -16 }
/** Of glass that fades downwards, against the skin's lightness. */
const FADES = { from: 0.35, to: 0.88 }
const SKIN_LIGHT = 0.65

interface Fading {
  readonly from: number
  readonly to: number
}

/** A face behind round glass that fades downwards. @param lit 1 in full light, less in the shade */
function behindGlass(lit: number, fades: Fading = FADES, glass = GLASS) {
  const picture = createRaster(SIDE, SIDE)
  for (let at = 0; at < SIDE * SIDE; at++) {
    const [x, y] = [(at % SIDE) - MIDDLE.x, Math.floor(at / SIDE) - MIDDLE.y]
    const u = (Math.abs(x) - glass.aside) / glass.across
    const v = (y - glass.below) / glass.down
    const isGlass = u * u + v * v < 1
    const share = isGlass ? fades.from + ((v + 1) / 2) * (fades.to - fades.from) : 1
    fromOkLab(
      SKIN_LIGHT * lit * share,
      0.04 * lit * share,
      0.04 * lit * share,
      picture.rgba,
      at * 4,
    )
    picture.rgba[at * 4 + 3] = 255
  }
  return picture
}

const rimsIn = (lit: number): readonly Point[] =>
  fittedGlass(kernels, behindGlass(lit), face, SKIN_LIGHT * lit).rims.flat()

describe('dark glass that fades downwards', () => {
  it('is as large on a face in the shade as on one in full light', () => {
    const [light, shade] = [rimsIn(1), rimsIn(0.55)]
    const apart = light.map((p, i) =>
      Math.hypot(p.x - (shade[i]?.x ?? 0), p.y - (shade[i]?.y ?? 0)),
    )
    expect(Math.max(...apart)).toBeLessThan(0.01 * face.widthPx)
  })
})

/** The lowest place of both rims, px below the middle of the face. */
const lowestOf = (fades: Fading, glass: typeof GLASS): number => {
  const picture = behindGlass(1, fades, glass)
  const rims = fittedGlass(kernels, picture, face, SKIN_LIGHT).rims.flat()
  return Math.max(...rims.map(({ y }) => y)) - MIDDLE.y
}

describe('large dark glass', () => {
  const large = { across: 30, down: 36, aside: 33, below: -8 }

  it('reaches down over the cheeks as far as it does', () => {
    const lowest = lowestOf({ from: 0.35, to: 0.35 }, large)
    expect(Math.abs(lowest - (large.below + large.down))).toBeLessThan(0.04 * face.widthPx)
  })

  it('does not end where it is darkest', () => {
    const lowest = lowestOf({ from: 0.3, to: 0.7 }, large)
    expect(lowest).toBeGreaterThan(large.below + large.down - 0.06 * face.widthPx)
  })
})

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

/** A face behind round glass that fades downwards. @param lit 1 in full light, less in the shade */
function behindGlass(lit: number) {
  const picture = createRaster(SIDE, SIDE)
  for (let at = 0; at < SIDE * SIDE; at++) {
    const [x, y] = [(at % SIDE) - MIDDLE.x, Math.floor(at / SIDE) - MIDDLE.y]
    const u = (Math.abs(x) - GLASS.aside) / GLASS.across
    const v = (y - GLASS.below) / GLASS.down
    const isGlass = u * u + v * v < 1
    const share = isGlass ? FADES.from + ((v + 1) / 2) * (FADES.to - FADES.from) : 1
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

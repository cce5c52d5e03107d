import {
  jawLine,
  lidsOf,
  meanPoint,
  moved,
  sides,
  turnOf,
} from '../../../../face-points/face-lines.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import { rgbOf } from '../../../../face-points/samples.ts'
import { ellipse, type Shape } from '../../../../face-points/shapes.ts'
import type { FacePen } from '../face-pen.ts'
import type { FaceCover } from '../parts/face-cover.ts'

/** A head turned further shows one cheek. */
const FRONTAL_BLUSH = 0.35
/** Where a cheek blushes, below the eye and outwards of its middle, and how large that is, face widths. */
const BLUSH = { below: 0.17, out: 0.05, across: 0.085, down: 0.042, opacity: 0.27 }

/** How much redder than the skin a blush is, and how much darker, OKLab. */
const RED = { more: 0.07, darker: 0.025 }

/** A breath of red on both cheeks, where both are bare and no beard grows: the more, the further a face is from its own look. */
export function blushShapes(face: FoundFace, pen: FacePen, cover: FaceCover): Shape[] {
  const { widthPx } = face
  const shapes = sides.map((side) => {
    const { lower } = lidsOf(face, side)
    const middle = lower[lower.length >> 1] ?? { x: 0, y: 0 }
    const out = (side === 'right' ? -1 : 1) * BLUSH.out * widthPx
    const at = moved(middle, face, out, BLUSH.below * widthPx)
    const half = [BLUSH.across * widthPx, BLUSH.down * widthPx] as const
    return ellipse(at, half[0], half[1], turnOf(face))
  })
  const isBearded = jawLine(face).some((p) => cover.isBearded(moved(p, face, 0, -0.05 * widthPx)))
  if (face.frontal < FRONTAL_BLUSH || isBearded || shapes.flat().some(cover.isHidden)) return []
  const opacity = BLUSH.opacity * Math.min(1, 2 * pen.opened)
  return shapes.map((outline) => {
    // Red, and hardly darker than the tone that it lies on: a darker one is a patch.
    const [light, a, b] = cover.toneAt(meanPoint(outline))
    return { outline, colour: rgbOf([light - RED.darker, a + RED.more, b]), opacity }
  })
}

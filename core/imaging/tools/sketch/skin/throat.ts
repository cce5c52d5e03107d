import { smoothstep } from '../../../../pixels/pixels.ts'
import { placedFrom } from '../../../face-points/face-places.ts'
import { pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'

/** Where the jaw's shadow falls: below the chin, and beside chin and neck, face widths. */
const UNDER = { from: -0.08, wholly: 0 }
const DOWN = { from: 0.3, none: 0.5 }
const BESIDE = { from: 0.2, none: 0.34 }

/** Tells how much a place lies on the throat of a face, 0..1. */
export function throatOf(face: FoundFace) {
  const jaw = pointsOf(face.points, 'jaw')
  const chin = jaw[jaw.length >> 1] ?? { x: 0, y: 0 }
  const placed = placedFrom(face, chin)
  const { across, down, widthPx } = face
  const [one, other] = [jaw[0] ?? chin, jaw.at(-1) ?? chin]
  const middle = (placed(one).u + placed(other).u) / 2
  const [left, right] = [Math.min(0, middle), Math.max(0, middle)]
  return (x: number, y: number): number => {
    // As `placed` has it, which would make a place for each pixel.
    const u = ((x - chin.x) * across.x + (y - chin.y) * across.y) / widthPx
    const v = ((x - chin.x) * down.x + (y - chin.y) * down.y) / widthPx
    const beside = Math.max(left - u, u - right)
    const below =
      smoothstep(UNDER.from, UNDER.wholly, v) * (1 - smoothstep(DOWN.from, DOWN.none, v))
    return below * (1 - smoothstep(BESIDE.from, BESIDE.none, beside))
  }
}

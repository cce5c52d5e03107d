import { smoothstep } from '../../../../pixels/pixels.ts'
import { placedFrom, underNose } from '../../../face-points/face-places.ts'
import { pointsOf } from '../../../face-points/face-points.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'

/** In a face that is turned further the ground behind it lies beside its nose. */
const FRONTAL_MIN = 0.2
/** Half the width of a nose between the eyes, and how softly its sides end, face widths. */
const BRIDGE = 0.05
const SOFT = 0.03
/** How light a nose is against its face at least: nostrils, and the frame of glasses, are darker. */
const LIGHT = { none: 0.45, wholly: 0.6 }

/**
 * Tells how much a place lies on a nose that is redder than its face, 0..1: the sides of a nose are
 * flushed in the shade, and a nose is skin whatever its hue.
 */
export function flushedNoseOf(face: FoundFace) {
  if (face.frontal < FRONTAL_MIN) return () => 0
  const placed = placedFrom(face, underNose(face))
  const base = pointsOf(face.points, 'noseBase').map(placed)
  const across = base.map(({ u }) => u)
  const [right, left] = [Math.min(...across), Math.max(...across)]
  const { u: middle, v: top } = placed(pointsOf(face.points, 'noseRidge')[0] ?? underNose(face))
  /**
   * @param light of a place, and its red against its light, less the face's
   */
  return (x: number, y: number, light: number, redder: number): number => {
    if (redder <= 0) return 0
    const { u, v } = placed({ x, y })
    if (v < top || v > 0) return 0
    const down = 1 - v / top
    const from = middle - BRIDGE + (right - middle + BRIDGE) * down
    const to = middle + BRIDGE + (left - middle - BRIDGE) * down
    const within = smoothstep(-SOFT, SOFT, Math.min(u - from, to - u))
    return within * smoothstep(LIGHT.none, LIGHT.wholly, light)
  }
}

import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'

/** A face that is wider than this in shares of the longer side has room for strokes. */
const LARGE = { from: 0.12, wholly: 0.38 }
/** How much wider and longer strokes are where a face fills the picture: they are seen when it is small. */
const COARSER = { wider: 1, longer: 0.7 }

/**
 * How much a face fills the picture, 0..1.
 * @param faces in pixels of a picture whose longer side is `longSidePx`
 */
export function closeUpOf(faces: readonly FoundFace[], longSidePx: number): number {
  const widest = Math.max(0, ...faces.map(({ widthPx }) => widthPx))
  return smoothstep(LARGE.from, LARGE.wholly, widest / longSidePx)
}

/**
 * Strokes get wider in this many steps: the grain that they are drawn from is stretched with their width, so that the
 * last digits of a face's, which differ from one machine to another, would shift all strokes far from the origin.
 */
const STEPS = 8

/** Lengths of a stroke in shares of the picture. */
interface StrokeSize {
  readonly halfLength: number
  readonly width: number
}

/** Strokes as wide as a large face has room for. */
export const coarserBy = <Stroke extends StrokeSize>(
  strokes: readonly Stroke[],
  closeUp: number,
): readonly Stroke[] => {
  const step = Math.round(closeUp * STEPS) / STEPS
  return strokes.map((stroke) => ({
    ...stroke,
    halfLength: stroke.halfLength * (1 + COARSER.longer * step),
    width: stroke.width * (1 + COARSER.wider * step),
  }))
}

/** How much wider strokes are where nobody is: there are no small features for which they must be fine. */
const NOBODY_WIDER = 0.8

/** Strokes as wide as a picture without people has room for. */
export const widerBy = <Stroke extends StrokeSize>(strokes: readonly Stroke[]): readonly Stroke[] =>
  strokes.map((stroke) => ({ ...stroke, width: stroke.width * (1 + NOBODY_WIDER) }))

import { smoothstep } from '../../../../pixels/pixels.ts'
import type { Raster } from '../../../../pixels/raster.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { headOf } from '../../../face-points/head.ts'

/** A face smaller than this against the picture's longer side has its skin and features alone. */
export const WIDTH_MIN = 60 / 1024
/** Whether a face has its skin and features alone. */
export const isSmallIn = (
  face: FoundFace,
  { widthPx, heightPx }: Pick<Raster, 'widthPx' | 'heightPx'>,
) => face.widthPx < WIDTH_MIN * Math.max(widthPx, heightPx)

/** A head narrower than this against the picture's longer side has no hair of its own. */
const HEAD_WIDTH_MIN = 42 / 1024

/** Whether a head is too small for hair of its own. A turned face is narrower than its head. */
export const isSmallHeadIn = (
  face: FoundFace,
  picture: Pick<Raster, 'widthPx' | 'heightPx'>,
): boolean =>
  headOf(face, picture).widthPx < HEAD_WIDTH_MIN * Math.max(picture.widthPx, picture.heightPx)

/** A face narrower than this against the picture's longer side has no shade in even light. */
export const FAR = 0.125

/** One that is smaller than this, or is small and turned further, is left to paint and ink. */
export const SMALL = { least: 18 / 1024, pen: 1.35, contrast: 0.5, sidePx: 104 }

/** Widths of faces against the picture's longer side from which on they are ever farther off, to those that are wholly. */
const FAR_OFF = { from: 0.16, to: 0.055 }

/** How far off a face is, 0..1. */
export const farnessIn = (
  face: FoundFace,
  { widthPx, heightPx }: Pick<Raster, 'widthPx' | 'heightPx'>,
): number => smoothstep(FAR_OFF.from, FAR_OFF.to, face.widthPx / Math.max(widthPx, heightPx))

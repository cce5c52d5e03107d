import type { Raster } from '../../../../pixels/raster.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import { headOf } from '../../../face-points/head.ts'

/** A face smaller than this against the picture's longer side has its skin and features alone. */
export const WIDTH_MIN = 60 / 1024
/** Whether a face has its skin and features alone. */
export const isSmallIn = (
  face: Pick<FoundFace, 'widthPx'>,
  { widthPx, heightPx }: Pick<Raster, 'widthPx' | 'heightPx'>,
) => face.widthPx < WIDTH_MIN * Math.max(widthPx, heightPx)

/** Whether a head is too small for hair of its own: a turned face is narrower than its head. */
export const isSmallHeadIn = (
  face: FoundFace,
  picture: Pick<Raster, 'widthPx' | 'heightPx'>,
): boolean => isSmallIn({ widthPx: headOf(face, picture).widthPx }, picture)

/** A face narrower than this against the picture's longer side has no shade in even light. */
export const FAR = 0.125

/** One that is smaller than this, or is small and turned further, is left to paint and ink. */
export const SMALL = { least: 18 / 1024, pen: 1.35, contrast: 0.5, sidePx: 104 }

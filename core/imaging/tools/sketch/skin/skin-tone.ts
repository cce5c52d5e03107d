import { smoothstep } from '../../../../pixels/pixels.ts'
import { atShare } from '../../../../pixels/ranked.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'

/** Of as many pixels of a picture one is looked at for its lights. */
const EVERY = 37
/** Luma of the lights of a picture that is lit well; in a dimmer one skin is lighter than it seems, to this share. */
const WELL_LIT = 0.7
const DIMMEST = 0.7
/** How dark skin has to be, and how strong its colour against its lightness (OKLab): in the shade pale skin is dark, and stays pale. */
const DARK = { from: 0.25, wholly: 0.6 }
const COLOURED = { from: 0.085, wholly: 0.13 }

/** How much of its light a picture has, 0..1. */
export function lightIn({ values }: FloatPlane): number {
  const some = Array.from(values.filter((_, at) => at % EVERY === 0))
  const lights = atShare(some, 0.97)
  return Math.min(1, Math.max(DIMMEST, lights / WELL_LIT))
}

/**
 * How dark a face's skin itself is, 0..1, whatever the light on it.
 * @param luma its median
 * @param hue red and yellow of OKLab against its lightness
 * @param known how sure it is by more than its colour that it is dark, 0..1
 */
export const deepness = (
  luma: number,
  hue: readonly [red: number, yellow: number],
  light: number,
  known = 0,
): number =>
  smoothstep(DARK.from, DARK.wholly, 1 - luma / light) *
  Math.max(known, smoothstep(COLOURED.from, COLOURED.wholly, Math.hypot(...hue)))

import { type OkLab, toOkLab } from '../../../pixels/oklab.ts'
import { smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { USUAL_STRENGTH } from './usual-strength.ts'

/** Every so many'th pixel is looked at. */
const STEP = 5
/** Of the mean chroma that a photo has under what it is given as a rule, this share is to be left. */
const COLOUR_LEFT = 0.97

/**
 * A share of a look, led to a larger one by the end of the slider: whoever goes beyond the usual wants
 * to see more, and is no longer held back for the sake of doubts.
 * @param share of the look up to the usual strength, 0..1
 * @param most of it at the end of the slider, 0..1; no less than `share` counts
 * @param strength 0..1
 */
export const insistedOn = (share: number, most: number, strength: number): number =>
  share + Math.max(0, most - share) * smoothstep(USUAL_STRENGTH, 1, strength)

/**
 * Whether more of a look takes no colour away. Where it does, the network doubts the light: warm skin
 * would go pale and a blue sky yellow, and nobody would call that more.
 * @param usual a small copy of the photo under what it is given as a rule
 * @param more the copy under more of the look
 */
export const keepsColours = (usual: Raster, more: Raster): boolean =>
  chromaOf(more) >= COLOUR_LEFT * chromaOf(usual)

function chromaOf({ rgba }: Raster): number {
  const colour: OkLab = [0, 0, 0]
  let sum = 0
  for (let at = 0; at < rgba.length; at += 4 * STEP) {
    toOkLab(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0, colour)
    sum += Math.hypot(colour[1], colour[2])
  }
  return sum
}

import { lumaOf } from '../../../../pixels/luma.ts'
import { createFloatPlane, createRaster } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { type LightRange, lightRangeOf } from '../../../light-range.ts'

/** How much tone what is nearly white gets in the palest picture. */
const MORE = 2
/** A picture that is less pale stays as it is, 0..1. */
const LEAST = 0.05
/** Every so many pixels of a row and rows tell how pale a photo is. */
const LOOKED = 4

/**
 * A pale photo in which what is nearly white is told apart: a white cake before a pale wall would be one cell with it.
 * White stays white, and middle tones what they are.
 * @returns null where a photo is not pale
 */
export function palePartedOf(photo: Raster): Raster | null {
  const range = lightRangeOf(someLuma(photo))
  if (range.pale < LEAST) return null
  const gains = gainsOf(range)
  const parted = createRaster(photo.widthPx, photo.heightPx)
  const { rgba } = photo
  for (let at = 0; at < rgba.length; at += 4) {
    const red = rgba[at] as number
    const green = rgba[at + 1] as number
    const blue = rgba[at + 2] as number
    const gain = gains[(lumaOf(red, green, blue) + 0.5) | 0] as number
    parted.rgba[at] = red * gain
    parted.rgba[at + 1] = green * gain
    parted.rgba[at + 2] = blue * gain
    parted.rgba[at + 3] = 255
  }
  return parted
}

/** The luma of every so many pixels of a row and rows, 0..1: it tells how light lies in a photo. */
function someLuma({ rgba, widthPx, heightPx }: Raster): FloatPlane {
  const luma = createFloatPlane(Math.ceil(widthPx / LOOKED), Math.ceil(heightPx / LOOKED))
  for (let y = 0, k = 0; y < heightPx; y += LOOKED) {
    for (let x = 0; x < widthPx; x += LOOKED, k++) {
      const at = (y * widthPx + x) * 4
      luma.values[k] =
        lumaOf(rgba[at] as number, rgba[at + 1] as number, rgba[at + 2] as number) / 255
    }
  }
  return luma
}

/** What a colour is multiplied by, by its luma in bytes. */
function gainsOf({ black, span, pale }: LightRange): Float32Array {
  return Float32Array.from({ length: 256 }, (_, byte) => {
    const luma = byte / 255
    const light = (luma - black) / span
    if (light <= 0 || light >= 1) return 1
    // No power, which engines round differently.
    const squared = light * light
    return 1 - (MORE * pale * span * squared * squared * (1 - light)) / luma
  })
}

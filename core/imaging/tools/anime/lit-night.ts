import { createRaster, smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { lumaOf } from '../super-resolution/luma.ts'

/** Three quarters of a night scene that is drawn are darker than this luma, and a quarter is lighter. */
const WANTED = { share: 0.75, luma: 60 }
/** A portrait in low light is lit so on purpose, and its beard is known by its dark: it stays. */
const LOW_KEY = { from: 26, to: 38 }
/** A night stays one: how far it is lit at most, as a power, and how often the light of what is darkest. */
const MOST = { power: 0.6, gain: 2.8 }

/**
 * A photo so dark that its drawing would be nearly black, lit as a film lights its nights: what can be
 * guessed at is seen, and black stays black. One that is light enough is itself.
 */
export function litNight(photo: Raster): Raster {
  const luma = upperLuma(photo)
  const night = 1 - smoothstep(LOW_KEY.from, LOW_KEY.to, luma)
  if (night === 0) return photo
  const whole = Math.log(WANTED.luma / 255) / Math.log(Math.max(1, luma) / 255)
  const gains = gainsOf(1 + (Math.max(MOST.power, whole) - 1) * night)
  const result = createRaster(photo.widthPx, photo.heightPx)
  const { rgba } = photo
  for (let at = 0; at < rgba.length; at += 4) {
    const [red, green, blue] = [rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0]
    // A lamp keeps its colour: no channel runs over before the others.
    const most = 255 / Math.max(1, red, green, blue)
    const gain = Math.min(most, gains[Math.round(lumaOf(red, green, blue))] ?? 1)
    result.rgba[at] = red * gain
    result.rgba[at + 1] = green * gain
    result.rgba[at + 2] = blue * gain
    result.rgba[at + 3] = rgba[at + 3] ?? 255
  }
  return result
}

/** Lamps as light as this are lit less and less, or a tower's lattice would be one blot. */
const LAMPS = { from: 60, to: 160 }

/** How much lighter each luma becomes. */
const gainsOf = (power: number): readonly number[] =>
  Array.from({ length: 256 }, (_, luma) => {
    const gain = Math.min(MOST.gain, (Math.max(1, luma) / 255) ** (power - 1))
    return 1 + (gain - 1) * (1 - smoothstep(LAMPS.from, LAMPS.to, luma))
  })

/** The luma that the darker three quarters of a photo stay below; 254 at most. */
function upperLuma({ rgba }: Raster): number {
  const counts = new Uint32Array(256)
  for (let at = 0; at < rgba.length; at += 4) {
    const luma = Math.round(lumaOf(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0))
    counts[luma] = (counts[luma] ?? 0) + 1
  }
  let left = (rgba.length / 4) * WANTED.share
  for (let luma = 0; luma < 254; luma++) {
    left -= counts[luma] ?? 0
    if (left <= 0) return luma
  }
  return 254
}

import { type OkLab, okLabAt } from '../../../pixels/oklab.ts'
import { smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { skinShare } from '../../../pixels/skin-colour.ts'
import type { Backdrop } from './found-backdrop.ts'

/** Every so many'th pixel is looked at. */
const STEP = 5

/** Skin counts where there is at least this share of it. */
const SKIN_MIN = 0.03
/** Mean red in OKLab from which a colour is none of the greys, and the yellow that skin has to it. */
const RED = 0.012
const YELLOW_TO_RED = 0.6
/** Of skin that has less yellow itself, this share is to be left. */
const YELLOW_LEFT = 0.6

/**
 * Whether people keep a natural colour: a yellow backdrop looks like lamp light, and taking it out
 * turns them lilac.
 * @param copy of the photo, small
 * @param changed the copy under a look
 */
export function keepsSkin(copy: Raster, changed: Raster): boolean {
  const colour: OkLab = [0, 0, 0]
  let share = 0
  let [redBefore, yellowBefore, red, yellow] = [0, 0, 0, 0]
  for (let at = 0; at < copy.rgba.length; at += 4 * STEP) {
    okLabAt(copy, at, colour)
    const skin = skinShare(...colour)
    if (skin === 0) continue
    redBefore += skin * colour[1]
    yellowBefore += skin * colour[2]
    okLabAt(changed, at, colour)
    share += skin
    red += skin * colour[1]
    yellow += skin * colour[2]
  }
  if (share < (SKIN_MIN * copy.rgba.length) / 4 / STEP) return true
  const wanted = Math.min(YELLOW_TO_RED, (YELLOW_LEFT * yellowBefore) / redBefore)
  return red < share * RED || yellow > red * wanted
}

/** Share of a photo that may be people's skin, and is. */
const SKIN_MAYBE = 0.05
const SKIN_SURE = 0.12
/** Luma of the lighter part of skin that lies in the shade, and that is lit. */
const SHADED = 0.34
const LIT = 0.45
const LIGHTER_PART = 0.75
/** The same before a black backdrop, where a dim portrait may come up and a flash has done so already. */
const DIM = 0.56
const FLASHED = 0.68
/** Hue in OKLab where stone and fur begin and skin ends, but for skin in a yellow light. */
const TAN = [0.95, 1.1] as const

/**
 * How sure it is that there are people and light falls on them, 0..1.
 * @param backdrop a black one that there may be: people are looked for in the rest of the photo
 */
export function litSkin(photo: Raster, { sure, share }: Backdrop): number {
  const { skin, lighter } = skinIn(photo)
  const lit = (part: number, from: number, to: number) =>
    smoothstep(SKIN_MAYBE, SKIN_SURE, part) * smoothstep(from, to, lighter)
  return (1 - sure) * lit(skin, SHADED, LIT) + sure * lit(skin / (1 - share), DIM, FLASHED)
}

/** Shares of a photo that may be skin, and is, however dark it is there. */
const SOME_SKIN = [0.02, 0.1] as const

/** How sure it is that there are people, lit or not, 0..1. */
export const peopleIn = (photo: Raster): number => smoothstep(...SOME_SKIN, skinIn(photo).skin)

/** The share of a photo that may be skin, and the luma that its lighter part begins at. */
function skinIn({ rgba }: Raster) {
  const colour: OkLab = [0, 0, 0]
  const byLuma = new Float32Array(256)
  let skin = 0
  for (let at = 0; at < rgba.length; at += 4 * STEP) {
    okLabAt({ rgba }, at, colour)
    const share = skinShare(...colour) * (1 - smoothstep(...TAN, Math.atan2(colour[2], colour[1])))
    skin += share
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3)
    const luma = Math.round(0.299 * red + 0.587 * green + 0.114 * blue)
    byLuma[luma] = (byLuma[luma] ?? 0) + share
  }
  let lighter = 0
  for (let below = 0; lighter < 255 && below < LIGHTER_PART * skin; lighter++)
    below += byLuma[lighter] ?? 0
  return { skin: (skin * 4 * STEP) / rgba.length, lighter: lighter / 255 }
}

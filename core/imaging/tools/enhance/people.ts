import { type OkLab, toOkLab } from '../../../pixels/oklab.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { skinShare } from '../../../pixels/skin-colour.ts'

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
    labAt(copy, at, colour)
    const skin = skinShare(...colour)
    if (skin === 0) continue
    redBefore += skin * colour[1]
    yellowBefore += skin * colour[2]
    labAt(changed, at, colour)
    share += skin
    red += skin * colour[1]
    yellow += skin * colour[2]
  }
  if (share < (SKIN_MIN * copy.rgba.length) / 4 / STEP) return true
  const wanted = Math.min(YELLOW_TO_RED, (YELLOW_LEFT * yellowBefore) / redBefore)
  return red < share * RED || yellow > red * wanted
}

const labAt = ({ rgba }: Raster, at: number, into: OkLab): void =>
  toOkLab(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0, into)

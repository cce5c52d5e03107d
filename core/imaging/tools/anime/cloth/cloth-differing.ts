import type { CellMeans } from '../../../../kernels/cell-measures.ts'
import type { Kernels } from '../../../../kernels/kernels.ts'
import type { TonesAsked } from '../../../../kernels/thing-measures.ts'
import { TONES } from '../cells/tones.ts'
import { FIRST, garmentOfKind } from './cloth-kinds.ts'
import type { ClothSeen } from './cloth-seen.ts'
import { textureOf } from './cloth-texture.ts'

/** What differs so much from all tones of its garment is print, OKLab. */
const PRINT = 0.13
/** A garment is a pattern whose pixels differ from its tones by so much on average, each by no more than the most, OKLab. */
const PATTERNED = 0.088
const MOST = 0.3
/**
 * So is one that has so much texture all over, OKLab, and so much of it left where colours are smoothed, as a camera's
 * noise has not: fine patterns lie near the tone that they mix to.
 */
const TEXTURED = { seen: 0.037, left: 0.5 }
/** A garment whose pixels differ less is plain: what is drawn on it are its folds and seams. */
const CALM = 0.066
/** Colour against its light counts for so much more than light, as a fold has that of its cloth; less in the dark, where it is noise. */
const COLOUR = { weight: 3, dark: 1, from: 0.15, to: 0.4 }

/** Print is none but a patch of light where it is so much lighter than all tones, and so near to one in its colour against its light, OKLab. */
const LIT = { lighter: 0.04, colour: 0.07 }

const AGAINST_TONES: TonesAsked = {
  first: FIRST,
  tones: TONES,
  far: PRINT ** 2,
  most: MOST ** 2,
  colour: COLOUR,
  lit: { lighter: LIT.lighter, near: LIT.colour ** 2 },
}

export interface Differing {
  /** 1 at each pixel of print. */
  readonly isPrint: Uint8Array<ArrayBuffer>
  /** 1 at each of them that has the garment's colour in a brighter light. */
  readonly isLit: Uint8Array<ArrayBuffer>
  /** 1 for each garment, by its number, that is a pattern, and that is plain. */
  readonly isPattern: Uint8Array
  readonly isCalm: Uint8Array
  /** 1 for each garment, by its number, that has texture all over, and is a pattern for that. */
  readonly isTextured: Uint8Array
  /** The means of all kinds. */
  readonly tones: CellMeans
}

/** Where a garment differs clearly from all of its tones, and which garments do so all over, by their numbers. */
export function differingOf(
  kernels: Kernels,
  { smooth: picture, fine, unsmoothed }: ClothSeen,
  of: Uint32Array<ArrayBuffer>,
  total: number,
): Differing {
  const tones = kernels.cellMeans(picture, { ...picture, of, total })
  const count = garmentOfKind(total)
  const asked = AGAINST_TONES
  const { differs, isLit, away, pixels } = kernels.differFromTones(fine, of, tones, count, asked)
  const near = nearTones(tones, count)
  const textures = textureOf(kernels, unsmoothed, of, count)
  const isAsked = textures.some((texture) => texture > TEXTURED.seen)
  const smoothed = isAsked ? textureOf(kernels, fine, of, count) : textures
  const isTexture = (garment: number): boolean => {
    const seen = textures[garment] as number
    return seen > TEXTURED.seen && (smoothed[garment] as number) > TEXTURED.left * seen
  }
  const isPattern = Uint8Array.from(away, (sum, garment) => {
    const square = sum / Math.max(1, pixels[garment] as number) + (near[garment] as number)
    return square > PATTERNED ** 2 || isTexture(garment) ? 1 : 0
  })
  const isCalm = Uint8Array.from(away, (sum, garment) =>
    garment > 0 && sum < CALM ** 2 * (pixels[garment] as number) ? 1 : 0,
  )
  const isTextured = Uint8Array.from(textures, (_, garment) => (isTexture(garment) ? 1 : 0))
  return { isPrint: differs, isLit, isPattern, isCalm, isTextured, tones }
}

/** Tones that lie nearer are those of soft light, which a texture has, too, OKLab. */
const SOFT_APART = 0.12

/** By how much less pixels differ, squared, from two tones of soft light than from the one that a garment would have, by its number. */
function nearTones({ sizes, lightness }: CellMeans, count: number): Float64Array {
  const near = new Float64Array(count)
  for (let garment = 1; garment < count; garment++) {
    const first = FIRST + (garment - 1) * TONES
    let [least, most] = [1, 0]
    for (let tone = first; tone < first + TONES; tone++) {
      if (!sizes[tone]) continue
      least = Math.min(least, lightness[tone] as number)
      most = Math.max(most, lightness[tone] as number)
    }
    const apart = Math.max(0, most - least)
    if (apart < SOFT_APART) near[garment] = (apart / 2) ** 2
  }
  return near
}

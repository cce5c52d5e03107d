import { smoothstep } from '../../../pixels/pixels.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type Cells, meansOf, sizesOf, withoutSpecks } from './cells.ts'
import { TONES } from './faces/skin-tones.ts'
import { lightOfGarments, stepsOfGarment } from './garment-light.ts'
import { garmentsOf, patternsOf, wornCells } from './garments.ts'
import { type OkLabPicture, unitPxOf } from './study.ts'

/** A smaller garment is part of a pattern and has one tone, square thousandths. */
const PATTERN = 900
/** The smallest piece of a tone, square thousandths and as a share of its garment. */
const PIECE = { least: 220, share: 0.012 }
/** What differs so much from all tones of its garment is print, OKLab, unless it is smaller, square thousandths. */
const PRINT = { apart: 0.13, least: 24 }
/** A garment is a pattern whose pixels differ from its tones by so much on average, each by no more than the most, OKLab. */
const PATTERNED = 0.088
const MOST = 0.3
/** A garment whose pixels differ less is plain: what is drawn on it are its folds and seams. */
const CALM = 0.066
/** Colour against its light counts for so much more than light, as a fold has that of its cloth; less in the dark, where it is noise. */
const COLOUR = { weight: 3, dark: 1, from: 0.15, to: 0.4 }

/** What people wear, cut into cells. */
export interface Cloth {
  readonly cells: Cells
  /**
   * Of each cell, by its number, what it is: 0 for what is none of it, 1 for a part of a pattern, and
   * then `TONES` numbers for each garment, from its shadow to its light.
   */
  readonly kinds: Uint32Array
  /** 1 for each garment, by its number, that is plain, with no texture but its folds and seams. */
  readonly isCalm: Uint8Array
}

const NONE = 0
const PART = 1
const FIRST = 2

/** The garment of a kind of {@link Cloth}, from 1; 0 for none. */
export const garmentOfKind = (kind: number): number =>
  kind < FIRST ? 0 : 1 + Math.floor((kind - FIRST) / TONES)

export const isPart = (kind: number): boolean => kind === PART

/**
 * Cuts what people wear, and their arms and legs, anew: each garment into one colour, one shadow and
 * perhaps a light, by its light without its texture. What is printed on it stays.
 * @param picture smoothed
 * @param fine as it was before, with its print
 * @param isOwn where people are, but for their heads and what else is cut by itself
 */
export function withCloth(
  env: ToolEnvironment,
  picture: OkLabPicture,
  fine: OkLabPicture,
  cells: Cells,
  isOwn: (at: number) => boolean,
): Cloth {
  const isWorn = wornCells(cells, isOwn)
  if (!isWorn.includes(1)) return { cells, kinds: new Uint32Array(cells.total), isCalm: new Uint8Array(1) }
  const garments = garmentsOf(env, picture, cells, isWorn)
  const unitPx = unitPxOf(picture)
  const { of, large } = tonesOfGarments(env, picture, garments, isWorn)
  const total = FIRST + large.length * TONES
  const sizes = sizesOf(garments)
  const leastPx = large.map((cell) =>
    Math.max(PIECE.least * unitPx ** 2, PIECE.share * (sizes[cell] as number)),
  )
  const { isPrint, isPattern, isCalm } = printOf(picture, fine, of, total)
  const isPatternCell = new Uint8Array(cells.total)
  for (let at = 0; at < of.length; at++) {
    if (isPattern[garmentOfKind(of[at] as number)] === 1) isPatternCell[cells.of[at] as number] = 1
  }
  const patterns = patternsOf(env, picture, cells, isPatternCell)
  // Of each pixel a number for its kind and, where that is not enough, for its cell.
  const numbers = new Uint32Array(of.length)
  for (let at = 0; at < of.length; at++) {
    const kind = of[at] as number
    if (isPattern[garmentOfKind(kind)] === 1) {
      of[at] = PART
      isPrint[at] = 0
      numbers[at] = total + 2 * (patterns.of[at] as number)
    } else if (isPrint[at] === 1) numbers[at] = total + 2 * (cells.of[at] as number) + 1
    else numbers[at] = kind >= FIRST ? kind : total + 2 * (garments.of[at] as number)
  }
  const connected = env.kernels.connectCells({
    ...cells,
    of: numbers,
    total: total + 2 * cells.total,
  })
  const kinds = new Uint32Array(connected.total)
  const least = new Float32Array(connected.total)
  for (let at = 0; at < of.length; at++) {
    const cell = connected.of[at] as number
    const kind = of[at] as number
    kinds[cell] = isPrint[at] === 1 ? PART : kind
    if (isPrint[at] === 1) least[cell] = PRINT.least * unitPx ** 2
    else if (kind >= FIRST) least[cell] = leastPx[garmentOfKind(kind) - 1] as number
  }
  const least1 = (at: number) => least[connected.of[at] as number] as number
  return { cells: withoutSpecks(env.kernels, connected, least1), kinds, isCalm }
}

/** Of each pixel its kind, and the cells of those garments that have tones. */
function tonesOfGarments(
  env: ToolEnvironment,
  picture: OkLabPicture,
  garments: Cells,
  isWorn: Uint8Array,
): { readonly of: Uint32Array; readonly large: readonly number[] } {
  const sizes = sizesOf(garments)
  const leastPx = PATTERN * unitPxOf(picture) ** 2
  const large: number[] = []
  let ownPx = 0
  const numbers = Int32Array.from(sizes, (size, cell) => {
    if (isWorn[cell] === 0) return -1
    ownPx += size
    return size > leastPx ? large.push(cell) - 1 : -1
  })
  const own = meansOf(picture, garments, sizes).lightness
  const light = lightOfGarments(env, picture, garments, numbers, own, Math.sqrt(ownPx))
  const steps = large.map((cell) => stepsOfGarment(picture, light, garments, cell))
  const of = new Uint32Array(garments.of.length)
  for (let at = 0; at < of.length; at++) {
    const cell = garments.of[at] as number
    const number = numbers[cell] as number
    if (number < 0) {
      of[at] = isWorn[cell] === 1 ? PART : NONE
      continue
    }
    const lit = light[at] as number
    const [first = 1, second = 1] = steps[number] ?? []
    of[at] = FIRST + number * TONES + (lit > second ? 2 : lit > first ? 1 : 0)
  }
  return { of, large }
}

interface Differing {
  /** 1 at each pixel of print. */
  readonly isPrint: Uint8Array
  /** 1 for each garment, by its number, that is a pattern, and that is plain. */
  readonly isPattern: Uint8Array
  readonly isCalm: Uint8Array
}

/** Where a garment differs clearly from all of its tones, and which garments do so all over, by their numbers. */
function printOf(
  picture: OkLabPicture,
  fine: OkLabPicture,
  of: Uint32Array<ArrayBufferLike>,
  total: number,
): Differing {
  const whole = { ...picture, of: Uint32Array.from(of), total }
  const sizes = sizesOf(whole)
  const { lightness, a, b } = meansOf(picture, whole, sizes)
  const isPrint = new Uint8Array(of.length)
  const far = PRINT.apart ** 2
  const count = garmentOfKind(total)
  const [away, pixels] = [new Float64Array(count), new Uint32Array(count)]
  for (let at = 0; at < of.length; at++) {
    const kind = of[at] as number
    if (kind < FIRST) continue
    const first = kind - ((kind - FIRST) % TONES)
    const sure = smoothstep(COLOUR.from, COLOUR.to, fine.lightness[at] as number)
    const weight = COLOUR.dark + (COLOUR.weight - COLOUR.dark) * sure
    let least = Number.POSITIVE_INFINITY
    for (let tone = first; tone < first + TONES; tone++) {
      if (sizes[tone] === 0) continue
      const dl = (fine.lightness[at] as number) - (lightness[tone] as number)
      const lit = (fine.lightness[at] as number) / Math.max(COLOUR.from, lightness[tone] as number)
      const da = ((fine.a[at] as number) - (a[tone] as number) * lit) * weight
      const db = ((fine.b[at] as number) - (b[tone] as number) * lit) * weight
      least = Math.min(least, dl * dl + da * da + db * db)
    }
    if (least > far) isPrint[at] = 1
    const garment = garmentOfKind(kind)
    away[garment] = (away[garment] as number) + Math.min(least, MOST ** 2)
    pixels[garment] = (pixels[garment] as number) + 1
  }
  const isPattern = Uint8Array.from(away, (sum, garment) =>
    sum > PATTERNED ** 2 * Math.max(1, pixels[garment] as number) ? 1 : 0,
  )
  const isCalm = Uint8Array.from(away, (sum, garment) =>
    garment > 0 && sum < CALM ** 2 * (pixels[garment] as number) ? 1 : 0,
  )
  return { isPrint, isPattern, isCalm }
}

import { inParts } from '../../../../pixels/in-parts.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cells } from '../cells/cells.ts'
import { TONES } from '../cells/tones.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { type Differing, differingOf } from './cloth-differing.ts'
import { FIRST, garmentOfKind, NONE, PART } from './cloth-kinds.ts'
import type { ClothSeen } from './cloth-seen.ts'
import { lightOfGarments, stepsOfGarments } from './garment-light.ts'
import { garmentsOf, patternsOf, wornCells } from './garments.ts'
import { toneOwnLight } from './own-light.ts'
import { shadesOf } from './painters-shade.ts'
import { roundTones } from './round-tones.ts'

/** A smaller garment is part of a pattern and has one tone, square thousandths. */
const PATTERN = 900
/** The smallest piece of a tone, square thousandths and as a share of its garment; of a painter's shade no piece is small. */
const PIECE = { least: 220, share: 0.012, shade: 0.05 }
/** How small a turn the border of a tone follows, as a share of the root of what is worn. */
const ROUND = 0.012
/** A smaller piece of print is none, square thousandths; on plain cloth it is drawn later, as it is seen. */
const PRINT = { usual: 44, plain: 60 }

/** Stands for print among kinds, which are then parts of a pattern. */
const PRINTED = 0xffff_ffff

/** What people wear, cut into cells. */
export interface Cloth {
  readonly cells: Cells
  /**
   * Of each cell, by its number, what it is: 0 for what is none of it, 1 for a part of a pattern, and
   * then `TONES` numbers for each garment, from its shadow to its light.
   */
  readonly kinds: Uint32Array
  /** Of each cell the garment that it is a tone of, or a patch of light on; 0 for none. */
  readonly things: Uint32Array
  /** The number of the garment at each pixel of one with a pattern; 0 elsewhere. */
  readonly patternAt: Uint32Array<ArrayBuffer>
  /** 1 for each garment, by its number, that is plain, with no texture but its folds and seams. */
  readonly isCalm: Uint8Array
  /** 1 for each garment, by its number, that has a painter's shade, at whose end the photo has no edge. */
  readonly isShaded: Uint8Array
  /** 1 for each garment, by its number, whose texture smoothed colours have lost. */
  readonly isTextured: Uint8Array
}

/**
 * Cuts what people wear, and their arms and legs, anew: each garment into one colour, one shadow and
 * perhaps a light, by its light without its texture. What is printed on it stays.
 * @param own 1 where people are, but for their heads and what else is cut by itself
 */
export function withCloth(
  env: ToolEnvironment,
  { smooth: picture, fine, unsmoothed }: ClothSeen,
  cells: Cells,
  own: Uint8Array,
): Cloth {
  const isWorn = wornCells(cells, own)
  const none = {
    cells,
    kinds: new Uint32Array(cells.total),
    things: new Uint32Array(cells.total),
    patternAt: new Uint32Array(own.length),
    isCalm: new Uint8Array(1),
    isShaded: new Uint8Array(1),
    isTextured: new Uint8Array(1),
  }
  if (!isWorn.includes(1)) return none
  const garments = garmentsOf(env, picture, cells, isWorn)
  const toned = tonesOfGarments(env, picture, garments, isWorn)
  const total = FIRST + toned.large.length * TONES
  const differing = differingOf(env.kernels, { smooth: picture, fine, unsmoothed }, toned.of, total)
  toneOwnLight(env, fine, toned.of, differing.tones, differing, toned.reachPx)
  shadeGarments(toned)
  const patternAt = placesOfPatterns(env, picture, toned.of, differing)
  const unitPx = unitPxOf(picture)
  const leastPx = {
    print: PRINT.usual * unitPx ** 2,
    onPlain: PRINT.plain * unitPx ** 2,
    tones: toned.large.map((cell, garment) => {
      const share = toned.isSoft[garment] === 1 ? PIECE.shade : PIECE.share
      return Math.max(PIECE.least * unitPx ** 2, share * (toned.sizes[cell] as number))
    }),
  }
  const numbers = numbersOf(env, picture, { cells, garments }, toned.of, total, differing)
  const connected = env.kernels.connectCells({ ...cells, ...numbers })
  const kinds = new Uint32Array(connected.total)
  const isOnPlain = new Uint8Array(connected.total)
  // Fields are read once: code that was not compiled yet looks them up for each pixel.
  const { isPrint } = differing
  const [pieces, kindAt] = [connected.of, toned.of]
  const isPlain = new Uint8Array(total).map((_, kind) => differing.isCalm[garmentOfKind(kind)] ?? 0)
  inParts(kindAt.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const cell = pieces[at] as number
      const kind = kindAt[at] as number
      kinds[cell] = isPrint[at] === 1 ? PRINTED : kind
      isOnPlain[cell] = isPlain[kind] as number
    }
  })
  const least = Float32Array.from(kinds, (kind, cell) => {
    if (kind === PRINTED) return isOnPlain[cell] === 1 ? leastPx.onPlain : leastPx.print
    return kind < FIRST ? 0 : (leastPx.tones[garmentOfKind(kind) - 1] as number)
  })
  const things = thingsOf(connected, kinds, toned.of, differing)
  for (let cell = 0; cell < kinds.length; cell++) if (kinds[cell] === PRINTED) kinds[cell] = PART
  const calm = env.kernels.dropSpecks(connected, Float64Array.from(least))
  const { isCalm, isTextured } = differing
  const isShaded = Uint8Array.of(0, ...toned.isSoft)
  return { cells: calm, kinds, things, patternAt, isCalm, isShaded, isTextured }
}

/**
 * Of each cell its garment, that of a patch of light on it too: no line lies about what the sun falls on.
 * @param kinds of the cells
 * @param of the kind of each pixel
 */
function thingsOf(
  cells: Cells,
  kinds: Uint32Array,
  of: Uint32Array,
  { isPrint, isLit }: Differing,
): Uint32Array {
  const things = kinds.map((kind) => (kind === PRINTED ? 0 : garmentOfKind(kind)))
  const [lit, printed] = [new Uint32Array(cells.total), new Uint32Array(cells.total)]
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (isPrint[at] === 0) continue
      const cell = cells.of[at] as number
      printed[cell] = (printed[cell] as number) + 1
      if (isLit[at] === 0) continue
      lit[cell] = (lit[cell] as number) + 1
      things[cell] = garmentOfKind(of[at] as number)
    }
  })
  for (let cell = 0; cell < things.length; cell++) {
    if (kinds[cell] === PRINTED && 2 * (lit[cell] as number) < (printed[cell] as number)) {
      things[cell] = 0
    }
  }
  return things
}

/** How far small parts of cloth are looked for a pattern about them, thousandths. */
const ABOUT = 8

/** The number of the garment at each pixel of one with a pattern, and of small parts within it; 0 elsewhere. */
function placesOfPatterns(
  { kernels }: ToolEnvironment,
  picture: OkLabPicture,
  of: Uint32Array,
  { isPattern }: Differing,
): Uint32Array<ArrayBuffer> {
  const { widthPx, heightPx } = picture
  const at = new Uint32Array(of.length)
  if (!isPattern.includes(1)) return at
  const garments = patternsByKind(isPattern)
  const values = new Float32Array(at.length)
  inParts(of.length, (from, until) => {
    for (let place = from; place < until; place++) {
      const garment = garments[of[place] as number] as number
      if (garment === 0) continue
      at[place] = garment
      values[place] = 1
    }
  })
  const about = kernels.gaussian({ widthPx, heightPx, values }, ABOUT * unitPxOf(picture)).values
  const left = at.slice()
  const fillRow = (y: number) => {
    let last = 0
    for (let place = y * widthPx; place < (y + 1) * widthPx; place++) {
      if (left[place] !== 0) last = left[place] as number
      else if (of[place] === PART && (about[place] as number) > 0.5) at[place] = last
    }
  }
  for (let y = 0; y < heightPx; y++) fillRow(y)
  return at
}

/** Of each kind its garment where that is a pattern, else 0. */
const patternsByKind = (isPattern: Uint8Array): Uint32Array =>
  withValues(new Uint32Array(FIRST + isPattern.length * TONES), (kind) => {
    const garment = garmentOfKind(kind)
    return isPattern[garment] === 1 ? garment : 0
  })

/**
 * A number for each pixel: of its kind and, where several things have that, of its cell. What belongs to a
 * pattern becomes a part, in `of`.
 */
function numbersOf(
  env: ToolEnvironment,
  picture: OkLabPicture,
  { cells, garments }: { readonly cells: Cells; readonly garments: Cells },
  of: Uint32Array,
  total: number,
  { isPrint, isPattern }: Differing,
): Pick<Cells, 'of' | 'total'> {
  const isPatternCell = new Uint8Array(cells.total)
  const patterned = patternsByKind(isPattern)
  if (isPattern.includes(1)) {
    inParts(of.length, (from, until) => {
      for (let at = from; at < until; at++) {
        if (patterned[of[at] as number] !== 0) isPatternCell[cells.of[at] as number] = 1
      }
    })
  }
  const patterns = patternsOf(env, picture, cells, isPatternCell)
  const numbers = new Uint32Array(of.length)
  const [ofPattern, ofCell, ofGarment] = [patterns.of, cells.of, garments.of]
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const kind = of[at] as number
      if (patterned[kind] !== 0) {
        of[at] = PART
        isPrint[at] = 0
        numbers[at] = total + 2 * (ofPattern[at] as number)
      } else if (isPrint[at] === 1) numbers[at] = total + 2 * (ofCell[at] as number) + 1
      else numbers[at] = kind >= FIRST ? kind : total + 2 * (ofGarment[at] as number)
    }
  })
  return { of: numbers, total: total + 2 * cells.total }
}

interface TonedGarments {
  /** Of each pixel its kind. */
  readonly of: Uint32Array<ArrayBuffer>
  /** Pixels of each garment. */
  readonly sizes: Uint32Array
  /** The cells of those garments that have tones. */
  readonly large: readonly number[]
  /** 1 for each of them that has a painter's shade. */
  readonly isSoft: Uint8Array
  /** Of each pixel of these its tone in that, from 1; 0 elsewhere. */
  readonly shades: Uint8Array<ArrayBuffer>
  /** How small a turn the border of a tone follows, px. */
  readonly reachPx: number
}

function tonesOfGarments(
  env: ToolEnvironment,
  picture: OkLabPicture,
  garments: Cells,
  isWorn: Uint8Array,
): TonedGarments {
  const { sizes, lightness: own } = env.kernels.cellMeans(picture, garments)
  const leastPx = PATTERN * unitPxOf(picture) ** 2
  const large: number[] = []
  let ownPx = 0
  const numbers = Int32Array.from(sizes, (size, cell) => {
    if (isWorn[cell] === 0) return -1
    ownPx += size
    return size > leastPx ? large.push(cell) - 1 : -1
  })
  const light = lightOfGarments(env, picture, garments, numbers, own, Math.sqrt(ownPx))
  const { steps, isSoft } = stepsOfGarments(picture, light, garments, numbers, large.length)
  const ofGarment = garments.of
  const reachPx = Math.max(1, ROUND * Math.sqrt(ownPx))
  const garmentAt = (at: number) => numbers[ofGarment[at] as number] as number
  const tones = roundTones(env, picture, { light, steps, garmentAt }, reachPx)
  const of = new Uint32Array(ofGarment.length)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const cell = ofGarment[at] as number
      const number = numbers[cell] as number
      if (number < 0) {
        of[at] = isWorn[cell] === 1 ? PART : NONE
        continue
      }
      of[at] = FIRST + number * TONES + (tones[at] as number)
    }
  })
  const shades = shadesOf(env.kernels, { ...picture, values: light }, garmentAt, isSoft)
  return { of, sizes, large, isSoft, shades, reachPx }
}

/** Gives soft garments the tones of a painter's shade, in place, once what differs from the photo's own is known. */
function shadeGarments({ of, shades }: Pick<TonedGarments, 'of' | 'shades'>): void {
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (shades[at] === 0) continue
      const kind = of[at] as number
      of[at] = kind - ((kind - FIRST) % TONES) + (shades[at] as number) - 1
    }
  })
}

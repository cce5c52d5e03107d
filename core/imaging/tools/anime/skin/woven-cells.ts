import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { type Cells, sizesOf } from '../cells/cells.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { type ChinFrame, chinFrameOf } from './chin-frame.ts'
import type { SkinOfBody } from './skin-of-body.ts'

/** Texture is measured in squares so wide, thousandths, of which so much is asked about; every which row is looked at. */
const SQUARE = { side: 14, share: 0.6, rows: 2 }
/** Colour counts for so much more than light, squared. */
const COLOUR = 2.56
/**
 * A weave lies on all squares, a fold, a finger's edge and a limb's fall of light on some: of the squares as far about as
 * this, of at least so many, the calmest have more texture than this, OKLab, and most of them where a weave ends.
 */
const WOVEN = { about: 2, least: 11, calmest: 0.05, most: 0.3, texture: 0.03 }
/** Such cloth is larger than a hand, square face widths; what is rougher may be smaller, by the square of its texture. */
const LEAST = 1
/** A cell is woven by this share of what of it is asked about. */
const SHARE = 0.5

/** Half axes of a face, from the middle of its skin, face widths. */
const FACE = { across: 0.6, down: 0.75 }

/**
 * Where a weave is looked for: 1 at each place that may be a body's skin, and is no face, no hair and no hand.
 * @param isOwned whether a place may be skin of a body
 * @param places not 0 where hair is and where hands are
 */
export function askedForWeave(
  { of, widthPx }: Pick<Cells, 'of' | 'widthPx'>,
  skins: readonly Pick<SkinOfBody, 'face'>[],
  isOwned: (at: number) => boolean,
  { isHair, isHand }: { readonly isHair: Uint8Array; readonly isHand: Uint8Array },
): Uint32Array<ArrayBuffer> {
  const frames = skins.map(({ face }) => chinFrameOf(face))
  const isInFace = (x: number, y: number) => {
    for (let k = 0; k < frames.length; k++) {
      const { uAt, vAt } = frames[k] as ChinFrame
      const [u, v] = [uAt(x, y) / FACE.across, (vAt(x, y) + FACE.down) / FACE.down]
      if (u * u + v * v < 1) return true
    }
    return false
  }
  const asked = new Uint32Array(of.length)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (isHair[at] !== 0 || isHand[at] !== 0 || !isOwned(at)) continue
      if (!isInFace(at % widthPx, Math.floor(at / widthPx))) asked[at] = 1
    }
  })
  return asked
}

/**
 * Knit, fleece and weaves in skin's hue: what is too rough all over to be skin.
 * @param unsmoothed the picture as it is seen
 * @param isAsked 1 at each place that may be skin and is no face, where eyes and brows are as rough, and no hand
 * @param facePx how wide the largest face is
 * @returns 1 for each cell that is cloth
 */
export function wovenCells(
  kernels: Pick<Kernels, 'spreadsInSquares'>,
  unsmoothed: OkLabPicture,
  cells: Cells,
  isAsked: Uint32Array<ArrayBuffer>,
  facePx: number,
): Uint8Array {
  const { widthPx, heightPx } = unsmoothed
  const sidePx = Math.max(4, Math.round(SQUARE.side * unitPxOf(unsmoothed)))
  const { things, spreads } = kernels.spreadsInSquares(
    unsmoothed,
    { kinds: isAsked, things: Uint32Array.from([0, 1]) },
    {
      sidePx,
      everyRow: SQUARE.rows,
      leastPx: (SQUARE.share * sidePx ** 2) / SQUARE.rows,
      colour: COLOUR,
    },
  )
  const squares = {
    columns: Math.floor(widthPx / sidePx),
    rows: Math.floor(heightPx / sidePx),
    sidePx,
  }
  const roughness = roughnessOf(things, spreads, squares)
  const isWoven = largeIn(roughness, squares, LEAST * (facePx / sidePx) ** 2)
  if (!isWoven.includes(1)) return new Uint8Array(cells.total)
  return mostlyWoven(cells, isAsked, isWoven, squares)
}

/** Of each square how rough the calmest about it are, and most of them; 0 where too few are asked about. */
interface Roughness {
  readonly calmest: Float64Array
  readonly most: Float64Array
}

function roughnessOf(things: Uint32Array, spreads: Float64Array, squares: Squares): Roughness {
  const count = squares.columns * squares.rows
  const [calmest, most] = [new Float64Array(count), new Float64Array(count)]
  for (let square = 0; square < count; square++) {
    if (things[square] !== 1) continue
    const own = spreadsAbout(things, spreads, square, squares)
    if (own.length < WOVEN.least) continue
    own.sort((one, other) => one - other)
    calmest[square] = own[Math.floor(WOVEN.calmest * own.length)] as number
    most[square] = own[Math.floor(WOVEN.most * own.length)] as number
  }
  return { calmest, most }
}

/** How rough the squares about one are that are asked about. */
function spreadsAbout(
  things: Uint32Array,
  spreads: Float64Array,
  square: number,
  { columns, rows }: Squares,
): number[] {
  const [x, y] = [square % columns, Math.floor(square / columns)]
  const own: number[] = []
  const { about } = WOVEN
  for (let row = Math.max(0, y - about); row <= Math.min(rows - 1, y + about); row++) {
    const last = row * columns + Math.min(columns - 1, x + about)
    for (let at = row * columns + Math.max(0, x - about); at <= last; at++) {
      if (things[at] === 1) own.push(spreads[at] as number)
    }
  }
  return own
}

/** 1 for each rough square that hangs together with such roughness of calm ones as `least` barely rough ones have. */
function largeIn(
  { calmest, most }: Roughness,
  { columns, rows }: Squares,
  least: number,
): Uint8Array {
  const isLarge = new Uint8Array(columns * rows)
  const isSeen = Uint8Array.from(most, (own) => (own > WOVEN.texture ? 0 : 1))
  for (let first = 0; first < isSeen.length; first++) {
    if (isSeen[first] === 1) continue
    isSeen[first] = 1
    const piece = [first]
    let whole = 0
    for (let k = 0; k < piece.length; k++) {
      const at = piece[k] as number
      const calm = calmest[at] as number
      if (calm > WOVEN.texture) whole += (calm / WOVEN.texture) ** 2
      const x = at % columns
      const beside = [at - columns, at + columns]
      if (x > 0) beside.push(at - 1)
      if (x < columns - 1) beside.push(at + 1)
      for (const next of beside) {
        if (isSeen[next] !== 0) continue
        isSeen[next] = 1
        piece.push(next)
      }
    }
    if (whole >= least) for (const at of piece) isLarge[at] = 1
  }
  return isLarge
}

interface Squares {
  readonly columns: number
  readonly rows: number
  readonly sidePx: number
}

/** 1 for each cell that lies on woven squares for the most part. */
function mostlyWoven(
  cells: Cells,
  isAsked: Uint32Array,
  isWoven: Uint8Array,
  { columns, rows, sidePx }: Squares,
): Uint8Array {
  const { of, total, widthPx } = cells
  const [asked, woven] = [new Uint32Array(total), new Uint32Array(total)]
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (isAsked[at] !== 1) continue
      const cell = of[at] as number
      asked[cell] = (asked[cell] as number) + 1
      const y = Math.floor(at / widthPx)
      const row = Math.min(rows - 1, Math.floor(y / sidePx))
      const column = Math.min(columns - 1, Math.floor((at - y * widthPx) / sidePx))
      woven[cell] = (woven[cell] as number) + (isWoven[row * columns + column] as number)
    }
  })
  const sizes = sizesOf(cells)
  return Uint8Array.from(asked, (count, cell) =>
    (woven[cell] as number) > SHARE * count && 2 * count > (sizes[cell] as number) ? 1 : 0,
  )
}

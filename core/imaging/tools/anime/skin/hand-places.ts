import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { hypotenuse, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { Cells } from '../cells/cells.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { type ChinFrame, chinFrameOf } from './chin-frame.ts'

/** A hand, and what is one if all that lies about it is skin and no cloth in skin's hue. */
const HAND = 1
const BEFORE_SKIN = 2

/**
 * Skin that lies about a place from such a share on, seen over so many face widths, is wider than a hand, as are legs and
 * cloth of skin's hue; and so is what has such a share of that about it.
 */
const WIDE = { reach: 0.3, from: 0.94, about: 0.04 }
/** From which share of skin and of people on there may be a limb. */
const LEAST = { skin: 0.5, person: 0.5 }
/**
 * Skin in the shade of the sky is pink, more so than any that is looked for by its hue: red of so much, OKLab, blue and
 * yellow of so much against it at most. Beige cloth, fair hair and yellow things are yellower than hands; what has more
 * colour than that is cloth, too.
 */
const HUE = { red: 0.018, blue: 0.5, yellow: 2.05, most: 0.16 }
/** What is darker than this against a face is lace on skin, or fur. */
const DARKEST = 0.45
/** How much of a line faint ones are, of 1 paper to 0 line. */
const FAINT = { from: 0.03, to: 0.28 }
/** How far within a limb lines are a hand's, thousandths: along its outline all limbs have some. */
const WITHIN = 4
/** Fingers are where lines crowd: so much of what lies about a place, over so many face widths, is line. */
const CROWDED = { reach: 0.2, from: 0.035 }
/** Every so many pixels of a row, and rows, are looked at together. */
const EACH = 4

/** Hands reach no lower below a chin than this, face widths: shoes of leather have skin's hue, and lines. */
const LOWEST = 8.5

/** Whose hands are looked for. */
interface Face {
  /** Of the largest face; 0 where there is none. */
  readonly widthPx: number
  /** How light the darkest face's skin is, OKLab. */
  readonly light: number
  /** Whether hands of somebody reach a place. */
  readonly isInReach: (x: number, y: number) => boolean
}

interface SeenSkin {
  readonly fine: OkLabPicture
  readonly skin: FloatPlane
  readonly person: FloatPlane | null
  /** Of the picture, 1 paper to 0 line. */
  readonly lines: FloatPlane
}

/** Whether hands of one of the faces reach a place, in pixels in which the faces are. */
export function inReachOf(faces: readonly FoundFace[]): (x: number, y: number) => boolean {
  const frames = faces.map(chinFrameOf)
  return (x, y) => {
    for (let k = 0; k < frames.length; k++) {
      if ((frames[k] as ChinFrame).vAt(x, y) < LOWEST) return true
    }
    return false
  }
}

/** How much of a line, 0..1, is at a place of what is 1 paper to 0 line. */
export const lineShare = (paper: number): number => smoothstep(FAINT.from, FAINT.to, 1 - paper)

/**
 * Where hands are: skin of somebody beyond heads that is no wider than a limb, and on which lines crowd, as they do
 * between fingers alone.
 * @param isHead 1 at each pixel of a head and of what hair may lie about it
 * @returns 1 at each pixel of a hand, 2 where it would lie before skin or cloth in skin's hue
 */
export function handPlaces(
  kernels: Pick<Kernels, 'gaussian'>,
  seen: SeenSkin,
  isHead: Uint8Array,
  face: Face,
): Uint8Array<ArrayBuffer> {
  const isHand = new Uint8Array(isHead.length)
  if (seen.person === null || face.widthPx === 0) return isHand
  const { lines } = seen
  markSkin(isHand, seen, seen.person, isHead, face)
  const kinds = kindsOfSquares(kernels, sumsOver(isHand, lines), face.widthPx)
  const { widthPx } = lines
  const columns = Math.ceil(widthPx / EACH)
  const tellRow = (y: number) => {
    const row = y * widthPx
    const squares = Math.floor(y / EACH) * columns
    for (let x = 0; x < widthPx; x++) {
      if (isHand[row + x] === 1) isHand[row + x] = kinds[squares + Math.floor(x / EACH)] as number
    }
  }
  for (let y = 0; y < lines.heightPx; y++) tellRow(y)
  return isHand
}

/** Sums over squares of a picture, each a pixel of these planes. */
interface Sums {
  readonly widthPx: number
  readonly heightPx: number
  /** How much of each is skin, and how much of it lines that lie well within skin. */
  readonly skin: Float32Array<ArrayBuffer>
  readonly ink: Float32Array<ArrayBuffer>
}

function sumsOver(isSkin: Uint8Array, lines: FloatPlane): Sums {
  const { widthPx, values } = lines
  const [columns, rows] = [Math.ceil(widthPx / EACH), Math.ceil(lines.heightPx / EACH)]
  const [skin, ink] = [new Float32Array(columns * rows), new Float32Array(columns * rows)]
  const withinPx = Math.max(1, Math.round(WITHIN * unitPxOf(lines)))
  const [across, down, each] = [withinPx, withinPx * widthPx, 1 / EACH ** 2]
  const addRow = (y: number) => {
    const squares = Math.floor(y / EACH) * columns
    for (let x = 0, at = y * widthPx; x < widthPx; x++, at++) {
      if (isSkin[at] === 0) continue
      const square = squares + Math.floor(x / EACH)
      skin[square] = (skin[square] as number) + each
      const paper = values[at] as number
      if (paper > 1 - FAINT.from || isSkin[at - across] !== 1 || isSkin[at + across] !== 1) continue
      if (isSkin[at - down] !== 1 || isSkin[at + down] !== 1) continue
      ink[square] = (ink[square] as number) + each * lineShare(paper)
    }
  }
  for (let y = 0; y < lines.heightPx; y++) addRow(y)
  return { widthPx: columns, heightPx: rows, skin, ink }
}

/** What skin in each square is: a hand, one before skin, or none. */
function kindsOfSquares(
  kernels: Pick<Kernels, 'gaussian'>,
  { widthPx, heightPx, skin, ink }: Sums,
  faceWidthPx: number,
): Uint8Array {
  const about = (values: Float32Array<ArrayBuffer>, reach: number) => {
    const reachPx = Math.max(0.5, (reach * faceWidthPx) / EACH)
    return kernels.gaussian({ widthPx, heightPx, values }, reachPx).values
  }
  const share = about(skin, WIDE.reach)
  const wide = about(
    skin.map((own, square) => ((share[square] as number) > WIDE.from ? own : 0)),
    WIDE.reach,
  )
  const [skins, inks] = [about(skin, CROWDED.reach), about(ink, CROWDED.reach)]
  return Uint8Array.from(wide, (its, square) => {
    const isCrowded = (inks[square] as number) > CROWDED.from * (skins[square] as number)
    return isCrowded ? (its > WIDE.about ? BEFORE_SKIN : HAND) : 0
  })
}

function markSkin(
  marks: Uint8Array,
  { fine: { lightness, a, b }, skin }: SeenSkin,
  { values: people }: FloatPlane,
  isHead: Uint8Array,
  { light, isInReach }: Face,
): void {
  const skins = skin.values
  const { widthPx } = skin
  const darkest = DARKEST * light
  inParts(marks.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if ((people[at] as number) < LEAST.person || (skins[at] as number) < LEAST.skin) continue
      const [red, yellow] = [a[at] as number, b[at] as number]
      if (red < HUE.red || yellow < -HUE.blue * red || yellow > HUE.yellow * red) continue
      if (isHead[at] === 1 || (lightness[at] as number) < darkest) continue
      if (hypotenuse(red, yellow) > HUE.most) continue
      if (isInReach(at % widthPx, Math.floor(at / widthPx))) marks[at] = 1
    }
  })
}

/**
 * Whether a place is a hand's on which lines are drawn: before skin only where that is a body's, and no jaw's shade.
 * @param kinds of {@link handPlaces}
 */
export function handsDrawn(
  kinds: Uint8Array,
  isBody: (at: number) => boolean,
  isUnderJaw: (x: number, y: number) => boolean,
  widthPx: number,
): (at: number) => boolean {
  return (at) => {
    if (kinds[at] !== BEFORE_SKIN) return kinds[at] === HAND
    return isBody(at) && !isUnderJaw(at % widthPx, Math.floor(at / widthPx))
  }
}

/** 1 for each cell of which a half is a hand's. */
export function handCells(
  isHand: Uint8Array,
  { of, total }: Pick<Cells, 'of' | 'total'>,
): Uint8Array {
  const balance = new Int32Array(total)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const cell = of[at] as number
      balance[cell] = (balance[cell] as number) + (isHand[at] === HAND ? 1 : -1)
    }
  })
  return Uint8Array.from(balance, (more) => (more > 0 ? 1 : 0))
}

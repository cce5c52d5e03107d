import type { Kernels } from '../../../../kernels/kernels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { OkLabPicture } from '../study.ts'
import { type LetterPiece, letterPieces, tallOf } from './letter-pieces.ts'

/**
 * Letters of one line: how much taller one may be, how far its middle lies off, and its nearer end, its foot or its
 * head, and how wide a gap is, by their height.
 */
const LINE = { taller: 1.7, middle: 0.35, end: 0.15, gap: 1.1 }
/**
 * So many pieces make a line, which is so many times as wide as it is tall. All its letters together are so wide for
 * their height: windows, slats of a fence and timber are narrower.
 */
const LETTERS = { least: 3, wide: 1.8, each: 0.37 }
/** Of the ground about letters this share lies so near to its own light, OKLab. */
const CALM = { share: 0.75, within: 0.08 }
/** Of a line's box letters cover so much. */
const COVER = { least: 0.08, most: 0.6 }
/** Of two lines that lie over each other by this share of the smaller, one is what lies between the letters of the other. */
const OVER = 0.3
/** How far a line's ground reaches about it, by its height. */
const MARGIN = 0.25
/** Letters are unlike their ground by so much, OKLab. */
const CLEAR = 0.24
/** The same in luma, in which light places lie farther apart and those of a dark blue closer: it is only a first look. */
const LUMA = { within: 0.16, clear: 0.16 }

/** A line of letters on a plain ground. */
export interface Lettering {
  /** Its box, px; right and bottom are within. */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Lightness of its ground, and of its letters, OKLab. */
  readonly ground: number
  readonly letters: number
  /** Which share of its box is as light as its ground. */
  readonly calm: number
}

const middleOf = ({ top, bottom }: LetterPiece) => (top + bottom) / 2

/**
 * Lines of letters on plain grounds, as on signs: pieces in a row, as tall as each other, all darker or all lighter than
 * what is about them.
 * @param luma of the picture, 0..1
 * @param colours of it, which most pictures need not
 * @param isFree whether a place may be looked at
 */
export function letteringIn(
  kernels: Kernels,
  luma: FloatPlane,
  colours: () => OkLabPicture,
  isFree: (at: number) => boolean,
): Lettering[] {
  const boxes = linesOf(letterPieces(kernels, luma, isFree))
    .map((line) => boxOf(line, luma))
    .filter((box) => box !== null)
    .filter((box) => isFreeAllOver(box, luma.widthPx, isFree))
    .filter((box) => lightOf(box, luma.values, luma.widthPx, LUMA) !== null)
  if (boxes.length === 0) return []
  const { lightness, widthPx } = colours()
  const lines = boxes
    .map((box) => {
      const light = lightOf(box, lightness, widthPx, { within: CALM.within, clear: CLEAR })
      return light && { ...box, ...light }
    })
    .filter((line) => line !== null)
    .sort((one, other) => other.calm - one.calm)
  const kept: Lettering[] = []
  for (const line of lines) if (!kept.some((other) => overOf(line, other) > OVER)) kept.push(line)
  return kept
}

/** Brings pieces together that follow each other. */
function linesOf(pieces: LetterPiece[]): LetterPiece[][] {
  pieces.sort((one, other) => one.left - other.left)
  const up = pieces.map((_, k) => k)
  const rootOf = (k: number): number => {
    let root = k
    while (up[root] !== root) root = up[root] as number
    return root
  }
  pieces.forEach((one, k) => {
    const farthest = one.right + LINE.gap * LINE.taller * tallOf(one)
    for (let to = k + 1; to < pieces.length; to++) {
      const other = pieces[to] as LetterPiece
      if (other.left > farthest) break
      if (follows(one, other)) up[rootOf(to)] = rootOf(k)
    }
  })
  const lines = new Map<number, LetterPiece[]>()
  pieces.forEach((piece, k) => {
    const line = lines.get(rootOf(k))
    if (line === undefined) lines.set(rootOf(k), [piece])
    else line.push(piece)
  })
  return [...lines.values()].filter((line) => line.length >= LETTERS.least)
}

/** Whether a letter may be the next in a line. */
function follows(one: LetterPiece, next: LetterPiece): boolean {
  const [tall, nextTall] = [tallOf(one), tallOf(next)]
  const taller = Math.max(tall, nextTall)
  return (
    one.sign === next.sign &&
    taller <= LINE.taller * Math.min(tall, nextTall) &&
    Math.abs(middleOf(one) - middleOf(next)) <= LINE.middle * taller &&
    Math.min(Math.abs(one.top - next.top), Math.abs(one.bottom - next.bottom)) <=
      Math.max(1, LINE.end * taller) &&
    next.left - one.right <= LINE.gap * taller
  )
}

/** The box of a line and what is close about it; null where its letters are too unlike in height, too narrow or too few. */
function boxOf(
  line: readonly LetterPiece[],
  { widthPx, heightPx }: Pick<FloatPlane, 'widthPx' | 'heightPx'>,
): LetterPiece | null {
  const talls = line.map(tallOf)
  const tall = Math.max(...talls)
  if (tall > LINE.taller * Math.min(...talls)) return null
  const wide = line.reduce((sum, { left, right }) => sum + right - left + 1, 0)
  if (wide < LETTERS.each * talls.reduce((sum, own) => sum + own, 0)) return null
  const margin = Math.max(2, Math.round(MARGIN * tall))
  const box = {
    left: Math.max(0, Math.min(...line.map(({ left }) => left)) - margin),
    right: Math.min(widthPx - 1, Math.max(...line.map(({ right }) => right)) + margin),
    top: Math.max(0, Math.min(...line.map(({ top }) => top)) - margin),
    bottom: Math.min(heightPx - 1, Math.max(...line.map(({ bottom }) => bottom)) + margin),
    sign: line[0]?.sign ?? 0,
  }
  return box.right - box.left < LETTERS.wide * tall ? null : box
}

function isFreeAllOver(
  { left, right, top, bottom }: LetterPiece,
  widthPx: number,
  isFree: (at: number) => boolean,
): boolean {
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) if (!isFree(y * widthPx + x)) return false
  }
  return true
}

/** The light of a line's ground and letters; null where its ground is not plain or its letters are not clear. */
function lightOf(
  { left, right, top, bottom, sign }: LetterPiece,
  plane: Float32Array,
  widthPx: number,
  { within, clear }: { readonly within: number; readonly clear: number },
): Pick<Lettering, 'ground' | 'letters' | 'calm'> | null {
  const lights = new Float32Array((right - left + 1) * (bottom - top + 1))
  for (let y = top, k = 0; y <= bottom; y++, k += right - left + 1)
    lights.set(plane.subarray(y * widthPx + left, y * widthPx + right + 1), k)
  lights.sort()
  // The ground lies at one end and letters at the other.
  const at = (share: number) =>
    lights[Math.round((sign < 0 ? 1 - share : share) * (lights.length - 1))] as number
  const [ground, letters] = [at(0.3), at(0.95)]
  if ((letters - ground) * sign < clear) return null
  const middle = (ground + letters) / 2
  const grounds = lights.filter((light) => (light - middle) * sign < 0)
  const near = grounds.filter((light) => Math.abs(light - ground) < within)
  const cover = 1 - grounds.length / lights.length
  if (cover < COVER.least || cover > COVER.most) return null
  if (near.length < CALM.share * grounds.length) return null
  return { ground, letters, calm: near.length / lights.length }
}

/** How much of the smaller of two boxes lies over the other. */
function overOf(one: Lettering, other: Lettering): number {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left) + 1
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) + 1
  const [own, others] = [one, other].map(
    ({ left, right, top, bottom }) => (right - left + 1) * (bottom - top + 1),
  ) as [number, number]
  return (Math.max(0, across) * Math.max(0, down)) / Math.min(own, others)
}

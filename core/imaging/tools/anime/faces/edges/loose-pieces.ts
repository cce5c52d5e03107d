import type { Kernels } from '../../../../../kernels/kernels.ts'
import { inParts } from '../../../../../pixels/in-parts.ts'
import type { Box } from '../../../../../pixels/pixels.ts'
import type { Cel } from '../../cel.ts'
import type { Cells, SizedMeans } from '../../cells/cells.ts'
import { cut, type Part } from '../../hair/hair-rim.ts'
import type { OkLabPicture } from '../../study.ts'

/**
 * What a place beside a face is: still to be told, skin, hair, something else of a person, nobody, the face itself, or
 * hair that may be skin, painted light or in its tone.
 */
export const KIND = {
  nobody: 0,
  loose: 1,
  skin: 2,
  hair: 3,
  other: 4,
  face: 5,
  lightHair: 6,
  hairTone: 7,
} as const
export const KINDS = 8

/** Whether it is still to be told what a piece is. */
export const isAsked = (kind: number | undefined): boolean =>
  kind === KIND.loose || isDoubtedHair(kind)

/** Whether a piece is painted as hair, and may be skin. */
export const isDoubtedHair = (kind: number | undefined): boolean =>
  kind === KIND.lightHair || kind === KIND.hairTone

/** A face is skin, and doubted hair is hair, to what lies beside them. */
export const asNeighbour = (kind: number): number =>
  kind === KIND.face ? KIND.skin : isDoubtedHair(kind) ? KIND.hair : kind

/** What places of a cel are to a face. */
export interface KindsAbout {
  /** Kinds of the places of a box: what is neither nobody's nor face, hair or body is loose. */
  readonly kindsIn: (box: Box) => Uint8Array
  /** Whether a place lies about the face, and not within it. */
  readonly isAbout: (at: number, x: number, y: number) => boolean
  /** Whether it lies within the face's points. */
  readonly isOnFace: (x: number, y: number) => boolean
  /** Whether it lies there, or on the forehead above them. */
  readonly isOnForehead: (x: number, y: number) => boolean
}

/** The pieces of paint in a box about a face. */
export interface Pieces extends Cells {
  readonly box: Box
  /** The number of each in the cel. */
  readonly cells: Uint32Array
  /** Mean colours of the photo, and pixels of each. */
  readonly seen: SizedMeans
  /** The kind of each. */
  readonly kinds: Uint8Array
  /** Whether a piece of hair that is asked about lies above the face's points rather than within them. */
  readonly isOver: (piece: number) => boolean
  /** Along how many pixels each piece that is asked about meets others: their numbers and counts. */
  readonly beside: ReadonlyMap<number, ReadonlyMap<number, number>>
}

/**
 * Cuts the paint in a box into pieces that hang together, each of one kind.
 */
export function piecesIn(
  kernels: Kernels,
  cel: Cel,
  picture: OkLabPicture,
  box: Box,
  places: KindsAbout,
): Pieces {
  const { width: widthPx, height: heightPx } = box
  const cells = cut(cel.cells, new Uint32Array(widthPx * heightPx), { cel, box })
  const kindOf = places.kindsIn(box)
  // A cell may be of several kinds: what is no skin of a body is cut where hair ends.
  inParts(cells.length, (from, until) => {
    for (let own = from; own < until; own++) {
      cells[own] = (cells[own] as number) * KINDS + (kindOf[own] as number)
    }
  })
  const pieces = kernels.connectCells({ widthPx, heightPx, of: cells, total: cel.total * KINDS })
  const numbers = new Uint32Array(pieces.total)
  const pieceAt = pieces.of
  inParts(cells.length, (from, until) => {
    for (let own = from; own < until; own++) {
      numbers[pieceAt[own] as number] = ((cells[own] as number) / KINDS) | 0
    }
  })
  const seen = kernels.cellMeans(coloursIn(picture, cel, box), pieces)
  const { kinds, isOver } = askedAmong(pieces, kindOf, { cel, box }, places)
  return { ...pieces, box, cells: numbers, seen, kinds, isOver, beside: besideLoose(pieces, kinds) }
}

/** The kinds of pieces: only of what lies about a face for the greater part it is asked what it is, or it would be cut off along a line. */
function askedAmong(
  { of, total }: Cells,
  kindOf: Uint8Array,
  { cel, box }: Pick<Part, 'cel' | 'box'>,
  { isAbout, isOnFace, isOnForehead }: KindsAbout,
): Pick<Pieces, 'kinds' | 'isOver'> {
  const kinds = new Uint8Array(total)
  const [about, onFace] = [new Int32Array(total), new Int32Array(total)]
  const alongRow = (row: number) => {
    const y = box.y + row + 0.5
    const first = (box.y + row) * cel.widthPx + box.x
    for (let x = 0, own = row * box.width; x < box.width; x++, own++) {
      const kind = kindOf[own] as number
      const piece = of[own] as number
      kinds[piece] = kind
      if (kind !== KIND.loose && kind !== KIND.lightHair && kind !== KIND.hairTone) continue
      const middle = box.x + x + 0.5
      const is = kind === KIND.loose ? isAbout(first + x, middle, y) : isOnForehead(middle, y)
      about[piece] = (about[piece] as number) + (is ? 1 : -1)
      if (kind === KIND.loose || !is) continue
      onFace[piece] = (onFace[piece] as number) + (isOnFace(middle, y) ? 1 : -1)
    }
  }
  for (let row = 0; row < box.height; row++) alongRow(row)
  for (let piece = 0; piece < total; piece++) {
    if (!isAsked(kinds[piece]) || (about[piece] as number) > 0) continue
    kinds[piece] = kinds[piece] === KIND.loose ? KIND.other : KIND.hair
  }
  return { kinds, isOver: (piece) => (onFace[piece] as number) <= 0 }
}

/** The part of a picture, as large as the cel, that lies in a box. */
export function coloursIn(picture: OkLabPicture, cel: Cel, box: Box): OkLabPicture {
  const { width: widthPx, height: heightPx } = box
  const cutOf = (plane: Float32Array<ArrayBuffer>) =>
    cut(plane, new Float32Array(widthPx * heightPx), { cel, box })
  const [lightness, a, b] = [cutOf(picture.lightness), cutOf(picture.a), cutOf(picture.b)]
  return { widthPx, heightPx, lightness, a, b }
}

function besideLoose(
  { of, widthPx, heightPx }: Cells,
  kinds: Uint8Array,
): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const beside = new Map<number, Map<number, number>>()
  const isLoose = kinds.map((kind) => (isAsked(kind) ? 1 : 0))
  const meet = (one: number, other: number) => {
    let own = beside.get(one)
    if (own === undefined) {
      own = new Map()
      beside.set(one, own)
    }
    own.set(other, (own.get(other) ?? 0) + 1)
  }
  const alongRow = (y: number) => {
    const last = widthPx - 1
    for (let x = 0, own = y * widthPx; x < widthPx; x++, own++) {
      const piece = of[own] as number
      const right = of[own + 1] as number
      const below = of[own + widthPx] as number
      if (right !== piece && x < last) {
        if (isLoose[piece] === 1) meet(piece, right)
        if (isLoose[right] === 1) meet(right, piece)
      }
      if (below !== piece && y + 1 < heightPx) {
        if (isLoose[piece] === 1) meet(piece, below)
        if (isLoose[below] === 1) meet(below, piece)
      }
    }
  }
  for (let y = 0; y < heightPx; y++) alongRow(y)
  return beside
}

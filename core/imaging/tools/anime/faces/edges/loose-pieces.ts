import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { Box } from '../../../../../pixels/pixels.ts'
import type { Cel } from '../../cel.ts'
import type { Cells, SizedMeans } from '../../cells/cells.ts'
import { cut } from '../../hair/hair-rim.ts'
import type { OkLabPicture } from '../../study.ts'

/**
 * What a place beside a face is: still to be told, skin, hair, something else of a person, nobody, the face itself, or
 * hair that may be skin, painted light or in its tone.
 */
export const KIND = {
  loose: 0,
  skin: 1,
  hair: 2,
  other: 3,
  nobody: 4,
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

/** The pieces of paint in a box about a face. */
export interface Pieces extends Cells {
  readonly box: Box
  /** Mean colours of the photo, and pixels of each. */
  readonly seen: SizedMeans
  /** The kind of each. */
  readonly kinds: Uint8Array
  /** Along how many pixels each piece that is asked about meets others: their numbers and counts. */
  readonly beside: ReadonlyMap<number, ReadonlyMap<number, number>>
}

/**
 * Cuts the paint in a box into pieces that hang together, each of one kind.
 * @param kindAt of each pixel of the cel
 */
export function piecesIn(
  kernels: Kernels,
  cel: Cel,
  picture: OkLabPicture,
  box: Box,
  kindAt: (at: number) => number,
): Pieces {
  const { width: widthPx, height: heightPx } = box
  const cells = cut(cel.cells, new Uint32Array(widthPx * heightPx), { cel, box })
  const kindOf = new Uint8Array(cells.length)
  for (let y = 0, own = 0; y < heightPx; y++) {
    const row = (box.y + y) * cel.widthPx + box.x
    for (let x = 0; x < widthPx; x++, own++) {
      const kind = kindAt(row + x)
      kindOf[own] = kind
      // A cell may be of several kinds: what is no skin of a body is cut where hair ends.
      cells[own] = (cells[own] as number) * KINDS + kind
    }
  }
  const pieces = kernels.connectCells({ widthPx, heightPx, of: cells, total: cel.total * KINDS })
  const kinds = new Uint8Array(pieces.total)
  for (let own = 0; own < kindOf.length; own++) {
    kinds[pieces.of[own] as number] = kindOf[own] as number
  }
  const cutOf = (plane: 'lightness' | 'a' | 'b') =>
    cut(picture[plane], new Float32Array(cells.length), { cel, box })
  const part = { widthPx, heightPx, lightness: cutOf('lightness'), a: cutOf('a'), b: cutOf('b') }
  const seen = kernels.cellMeans(part, pieces)
  return { ...pieces, box, seen, kinds, beside: besideLoose(pieces, kinds) }
}

function besideLoose(
  { of, widthPx, heightPx }: Cells,
  kinds: Uint8Array,
): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const beside = new Map<number, Map<number, number>>()
  const meet = (one: number, other: number) => {
    if (!isAsked(kinds[one])) return
    let own = beside.get(one)
    if (own === undefined) {
      own = new Map()
      beside.set(one, own)
    }
    own.set(other, (own.get(other) ?? 0) + 1)
  }
  for (let y = 0, own = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, own++) {
      const piece = of[own] as number
      const right = of[own + 1] as number
      const below = of[own + widthPx] as number
      if (x + 1 < widthPx && right !== piece) {
        meet(piece, right)
        meet(right, piece)
      }
      if (y + 1 < heightPx && below !== piece) {
        meet(piece, below)
        meet(below, piece)
      }
    }
  }
  return beside
}

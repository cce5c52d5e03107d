import type { Kernels } from '../../../../kernels/kernels.ts'
import type { Cells } from '../cells/cells.ts'
import { Joins } from '../cells/joins.ts'

/** So much of the border of what lies within skin is skin's; where it meets hair nothing is told. */
const WITHIN = 0.7
/** At least so much of its border tells something. */
const TOLD = 0.35

/** What may be skin where it lies within skin, and all that says so; by cells. */
export interface MaybeEnclosed {
  /** 1 for each cell that may be. */
  readonly isAsked: Uint8Array
  readonly isHair: Uint8Array
  /** The number of the face that it is a part of, or below 0. */
  readonly faceOf: Int32Array
  readonly sizes: Uint32Array
  /** How large all such cells that touch may be together, of the body of each face, pixels. */
  readonly mostPx: readonly number[]
}

/** Cells that touch, of which nobody knows yet what they are, and what they meet. */
interface Piece {
  px: number
  around: number
  told: number
  /** Of each face along how much of it its skin lies. */
  readonly skin: Map<number, number>
}

/**
 * Gives cells that lie within somebody's skin to whom it is of; cells that touch are looked at as one.
 * @param owners of each cell the number of a face, below 0 where it is nobody's skin; it changes
 */
export function giveEnclosed(
  kernels: Kernels,
  cells: Cells,
  owners: Int32Array,
  { isAsked, isHair, faceOf, sizes, mostPx }: MaybeEnclosed,
): void {
  if (!isAsked.includes(1)) return
  const { one, other, lengthPx, total } = kernels.meetCells(cells)
  const joins = new Joins(cells.total)
  for (let border = 0; border < total; border++) {
    const [from, to] = [one[border] as number, other[border] as number]
    if (isAsked[from] === 1 && isAsked[to] === 1) joins.join(from, to)
  }
  const pieces = new Map<number, Piece>()
  isAsked.forEach((is, cell) => {
    if (is === 0) return
    const root = joins.rootOf(cell)
    const piece = pieces.get(root) ?? { px: 0, around: 0, told: 0, skin: new Map() }
    piece.px += sizes[cell] as number
    pieces.set(root, piece)
  })
  const meet = (cell: number, its: number, px: number) => {
    if (isAsked[cell] === 0 || isAsked[its] === 1) return
    const piece = pieces.get(joins.rootOf(cell))
    if (piece === undefined) return
    piece.around += px
    if (isHair[its] === 1) return
    piece.told += px
    const own = owners[its] as number
    const owner = own >= 0 ? own : (faceOf[its] as number)
    if (owner >= 0) piece.skin.set(owner, (piece.skin.get(owner) ?? 0) + px)
  }
  for (let border = 0; border < total; border++) {
    const [from, to] = [one[border] as number, other[border] as number]
    meet(from, to, lengthPx[border] as number)
    meet(to, from, lengthPx[border] as number)
  }
  isAsked.forEach((is, cell) => {
    const piece = is === 1 ? pieces.get(joins.rootOf(cell)) : undefined
    const owner = piece === undefined ? -1 : ownerOf(piece, mostPx)
    if (owner >= 0) owners[cell] = owner
  })
}

/** In whose skin a piece lies; -1 where it lies in none. */
function ownerOf({ px, around, told, skin }: Piece, mostPx: readonly number[]): number {
  let [owner, most] = [-1, 0]
  for (const [face, along] of skin) if (along > most) [owner, most] = [face, along]
  if (told < TOLD * around || most < WITHIN * told) return -1
  return px < (mostPx[owner] ?? 0) ? owner : -1
}

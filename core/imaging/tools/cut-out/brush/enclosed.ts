import { groupsOf } from './neighbours.ts'
import type { Mending, Room } from './room.ts'

/** What a change encloses goes with it up to this share of it. */
const ENCLOSED = 0.3

/** Where its colours are so much likelier those of what stays, on average, it is a gap: a wall behind a lock. */
const GAP = -1.5

/**
 * What a change shuts off from all that stays as it is goes with it, in place, where it is small.
 * @param oddsOf the logarithm of how much likelier a piece's colour is that of what changes
 */
export function fillEnclosed(
  mending: Mending,
  room: Room,
  changes: Uint8Array,
  oddsOf: (piece: number) => number,
): void {
  const { pieces, neighbours, atRim } = mending
  const sizeOf = (group: readonly number[]) =>
    group.reduce((sum, piece) => sum + (pieces.sizes[piece] as number), 0)
  const isOut = (piece: number) =>
    room.rim.has(piece) || room.kept.has(piece) || (room.adds && atRim[piece] === 1)
  let area = 0
  changes.forEach((changed, piece) => {
    if (changed === 1) area += pieces.sizes[piece] as number
  })
  const meanOdds = (group: readonly number[]) =>
    group.reduce((sum, piece) => sum + oddsOf(piece) * (pieces.sizes[piece] as number), 0) /
    sizeOf(group)
  const isLeft = (piece: number) => room.mayChange(piece) && changes[piece] === 0
  for (const group of groupsOf(neighbours, isLeft)) {
    if (group.some(isOut) || sizeOf(group) > area * ENCLOSED) continue
    if (!isMostlyAt(mending, group, changes) || meanOdds(group) < GAP) continue
    for (const piece of group) changes[piece] = 1
  }
}

/** Whether changed pieces lie along more than half of the border of a group. */
function isMostlyAt(
  { pieces, neighbours }: Mending,
  group: readonly number[],
  changes: Uint8Array,
): boolean {
  const own = new Set(group)
  let [changed, all] = [0, 0]
  for (const piece of group) {
    const end = neighbours.first[piece + 1] as number
    for (let at = neighbours.first[piece] as number; at < end; at++) {
      const beside = neighbours.pieces[at] as number
      if (own.has(beside)) continue
      const length = pieces.borders[neighbours.borders[at] as number]?.length ?? 0
      all += length
      if (changes[beside] === 1) changed += length
    }
  }
  return changed > all / 2
}

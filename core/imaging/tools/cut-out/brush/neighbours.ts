import type { Superpixels } from './superpixels.ts'

/** The pieces beside each piece, all end to end. */
export interface Neighbours {
  /** Where the neighbours of a piece begin; those of the next begin where its own end. */
  readonly first: Int32Array
  readonly pieces: Int32Array
  /** The border by which each of them is reached, an index of `borders`. */
  readonly borders: Int32Array
}

export function neighboursOf({ count, borders }: Superpixels): Neighbours {
  const first = new Int32Array(count + 1)
  for (const { one, other } of borders) {
    first[one + 1] = (first[one + 1] as number) + 1
    first[other + 1] = (first[other + 1] as number) + 1
  }
  for (let at = 0; at < count; at++) {
    first[at + 1] = (first[at + 1] as number) + (first[at] as number)
  }
  const next = first.slice()
  const found = {
    pieces: new Int32Array(borders.length * 2),
    by: new Int32Array(borders.length * 2),
  }
  const add = (to: number, piece: number, border: number) => {
    const at = next[to] as number
    next[to] = at + 1
    found.pieces[at] = piece
    found.by[at] = border
  }
  borders.forEach(({ one, other }, border) => {
    add(one, other, border)
    add(other, one, border)
  })
  return { first, pieces: found.pieces, borders: found.by }
}

/** Groups of pieces that hang together, of those that are asked for. */
export function groupsOf(
  neighbours: Neighbours,
  isOf: (piece: number) => boolean,
): readonly (readonly number[])[] {
  const seen = new Uint8Array(neighbours.first.length - 1)
  const groups: number[][] = []
  for (let seed = 0; seed < seen.length; seed++) {
    if (seen[seed] === 1 || !isOf(seed)) continue
    const group = [seed]
    seen[seed] = 1
    for (let next = 0; next < group.length; next++) {
      const piece = group[next] as number
      const end = neighbours.first[piece + 1] as number
      for (let at = neighbours.first[piece] as number; at < end; at++) {
        const beside = neighbours.pieces[at] as number
        if (seen[beside] === 1 || !isOf(beside)) continue
        seen[beside] = 1
        group.push(beside)
      }
    }
    groups.push(group)
  }
  return groups
}

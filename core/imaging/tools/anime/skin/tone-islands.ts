import { inParts } from '../../../../pixels/in-parts.ts'
import { type Cells, sizesOf } from '../cells/cells.ts'

/**
 * Gives small patches of a tone the other tone of their body where that lies about them: they become a part of the
 * piece that they meet along most. Patches that meet none, as an ear beside hair, stay.
 * @param pieces connected; they change
 * @param toneAt of each place the number of its tone, two for each body, from 0 on; it changes
 * @param leastPx pieces are as large at least
 */
export function swallowIslands(
  { of, total, widthPx, heightPx }: Cells,
  toneAt: Int8Array,
  leastPx: number,
): void {
  const sizes = sizesOf({ widthPx, heightPx, of, total })
  const tones = new Int8Array(total).fill(-1)
  const met = new Map<number, number>()
  const meet = (one: number, other: number) => {
    const [own, its] = [sizes[one] as number, sizes[other] as number]
    // Of two small ones the larger takes the smaller.
    if (own >= leastPx || its < own || (its === own && other > one)) return
    const pair = one * total + other
    met.set(pair, (met.get(pair) ?? 0) + 1)
  }
  const meetBoth = (at: number, next: number) => {
    meet(of[at] as number, of[next] as number)
    meet(of[next] as number, of[at] as number)
  }
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const tone = toneAt[at] as number
      if (tone < 0) continue
      tones[of[at] as number] = tone
      // The two tones of a body differ in their last bit.
      const other = tone ^ 1
      if (toneAt[at + 1] === other && (at + 1) % widthPx !== 0) meetBoth(at, at + 1)
      if (toneAt[at + widthPx] === other) meetBoth(at, at + widthPx)
    }
  })
  const into = intoOf(met, total)
  if (into.size === 0) return
  for (let at = 0; at < of.length; at++) {
    if ((toneAt[at] as number) < 0 || !into.has(of[at] as number)) continue
    let piece = of[at] as number
    for (let next = into.get(piece); next !== undefined; next = into.get(piece)) piece = next
    of[at] = piece
    toneAt[at] = tones[piece] as number
  }
}

/** Of each small piece the one that it meets along most. */
function intoOf(met: ReadonlyMap<number, number>, total: number): ReadonlyMap<number, number> {
  const into = new Map<number, number>()
  const most = new Map<number, number>()
  for (const [pair, px] of met) {
    const one = Math.floor(pair / total)
    if (px <= (most.get(one) ?? 0)) continue
    most.set(one, px)
    into.set(one, pair % total)
  }
  return into
}

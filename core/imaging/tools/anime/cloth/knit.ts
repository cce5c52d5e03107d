import type { Boxes } from '../cells/piece-boxes.ts'

/** A short line of cloth among so many others of its kind, no longer and no farther than this, is knit or a rib, thousandths. */
const KNIT = { longest: 70, shortest: 8, near: 40, others: 5 }

/**
 * Which pieces of line are the texture of cloth, by how many like them lie about: a fold and a seam are alone, or few.
 * @param isAsked 1 for each piece that may be one
 * @returns 1 for each that is
 */
export function knitAmong(
  { left, right, top, bottom }: Boxes,
  isAsked: Uint8Array,
  unitPx: number,
): Uint8Array {
  const isKnit = new Uint8Array(isAsked.length)
  const short: { piece: number; x: number; y: number; isUpright: boolean }[] = []
  for (let piece = 0; piece < isAsked.length; piece++) {
    if (isAsked[piece] === 0) continue
    const [l, r, t, b] = [left, right, top, bottom].map((side) => side[piece] as number) as [
      number,
      number,
      number,
      number,
    ]
    const longest = Math.max(r - l, b - t)
    if (longest < KNIT.shortest * unitPx || longest > KNIT.longest * unitPx) continue
    short.push({ piece, x: (l + r) / 2, y: (t + b) / 2, isUpright: b - t > r - l })
  }
  const nearPx = KNIT.near * unitPx
  for (const { piece, x, y, isUpright } of short) {
    let others = -1
    for (const other of short) {
      if (other.isUpright === isUpright && Math.hypot(other.x - x, other.y - y) < nearPx) others++
    }
    if (others >= KNIT.others) isKnit[piece] = 1
  }
  return isKnit
}

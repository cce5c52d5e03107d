import type { Cells } from '../cells/cells.ts'
import type { Cloth } from './cloth.ts'
import { garmentOfKind, PART } from './cloth-kinds.ts'

/**
 * On which plain cloth each place may be print: one more than the pixel whose paint is its paper, itself on plain
 * cloth, and the nearest of it to the left within a thing on it; 0 elsewhere.
 * @param cells of the cloth, by its numbers
 * @param own 1 where clothes are
 * @param mostPx how wide a thing may be
 */
export function printPapers(
  { of, widthPx, heightPx }: Cells,
  { kinds, isCalm }: Pick<Cloth, 'kinds' | 'isCalm'>,
  own: Uint8Array,
  mostPx: number,
): Uint32Array {
  // Of each cell its garment where that is plain, else 0.
  const plain = kinds.map((kind) => (isCalm[garmentOfKind(kind)] === 1 ? garmentOfKind(kind) : 0))
  const papers = new Uint32Array(of.length)
  const cells = { of, plain, isPart: kinds.map((kind) => (kind === PART ? 1 : 0)) }
  for (let y = 0; y < heightPx; y++)
    papersOfRow(papers, cells, own, mostPx, { from: y * widthPx, to: (y + 1) * widthPx })
  return papers
}

interface CellsOfCloth {
  readonly of: Uint32Array
  readonly plain: Uint32Array
  /** 1 where a cell is part of a thing. */
  readonly isPart: Uint32Array
}

function papersOfRow(
  papers: Uint32Array,
  { of, plain, isPart }: CellsOfCloth,
  own: Uint8Array,
  mostPx: number,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  let last = -1
  for (let at = from; at < to; at++) {
    const cell = of[at] as number
    if (own[at] === 0) last = -1
    else if (plain[cell] !== 0) {
      papers[at] = at + 1
      const isNear = last >= 0 && last < at - 1 && at - last <= mostPx
      if (isNear && plain[of[last] as number] === plain[cell]) papers.fill(last + 1, last + 1, at)
      last = at
    } else if (isPart[cell] === 0) last = -1
  }
}

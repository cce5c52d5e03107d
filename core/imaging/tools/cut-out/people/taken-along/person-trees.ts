import { smoothstep } from '../../../../../pixels/pixels.ts'
import { PERSON_TREES } from './person-trees.table.ts'

/** Each tree asks so often; then it answers. */
const DEPTH = 4
const SPLITS = 2 ** DEPTH - 1
const LEAVES = 2 ** DEPTH
/** What the mask itself says is never quite sure. */
const UNSURE = 0.04

interface Trees {
  readonly features: Uint8Array
  /** Of each tree the bounds of its splits. */
  readonly bounds: Float32Array
  readonly answers: Float32Array
  readonly count: number
}

let trees: Trees | null = null

/**
 * The logarithm of the odds that an unsure cell is a person's.
 * @param row what was measured of it, `CELL_FEATURES`
 */
export function personOdds(row: Float32Array): number {
  trees ??= treesOf(PERSON_TREES)
  const { features, bounds, answers, count } = trees
  let odds = begunWith(row[0] as number)
  for (let tree = 0; tree < count; tree++) {
    let node = 0
    for (let depth = 0; depth < DEPTH; depth++) {
      const at = tree * SPLITS + (1 << depth) - 1 + node
      const value = row[features[at] as number] as number
      node = node * 2 + (value > (bounds[at] as number) ? 1 : 0)
    }
    odds += answers[tree * LEAVES + node] as number
  }
  return odds
}

/** What the mask says, as the matte takes it. */
function begunWith(held: number): number {
  const share = Math.min(1 - UNSURE, Math.max(UNSURE, smoothstep(0.2, 0.8, held)))
  return Math.log(share / (1 - share))
}

function treesOf(written: readonly string[]): Trees {
  const parts = written.map((tree) => tree.split(';').map((part) => part.split(',').map(Number)))
  const all = (part: number) => parts.flatMap((tree) => tree[part] ?? [])
  return {
    features: Uint8Array.from(all(0)),
    bounds: Float32Array.from(all(1)),
    answers: Float32Array.from(all(2)),
    count: written.length,
  }
}

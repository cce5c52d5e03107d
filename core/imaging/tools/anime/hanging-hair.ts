import { smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { withValues } from '../../../pixels/with-values.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { sizesOf } from './cells.ts'
import { eachPixel, type Head } from './head.ts'

/** What begins lower than this is a coat's collar, in face widths below the middle of the face. */
const TOPMOST = 0.3
/** Rows below the chin that hair would cover from shoulder to shoulder are a coat, face widths. */
const COAT = { below: 0.6, aside: 0.8, share: 0.8, rows: 0.05 }
/** Hair hangs by strands that are wider than a shade beside a cheek: a core's softness and its least share. */
const CORE = { soft: 0.035, least: 0.75, about: 0.02 }

/** A patch of hair that is smaller is a blot, square face widths. */
const PATCH = 0.015

/** Locks over a coat: how far beside the middle, how wide and how long they are, face widths. */
const TIPS = { aside: 0.46, width: 0.3, length: 0.35 }
/** Hair that is long covers so much of what lies beside the neck, from the chin to a coat. */
const LONG = { from: 0.34, to: 0.6, share: 0.55 }

/** Hair without the coat of its colour below it. */
function withoutCoat(
  head: Head,
  picture: Raster,
  hair: Float32Array<ArrayBuffer>,
  plain: Float32Array,
): void {
  const rowOf = (v: number) => Math.floor((v - COAT.below) / COAT.rows)
  const [counts, sums]: [number[], number[]] = [[], []]
  eachPixel(head, picture.widthPx, (_, own, u, v) => {
    const row = rowOf(v)
    if (row < 0 || Math.abs(u) > COAT.aside) return
    counts[row] = (counts[row] ?? 0) + 1
    sums[row] = (sums[row] ?? 0) + (plain[own] as number)
  })
  const first = counts.findIndex((count, row) => (sums[row] ?? 0) > COAT.share * count)
  if (first < 0) return
  const isLong = longBeside(head, picture, hair)
  const top = COAT.below + first * COAT.rows
  eachPixel(head, picture.widthPx, (_, own, u, v) => {
    if (v < top) return
    // Long hair lies over a coat of its colour in two locks that taper off.
    const left = 1 - (v - top) / TIPS.length
    const away = Math.abs(Math.abs(u) - TIPS.aside)
    const share = smoothstep(TIPS.width * left, TIPS.width * left * 0.8, away)
    hair[own] = left <= 0 || !isLong(u) ? 0 : (hair[own] as number) * share
  })
}

interface Covered {
  count: number
  sum: number
}

/** On which sides hair hangs beside the neck. */
function longBeside(head: Head, picture: Raster, hair: Float32Array): (u: number) => boolean {
  const sides: [Covered, Covered] = [
    { count: 0, sum: 0 },
    { count: 0, sum: 0 },
  ]
  eachPixel(head, picture.widthPx, (_, own, u, v) => {
    if (v < LONG.from || v > LONG.to || Math.abs(Math.abs(u) - TIPS.aside) > TIPS.width / 2) return
    const side = sides[u < 0 ? 0 : 1]
    side.count++
    side.sum += hair[own] as number
  })
  return (u) => {
    const { count, sum } = sides[u < 0 ? 0 : 1]
    return sum > LONG.share * count
  }
}

/**
 * Hair without the patches of its colour that do not hang from the head, in its own memory.
 * @param plain hair of the colour over the forehead, by which a coat is known
 */
export function hangingFrom(
  env: ToolEnvironment,
  head: Head,
  picture: Raster,
  hair: Float32Array<ArrayBuffer>,
  plain: Float32Array | null,
): Float32Array<ArrayBuffer> {
  if (plain !== null) withoutCoat(head, picture, hair, plain)
  const { width, height } = head.box
  const size = { widthPx: width, heightPx: height }
  const sigma = CORE.soft * head.widthPx
  const core = env.kernels.gaussian({ ...size, values: hair }, sigma).values
  const of = withValues(new Uint32Array(core.length), (own) =>
    (core[own] as number) < CORE.least ? 0 : 1,
  )
  const patches = env.kernels.connectCells({ ...size, of, total: 2 })
  const hangs = new Uint8Array(patches.total)
  eachPixel(head, picture.widthPx, (_, own, __, v) => {
    if (v < TOPMOST) hangs[patches.of[own] as number] = 1
  })
  const least = PATCH * head.widthPx ** 2
  sizesOf(patches).forEach((size, patch) => {
    if (size < least) hangs[patch] = 0
  })
  const values = withValues(new Float32Array(of.length), (own) =>
    of[own] === 1 && hangs[patches.of[own] as number] === 1 ? 1 : 0,
  )
  const about = env.kernels.gaussian({ ...size, values }, sigma).values
  for (let own = 0; own < hair.length; own++)
    if (!((about[own] as number) > CORE.about)) hair[own] = 0
  return hair
}

import { areaOf, meanIn } from '../../../../../pixels/pieces.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import type { HeadPlace } from '../heads/head-place.ts'
import { headsIn } from '../heads/whole-heads.ts'
import { bulkyPieces } from '../measures/deep-pieces.ts'

/** Doubted is what the mask holds from the first on, where looks say less than the second. */
const DOUBTED = { from: 0.3, until: 0.94 } as const
/** Among more people nobody is a bystander. */
const PEOPLE_MAX = 2
/**
 * A piece is at least so large against the people's own area. In shares of the longer side, strips thinner
 * than the first are none of it, and its middle is as deep as the second.
 */
const AREA = 0.01
const DEEP = { strips: 0.02, middle: 0.035 } as const
/** Its middle lies beside a face, in that face's sizes from the face's middle: hats and buns lie above. */
const BESIDE = { from: 0.6, until: 2.5, up: 0.9, down: 0.9 } as const
/** Its deepest place lies no further up or down than this. */
const ROUND = 1
/** It hangs on what looks are sure of by less than this of its border; a sleeve or a bag does by half. */
const HANGS = 0.3
/** How far beyond its border that is looked for, px: looks fade there. */
const BEYOND_PX = 4
/** Looks are sure from here on. */
const SURE = 0.9
/** So much of it may be sure, lie in heads, and be seen by the second network, where that was asked. */
const MOST = { sure: 0.15, head: 0.3, voted: 0.5 } as const
/** What is left of it. */
const LEFT = 0.1

/**
 * Lowers, in place, the heads of bystanders whose faces no network finds: large pieces beside a face that
 * looks doubt all over, and that stand free but for a shoulder in front of them.
 * @param closely the looks' mean before anything else was asked
 * @param votes of the second network, under 0 where it said nothing; null where it was not asked
 */
export function dropHeadsAtShoulders(
  mask: FloatPlane,
  closely: FloatPlane['values'],
  votes: FloatPlane | null,
  heads: readonly HeadPlace[],
): void {
  const { values, widthPx, heightPx } = mask
  const isDoubted = (at: number) =>
    (values[at] as number) > DOUBTED.from && (closely[at] as number) < DOUBTED.until
  if (heads.length > PEOPLE_MAX) return
  const inHead = headsIn(mask, heads)
  const longSidePx = Math.max(widthPx, heightPx)
  const isMiddle = (at: number) =>
    (values[at] as number) > 0.5 && (closely[at] as number) < SURE && inHead[at] === 0
  if (!mayLieBeside(mask, heads, DEEP.middle * longSidePx, isMiddle)) return
  const areaPx = AREA * areaOf(mask)
  const deepPx = DEEP.strips * longSidePx
  const doubted = withValues(new Uint8Array(values.length), (at) => (isDoubted(at) ? 1 : 0))
  for (const pixels of bulkyPieces(mask, doubted, { areaPx, deepPx })) {
    const held = pixels.filter((at) => (values[at] as number) > 0.5)
    if (held.length < areaPx || !isBeside(held, widthPx, heads)) continue
    if (meanIn(inHead, pixels) > MOST.head || touchesSides(pixels, mask)) continue
    const sure = held.filter((at) => (closely[at] as number) > SURE).length
    if (sure > MOST.sure * held.length) continue
    if (votes !== null && meanIn(votes.values, held) > MOST.voted) continue
    if (hangingOf(held, widthPx, closely) > HANGS) continue
    for (const at of pixels) values[at] = (values[at] as number) * LEFT
  }
}

/**
 * Whether anything so deep may lie beside a face, at a fraction of what it costs to know: the disc in
 * its middle holds a square of a grid whose sides are these shares of its radius.
 */
function mayLieBeside(
  size: Size,
  heads: readonly HeadPlace[],
  deepPx: number,
  isDoubted: (at: number) => boolean,
): boolean {
  const side = Math.max(1, Math.floor(deepPx * Math.SQRT1_2))
  const isAt = (x: number, y: number) => isWhole(size.widthPx, { x, y, side }, isDoubted)
  return heads.some((head) => {
    const [top, bottom] = [head.y - ROUND * head.size, head.y + ROUND * head.size]
    const [left, right] = [head.x - BESIDE.until * head.size, head.x + BESIDE.until * head.size]
    for (
      let y = Math.max(0, Math.ceil(top));
      y + side <= Math.min(size.heightPx, bottom);
      y += side
    ) {
      for (
        let x = Math.max(0, Math.ceil(left));
        x + side <= Math.min(size.widthPx, right);
        x += side
      ) {
        if (Math.abs(x + side / 2 - head.x) > BESIDE.from * head.size && isAt(x, y)) return true
      }
    }
    return false
  })
}

type Size = Pick<FloatPlane, 'widthPx' | 'heightPx'>

function isWhole(
  widthPx: number,
  square: { readonly x: number; readonly y: number; readonly side: number },
  isDoubted: (at: number) => boolean,
): boolean {
  for (let y = square.y; y < square.y + square.side; y++) {
    for (let x = square.x; x < square.x + square.side; x++) {
      if (!isDoubted(y * widthPx + x)) return false
    }
  }
  return true
}

/** Whether the middle of a piece lies beside the face that is next to it. */
function isBeside(pixels: Int32Array, widthPx: number, heads: readonly HeadPlace[]): boolean {
  let [x, y] = [0, 0]
  for (const at of pixels) {
    x += at % widthPx
    y += Math.floor(at / widthPx)
  }
  const away = (head: HeadPlace) => ({
    across: Math.abs(x / pixels.length - head.x) / head.size,
    down: (y / pixels.length - head.y) / head.size,
  })
  const [next] = heads
    .map(away)
    .toSorted((a, b) => Math.hypot(a.across, a.down) - Math.hypot(b.across, b.down))
  if (next === undefined) return false
  const { across, down } = next
  return across > BESIDE.from && across < BESIDE.until && down > -BESIDE.up && down < BESIDE.down
}

/** Whether a piece is cut off by the picture: a shoulder is, where an arm rests beyond it. */
function touchesSides(pixels: Int32Array, { widthPx, heightPx }: Size): boolean {
  return pixels.some((at) => {
    const x = at % widthPx
    return x < 2 || x > widthPx - 3 || at < 2 * widthPx || at >= (heightPx - 2) * widthPx
  })
}

/** Share of a piece's border beyond which looks are sure of somebody. */
function hangingOf(pixels: Int32Array, widthPx: number, closely: FloatPlane['values']): number {
  const own = new Set(pixels)
  let [border, hanging] = [0, 0]
  for (const at of pixels) {
    for (const step of [-1, 1, -widthPx, widthPx]) {
      if (own.has(at + step)) continue
      border++
      if ((closely[at + step * BEYOND_PX] ?? 0) >= DOUBTED.until) hanging++
    }
  }
  return hanging / Math.max(1, border)
}

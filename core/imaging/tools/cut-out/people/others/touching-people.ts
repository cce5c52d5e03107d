import { createFloatPlane, smoothstep } from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../../tool.ts'
import { colourModel, likelihood } from '../../brush/colour-model.ts'
import { minCut } from '../../brush/min-cut.ts'
import { groupsOf, neighboursOf } from '../../brush/neighbours.ts'
import { type Superpixels, superpixelsOf, weightOf } from '../../brush/superpixels.ts'
import { type HeadPlace, headsAway } from '../heads/head-place.ts'

/** Pieces that the mask holds less are nobody's. */
const HELD = 0.3
/** Head sizes by which a place is nearer to one than to the other, from which on it is surely that one's. */
const SURE = 1.1
/** A head itself, in its sizes. */
const HEAD = 0.6
/** What the place of a pixel says at most, and what its colour does, in logarithms of likelihood. */
const PLACE = 1.6
const COLOUR = 1.1
/** What a pixel of border costs where both its sides are alike. */
const ALIKE = 9
/** Below a head, so far to its sides and down in its sizes, is its body, where that is nearer by so much. */
const BODY = { aside: 0.55, down: 5, nearer: 0.3 }
/** Rounds in which colours are learnt anew. */
const ROUNDS = 2
const NEVER = 1e6
/** A piece apart from its head that is so far surely of its side stays there: a leg behind a bag. */
const SETTLED = 0.3
/** Over this the border fades, px. */
const FADE_PX = 1.2

/**
 * Whose each pixel is of people who touch: the cheapest border between those who stay and those who are left
 * out, by which head is nearer, by their colours and along edges of the picture.
 * @param mask of all of them
 * @returns 1 where it is of who stays, 0 where it is not
 */
export async function shareOfThose(
  env: ToolEnvironment,
  picture: Raster,
  mask: FloatPlane,
  people: readonly HeadPlace[],
  leftOut: readonly HeadPlace[],
): Promise<FloatPlane> {
  const pieces = await superpixelsOf(env, picture)
  const view = viewOf(pieces, mask, people, leftOut)
  const ties = pieces.borders
    .filter(({ one, other }) => view.isHeld(one) && view.isHeld(other))
    .map((border) => ({ one: border.one, other: border.other, weight: weightOf(border, ALIKE) }))
  let stays: Uint8Array = Uint8Array.from(view.nearer, (nearer) => (nearer < 0 ? 1 : 0))
  for (let round = 0; round < ROUNDS; round++) {
    const costs = costsOf(pieces, view, stays, round === 0)
    stays = minCut(costs.stays, costs.goes, ties)
    await env.checkpoint()
  }
  settleApart(pieces, view, stays)
  const plane = createFloatPlane(mask.widthPx, mask.heightPx)
  for (let at = 0; at < plane.values.length; at++) {
    plane.values[at] = stays[pieces.labels[at] as number] as number
  }
  return env.kernels.gaussian(plane, FADE_PX)
}

/** What hangs together with no head of its side, and is not surely of it, is of the other. */
function settleApart(pieces: Superpixels, { isHeld, heads, sure }: View, stays: Uint8Array): void {
  const neighbours = neighboursOf(pieces)
  for (const side of [1, 0]) {
    const own = side === 1 ? 1 : -1
    for (const group of groupsOf(neighbours, (piece) => isHeld(piece) && stays[piece] === side)) {
      const sureOnes = group.filter((piece) => sure[piece] === own).length
      if (sureOnes >= SETTLED * group.length || group.some((piece) => heads[piece] === own))
        continue
      for (const piece of group) stays[piece] = 1 - side
    }
  }
}

interface View {
  /** 1 in a head that stays, -1 in one that goes, else 0. */
  readonly heads: Int8Array
  readonly isHeld: (piece: number) => boolean
  /** By how many head sizes each piece is nearer to who stays, less than 0, or to who goes. */
  readonly nearer: Float32Array
  /** 1 surely stays, -1 surely goes, 0 open. */
  readonly sure: Int8Array
}

function viewOf(
  { labels, count, sizes }: Superpixels,
  mask: FloatPlane,
  people: readonly HeadPlace[],
  leftOut: readonly HeadPlace[],
): View {
  const plane = () => new Float32Array(count)
  const [nearer, held, own, others, below] = [plane(), plane(), plane(), plane(), plane()]
  for (let at = 0; at < labels.length; at++) {
    const piece = labels[at] as number
    const x = at % mask.widthPx
    const y = (at - x) / mask.widthPx
    const share = 1 / (sizes[piece] as number)
    const [to, from] = [headsAway(people, x, y), headsAway(leftOut, x, y)]
    nearer[piece] = (nearer[piece] as number) + share * Math.max(-4, Math.min(4, to - from))
    held[piece] = (held[piece] as number) + share * (mask.values[at] as number)
    below[piece] =
      (below[piece] as number) + share * (belowHead(people, x, y) - belowHead(leftOut, x, y))
    if (to < HEAD && to < from) own[piece] = (own[piece] as number) + share
    if (from < HEAD && from < to) others[piece] = (others[piece] as number) + share
  }
  const heads = Int8Array.from(own, (share, piece) =>
    share > 0.5 ? 1 : (others[piece] as number) > 0.5 ? -1 : 0,
  )
  const sure = Int8Array.from(nearer, (by, piece) => {
    if (heads[piece] !== 0) return heads[piece] as number
    const body = below[piece] as number
    if (by < -SURE || (body > 0.5 && by < -BODY.nearer)) return 1
    return by > SURE || (body < -0.5 && by > BODY.nearer) ? -1 : 0
  })
  return { heads, isHeld: (piece) => (held[piece] as number) > HELD, nearer, sure }
}

/** 1 where a place lies below one of some heads, else 0. */
const belowHead = (heads: readonly HeadPlace[], x: number, y: number): number =>
  heads.some(
    (head) =>
      Math.abs(x - head.x) < BODY.aside * head.size &&
      y > head.y &&
      y - head.y < BODY.down * head.size,
  )
    ? 1
    : 0

function costsOf(
  pieces: Superpixels,
  { isHeld, nearer, sure }: View,
  stays: Uint8Array,
  isFirst: boolean,
) {
  const taught = (side: 0 | 1) => (piece: number) => {
    if (!isHeld(piece)) return 0
    if (sure[piece] !== 0) return (sure[piece] === 1) === (side === 1) ? 2 : 0
    return !isFirst && stays[piece] === side ? 1 : 0
  }
  const [within, without] = [colourModel(pieces, taught(1)), colourModel(pieces, taught(0))]
  const costs = { stays: new Float64Array(pieces.count), goes: new Float64Array(pieces.count) }
  for (let piece = 0; piece < pieces.count; piece++) {
    const told =
      likelihood(within, pieces.colours, piece) - likelihood(without, pieces.colours, piece)
    const colour = isHeld(piece) ? Math.min(COLOUR, Math.max(-COLOUR, told)) : 0
    const by = nearer[piece] as number
    const place = PLACE * (1 - 2 * smoothstep(-SURE, SURE, by))
    const gain =
      sure[piece] === 0
        ? (colour + place) * (pieces.sizes[piece] as number)
        : (sure[piece] as number) * NEVER
    if (gain > 0) costs.goes[piece] = gain
    else costs.stays[piece] = -gain
  }
  return costs
}

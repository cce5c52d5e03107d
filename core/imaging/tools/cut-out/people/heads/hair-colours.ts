import type { Kernels } from '../../../../../kernels/kernels.ts'
import { meanIn, piecesOfMarks } from '../../../../../pixels/pieces.ts'
import { createFloatPlane, cropRaster, smoothstep } from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import { distanceTo } from '../../distance.ts'
import { oddsOf } from '../measures/colour-odds.ts'
import { type AboutHead, lookAbout } from './about-head.ts'
import type { HeadPlace } from './head-place.ts'
import { toldApart } from './told-apart.ts'

/** Smaller heads, px, have no hair to be seen in the mask. */
const HEAD_PX = 20
/** From here on, and up to here, looks are believed to begin with. */
const SURE = { person: 0.9, behind: 0.1 } as const
/** The same of what colours have their part in. */
const LIKELY = { person: 0.6, behind: 0.4 } as const
/** So many of those that are learnt from must be known of each. */
const KNOWN = 12
/** Colours are learnt from every other pixel of every other row. */
const LEARN_STEP = 2
/** The mask's own odds count no more than this, in logarithms: a rag of the wall is held as surely as hair. */
const HELD_MOST = 2.5
/** What colours say less than this of is left out. */
const SAID_LEAST = 0.5
/** Rounds in which colours are learnt anew from what they have settled. */
const ROUNDS = 3
/** Over this, what colours say is averaged, px. */
const ABOUT_PX = 2
/** A piece is at least so large, in squares of the head's size: a smaller one is a lock's shade. */
const AREA = 0.01
/** Colours that lie behind say so much of a rag, and it is as plain as this: a hat has folds. */
const RAG = -2.2
const PLAIN = 0.0196
/** Beside a rag, what is so like what lies behind is no hair, and the mask is no more than this there. */
const BETWEEN = -1
/** Without any rag it goes where colours alone tell so large a share of what looks are sure of, from this on. */
const TOLD_APART = 0.97
const BETWEEN_ALONE = -2
const CLEARED = 0.15
/** What is so like hair there, and was glimpsed by the looks, is a strand, and held by no less than the last. */
const STRAND = 1
const GLIMPSED = 0.25
const STRAND_HELD = 0.9
/** Detail is what a blur of this many px takes away. */
const FINE_PX = 1.6
/** The odds of a lock, looks and colours together, and how much detail it has. */
const LOCK = 1.3
const STRANDS = 0.0078
/** Over this a settled piece passes into what lies about it, px. */
const FADE_PX = 3

/**
 * Settles hair, in place, by its colours and by those behind it: plain pieces of a wall between curls
 * go, and locks that the looks half saw, or a bun, are held.
 * @param overview as large as the mask
 */
export function settleHair(
  kernels: Kernels,
  overview: Raster,
  mask: FloatPlane,
  heads: readonly HeadPlace[],
): void {
  for (const head of heads) {
    if (head.size < HEAD_PX) continue
    const table = learnt(kernels, lookAbout(overview, mask, head, LEARN_STEP))
    if (table === null) continue
    const about = lookAbout(overview, mask, head, 1)
    const odds = oddsAt(kernels, about, table, ABOUT_PX)
    const said = { odds, mask: { ...about.seen, values: weighed(about, odds.values) } }
    settle(kernels, overview, mask, head, about, said)
  }
}

/** What colours say, and the mask as it would be by them. */
interface Said {
  readonly odds: FloatPlane
  readonly mask: FloatPlane
}

/** What each colour says; null where too little is known to learn from. */
function learnt(kernels: Kernels, about: AboutHead): Float32Array | null {
  const { seen, isLearnt, colours } = about
  const inside = new Float32Array(colours.length)
  const behind = new Float32Array(colours.length)
  let [known, knownBehind] = [0, 0]
  for (let at = 0; at < inside.length; at++) {
    const value = seen.values[at] as number
    if (isLearnt[at] === 0) continue
    if (value > SURE.person) known += inside[at] = 1
    if (value < SURE.behind) knownBehind += behind[at] = 1
  }
  if (Math.min(known, knownBehind) < KNOWN) return null
  for (let round = 1; ; round++) {
    const table = oddsOf(colours, inside, behind)
    if (round === ROUNDS) return table
    const odds = oddsAt(kernels, about, table, ABOUT_PX / LEARN_STEP)
    const values = weighed(about, odds.values)
    for (let at = 0; at < inside.length; at++) {
      const value = isLearnt[at] === 0 ? 0.5 : (values[at] as number)
      inside[at] = value > LIKELY.person ? value : 0
      behind[at] = value < LIKELY.behind ? 1 - value : 0
    }
  }
}

/** What the colours about each pixel say. */
function oddsAt(
  kernels: Kernels,
  { colours, seen }: AboutHead,
  table: Float32Array,
  aboutPx: number,
): FloatPlane {
  const odds = createFloatPlane(seen.widthPx, seen.heightPx)
  for (let at = 0; at < colours.length; at++) {
    odds.values[at] = table[colours[at] as number] as number
  }
  return kernels.gaussian(odds, aboutPx)
}

/** The mask with what colours say of hair. */
function weighed({ seen, hair }: AboutHead, odds: Float32Array): Float32Array<ArrayBuffer> {
  const values = seen.values.slice()
  for (let from = 0; from < values.length; from += seen.widthPx) {
    weighRow(values, hair, odds, from, from + seen.widthPx)
  }
  return values
}

function weighRow(
  values: Float32Array,
  hair: Float32Array,
  odds: Float32Array,
  from: number,
  until: number,
): void {
  for (let at = from; at < until; at++) {
    const share = hair[at] as number
    const odd = odds[at] as number
    if (share === 0 || Math.abs(odd) <= SAID_LEAST) continue
    const value = values[at] as number
    const said = Math.sign(odd) * (Math.abs(odd) - SAID_LEAST)
    const own = 1 / (1 + Math.exp(-heldBy(value) - said))
    values[at] = value + (own - value) * share
  }
}

/** The odds that the mask gives, in logarithms. */
const heldBy = (value: number): number => {
  const odds = Math.log((value + 1e-4) / (1 - value + 1e-4))
  return Math.min(HELD_MOST, Math.max(-HELD_MOST, odds))
}

/** Takes over what colours say where they are sure. */
function settle(
  kernels: Kernels,
  overview: Raster,
  mask: FloatPlane,
  head: HeadPlace,
  about: AboutHead,
  said: Said,
): void {
  const { box, places, seen } = about
  const turned = turnedPieces(seen, said.mask, AREA * head.size ** 2)
  const isTold = toldApart(about.seen.values, about.hair, said.odds.values) > TOLD_APART
  if (turned.length === 0 && !isTold) return
  const detail = detailOf(kernels, cropRaster(overview, box))
  const { rags, locks } = surePieces(turned, detail, seen, said)
  if (rags.length === 0 && locks.length === 0 && !isTold) return
  const settled = new Uint8Array(seen.values.length)
  for (const pixels of [...rags, ...locks]) for (const at of pixels) settled[at] = 1
  const between = rags.length > 0 ? BETWEEN : BETWEEN_ALONE
  if (rags.length > 0 || isTold) settleBetween(kernels, about, detail, said, { settled, between })
  const away = distanceTo(seen, settled, FADE_PX).values
  for (let at = 0; at < settled.length; at++) {
    const far = away[at] as number
    if (far >= FADE_PX) continue
    const share = 1 - smoothstep(0, FADE_PX, far)
    const to = places[at] as number
    const old = mask.values[to] as number
    mask.values[to] = old + ((said.mask.values[at] as number) - old) * share
  }
}

/**
 * Where a wall tells itself from hair so clearly, in place, it goes from between the curls, too, and thin
 * strands before it are held.
 */
function settleBetween(
  kernels: Kernels,
  { seen, hair }: AboutHead,
  detail: FloatPlane,
  { odds, mask }: Said,
  { settled, between }: { readonly settled: Uint8Array; readonly between: number },
): void {
  const fine = kernels.gaussian(detail, ABOUT_PX).values
  for (let at = 0; at < settled.length; at++) {
    const said = odds.values[at] as number
    const old = seen.values[at] as number
    if ((hair[at] as number) < 0.5) continue
    const isWall = said < between && old > 0.5
    const isStrand = said > STRAND && old > GLIMPSED && (fine[at] as number) > STRANDS
    if (!isWall && !isStrand) continue
    settled[at] = 1
    const own = mask.values[at] as number
    mask.values[at] = isWall ? Math.min(CLEARED, own) : Math.max(old, STRAND_HELD, own)
  }
}

/** The large pieces that colours turn. */
function turnedPieces(seen: FloatPlane, said: FloatPlane, area: number): readonly Int32Array[] {
  const turned = new Uint8Array(seen.values.length)
  for (let at = 0; at < turned.length; at++) {
    const isHeld = (seen.values[at] as number) > 0.5
    turned[at] = isHeld === (said.values[at] as number) > 0.5 ? 0 : 1
  }
  return piecesOfMarks(turned, seen.widthPx)
    .map(({ pixels }) => pixels)
    .filter((pixels) => pixels.length > area)
}

/** Those of which colours are sure. */
function surePieces(
  pieces: readonly Int32Array[],
  { values: detail }: FloatPlane,
  seen: FloatPlane,
  said: Said,
): Readonly<Record<'rags' | 'locks', readonly Int32Array[]>> {
  const odds = (pixels: Int32Array) => meanIn(said.odds.values, pixels)
  const fine = (pixels: Int32Array) => meanIn(detail, pixels)
  const held = (pixels: Int32Array) => heldBy(meanIn(seen.values, pixels))
  return {
    rags: pieces.filter((pixels) => odds(pixels) < RAG && fine(pixels) < PLAIN),
    locks: pieces.filter(
      (pixels) => odds(pixels) - SAID_LEAST + held(pixels) > LOCK && fine(pixels) > STRANDS,
    ),
  }
}

function detailOf(kernels: Kernels, picture: Raster): FloatPlane {
  const luma = kernels.luma(picture)
  const soft = kernels.gaussian(luma, FINE_PX).values
  return { ...luma, values: luma.values.map((value, at) => Math.abs(value - (soft[at] as number))) }
}

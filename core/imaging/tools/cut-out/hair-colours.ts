import type { Kernels } from '../../../kernels/kernels.ts'
import {
  type Box,
  clampBox,
  createFloatPlane,
  cropRaster,
  smoothstep,
} from '../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import type { HeadPlace } from './bystanders.ts'
import { coloursOf, oddsOf } from './colour-odds.ts'
import { distanceTo } from './distance.ts'
import { piecesOfMarks } from './pieces.ts'

/** Colours are learnt so far about the middle of a face, and down to the shoulders, in sizes of its box. */
const AROUND = 2.2
const DOWN = 1
/** Smaller heads, px, have no hair to be seen in the mask. */
const HEAD_PX = 20
/** From here on, and up to here, looks are believed to begin with. */
const SURE = { person: 0.9, behind: 0.1 } as const
/** The same of what colours have their part in. */
const LIKELY = { person: 0.6, behind: 0.4 } as const
/** So many pixels of each must be known. */
const KNOWN_PX = 50
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
const CLEARED = 0.15
/** Detail is what a blur of this many px takes away. */
const FINE_PX = 1.6
/** The odds of a lock, looks and colours together, and how much detail it has. */
const LOCK = 1.3
const STRANDS = 0.0078
/** Over this a settled piece passes into what lies about it, px. */
const FADE_PX = 3

/** What is known about a head, in pixels of a box about it. */
interface AboutHead {
  readonly box: Box
  readonly picture: Raster
  readonly colours: Uint16Array
  /** What the looks say. */
  readonly seen: FloatPlane
  /** 1 where colours are learnt. */
  readonly isLearnt: Uint8Array
  /** Where there may be hair, 0..1: about the face, not on it. */
  readonly hair: Float32Array
}

/**
 * Settles hair, in place, by its colours and by those behind it: plain pieces of a wall between curls
 * go, and locks that the looks half saw, or a bun, are held.
 */
export function settleHair(
  kernels: Kernels,
  overview: Raster,
  mask: FloatPlane,
  heads: readonly HeadPlace[],
): void {
  for (const head of heads) {
    if (head.size < HEAD_PX) continue
    const about = lookAbout(overview, mask, head)
    const said = saidBy(kernels, about)
    if (said !== null) settle(kernels, mask, head, about, said)
  }
}

function lookAbout(overview: Raster, mask: FloatPlane, head: HeadPlace): AboutHead {
  const { x, y, size } = head
  const reach = AROUND * size
  const around = { x: x - reach, y: y - reach, width: 2 * reach, height: reach + DOWN * size }
  const box = clampBox(around, mask.widthPx, mask.heightPx)
  const seen = createFloatPlane(box.width, box.height)
  const isLearnt = new Uint8Array(seen.values.length)
  const hair = new Float32Array(seen.values.length)
  for (let at = 0; at < isLearnt.length; at++) {
    const column = at % box.width
    const row = (at - column) / box.width
    const across = (box.x + column - x) / size
    const down = (box.y + row - y) / size
    seen.values[at] = mask.values[(box.y + row) * mask.widthPx + box.x + column] as number
    isLearnt[at] = Math.hypot(across, down) < AROUND ? 1 : 0
    hair[at] = hairAt(across, down)
  }
  const picture = cropRaster(overview, box)
  return { box, picture, colours: coloursOf(picture), seen, isLearnt, hair }
}

/** Where hair may be, from the middle of a face, in its sizes. */
function hairAt(across: number, down: number): number {
  if (Math.hypot(across / 0.5, (down + 0.05) / 0.62) < 1) return 0
  const away = Math.hypot(across, down * 0.9)
  return (1 - smoothstep(1.2, 1.7, away)) * (1 - smoothstep(0.6, 0.9, down))
}

/** What colours say, and the mask as it would be by them. */
interface Said {
  readonly odds: FloatPlane
  readonly mask: FloatPlane
}

/** Null where too little is known to learn from. */
function saidBy(kernels: Kernels, about: AboutHead): Said | null {
  const { seen, isLearnt, colours, hair } = about
  let inside = seen.values.map((value, at) => (value > SURE.person ? (isLearnt[at] as number) : 0))
  let behind = seen.values.map((value, at) => (value < SURE.behind ? (isLearnt[at] as number) : 0))
  if (sumOf(inside) < KNOWN_PX || sumOf(behind) < KNOWN_PX) return null
  const odds = createFloatPlane(seen.widthPx, seen.heightPx)
  for (let round = 1; ; round++) {
    const table = oddsOf(colours, inside, behind)
    for (let at = 0; at < colours.length; at++) {
      odds.values[at] = table[colours[at] as number] as number
    }
    const even = kernels.gaussian(odds, ABOUT_PX)
    const values = seen.values.map((value, at) => {
      const share = hair[at] as number
      return share === 0
        ? value
        : value + (weighed(value, even.values[at] as number) - value) * share
    })
    if (round === ROUNDS) return { odds: even, mask: { ...seen, values } }
    inside = values.map((value, at) =>
      value > LIKELY.person ? value * (isLearnt[at] as number) : 0,
    )
    behind = values.map((value, at) =>
      value < LIKELY.behind ? (1 - value) * (isLearnt[at] as number) : 0,
    )
  }
}

const sumOf = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0)

/** The mask's value and what colours say of it. */
function weighed(value: number, odds: number): number {
  const said = Math.sign(odds) * Math.max(0, Math.abs(odds) - SAID_LEAST)
  return 1 / (1 + Math.exp(-heldBy(value) - said))
}

/** The odds that the mask gives, in logarithms. */
const heldBy = (value: number): number => {
  const odds = Math.log((value + 1e-4) / (1 - value + 1e-4))
  return Math.min(HELD_MOST, Math.max(-HELD_MOST, odds))
}

/** Takes over what colours say where they are sure. */
function settle(
  kernels: Kernels,
  mask: FloatPlane,
  head: HeadPlace,
  about: AboutHead,
  said: Said,
): void {
  const { box, seen } = about
  const { rags, locks } = surePieces(kernels, about, said, AREA * head.size ** 2)
  if (rags.length === 0 && locks.length === 0) return
  const settled = new Uint8Array(seen.values.length)
  for (const pixels of [...rags, ...locks]) for (const at of pixels) settled[at] = 1
  if (rags.length > 0) clearBetween(about, said, settled)
  const away = distanceTo(seen, (at) => settled[at] === 1, FADE_PX).values
  for (let at = 0; at < settled.length; at++) {
    const share = 1 - smoothstep(0, FADE_PX, away[at] as number)
    if (share === 0) continue
    const column = at % box.width
    const to = (box.y + (at - column) / box.width) * mask.widthPx + box.x + column
    const old = mask.values[to] as number
    mask.values[to] = old + ((said.mask.values[at] as number) - old) * share
  }
}

/** Where a wall tells itself from hair so clearly, it goes from between the curls, too, in place. */
function clearBetween({ seen, hair }: AboutHead, { odds, mask }: Said, settled: Uint8Array): void {
  for (let at = 0; at < settled.length; at++) {
    if ((odds.values[at] as number) > BETWEEN || (seen.values[at] as number) < 0.5) continue
    if ((hair[at] as number) < 0.5) continue
    settled[at] = 1
    mask.values[at] = Math.min(CLEARED, mask.values[at] as number)
  }
}

/** The large pieces that colours turn, where they are sure of it. */
function surePieces(
  kernels: Kernels,
  { box, picture, seen }: AboutHead,
  said: Said,
  area: number,
): Readonly<Record<'rags' | 'locks', readonly Int32Array[]>> {
  const turned = seen.values.map((value, at) =>
    value > 0.5 === (said.mask.values[at] as number) > 0.5 ? 0 : 1,
  )
  const pieces = piecesOfMarks(Uint8Array.from(turned), box.width)
    .map(({ pixels }) => pixels)
    .filter((pixels) => pixels.length > area)
  if (pieces.length === 0) return { rags: [], locks: [] }
  const detail = detailOf(kernels, picture)
  const odds = (pixels: Int32Array) => meanOf(said.odds.values, pixels)
  const fine = (pixels: Int32Array) => meanOf(detail, pixels)
  const held = (pixels: Int32Array) => heldBy(meanOf(seen.values, pixels))
  return {
    rags: pieces.filter((pixels) => odds(pixels) < RAG && fine(pixels) < PLAIN),
    locks: pieces.filter(
      (pixels) => odds(pixels) - SAID_LEAST + held(pixels) > LOCK && fine(pixels) > STRANDS,
    ),
  }
}

function meanOf(values: Float32Array, pixels: Int32Array): number {
  let sum = 0
  for (let next = 0; next < pixels.length; next++) sum += values[pixels[next] as number] as number
  return sum / pixels.length
}

function detailOf(kernels: Kernels, picture: Raster): Float32Array {
  const luma = kernels.luma(picture)
  const soft = kernels.gaussian(luma, FINE_PX).values
  return luma.values.map((value, at) => Math.abs(value - (soft[at] as number)))
}

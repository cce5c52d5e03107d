import type { JobContext } from '../../../../jobs.ts'
import type { BrushStroke } from '../../../brush-strokes.ts'
import { type ColourModel, colourModel, likelihood } from './colour-model.ts'
import { markedPieces } from './marks.ts'
import { minCut, type Tie } from './min-cut.ts'
import { groupsOf, type Neighbours } from './neighbours.ts'
import { type Superpixels, weightOf } from './superpixels.ts'
import { waysFrom } from './ways.ts'

/** Rounds in which colours are learnt anew from what changes and what does not. */
const ROUNDS = 3
/** What a pixel's colour may say at most, in logarithms of likelihood. */
const COLOUR = 4
/** What it says that the way from the stroke is shorter than from what is known to stay as it is. */
const WAY = 3.5
/** How far behind the stroke the rim of the room stands that nobody painted. */
const RIM = 0.08
/** Weight of what is held, in logarithms of odds, and how sure it may be, for what is added and taken away. */
const SEEN = { adds: 0.8, removes: 1, sure: 3.5 } as const
/** Ways over which what changes teaches its colours. */
const TAUGHT = 0.3
/** Room about a stroke that it may change, in its own lengths, and at least in longer sides. */
const ROOM = { lengths: 0.7, least: 0.12 } as const
/** A piece held by so much may lose something, one by less may gain something. */
const SOME = { held: 0.06, open: 0.94 } as const
/** What a change encloses goes with it up to this share of it. */
const ENCLOSED = 0.3
/** What a pixel of border costs where both its sides are alike. */
const ALIKE = 24
const NEVER = 1e6

/** A picture that is mended by strokes, one after the other. */
export interface Mending {
  readonly pieces: Superpixels
  readonly neighbours: Neighbours
  /** 1 for a piece at the picture's rim. */
  readonly atRim: Uint8Array
  /** What is held of each piece, 0..1. */
  readonly held: Float64Array
  /** Pieces that a stroke takes away only where it goes over them: faces. */
  readonly guarded: readonly (readonly number[])[]
  /** What earlier strokes said of each piece, values of `mark`. */
  readonly said: Int8Array
}

/**
 * What one stroke changes: pieces about it that belong together with what it covers. One that keeps
 * only adds, one that takes away only removes, nothing changes that does not hang together with it,
 * and nothing further away than some of its own lengths.
 * @returns 1 for each piece that changes
 */
export async function changedBy(
  job: JobContext,
  mending: Mending,
  stroke: BrushStroke,
): Promise<Uint8Array> {
  const { pieces, neighbours } = mending
  const room = roomOf(mending, stroke)
  const ways = waysIn(mending, room)
  let changes: Uint8Array = new Uint8Array(pieces.count)
  if (room.painted.length === 0) return changes
  for (let round = 0; round < ROUNDS; round++) {
    changes = cutOf(mending, room, ways, round === 0 ? null : changes)
    await job.checkpoint()
  }
  const isPainted = (piece: number) => room.isPainted[piece] === 1
  for (const group of groupsOf(neighbours, (piece) => changes[piece] === 1)) {
    if (!group.some(isPainted)) for (const piece of group) changes[piece] = 0
  }
  fillEnclosed(mending, room, changes)
  return changes
}

interface Room {
  readonly adds: boolean
  /** Whether a piece is not yet what the stroke makes of it. */
  readonly mayChange: (piece: number) => boolean
  /** 1 for each piece that the stroke may change. */
  readonly isOpen: Uint8Array
  readonly isPainted: Uint8Array
  readonly painted: readonly number[]
  /** Pieces that surely stay as they are, and those at the room's rim, that may. */
  readonly kept: readonly number[]
  readonly rim: readonly number[]
}

function roomOf({ pieces, neighbours, held, guarded, said }: Mending, stroke: BrushStroke): Room {
  const adds = stroke.mode === 'add'
  const sign = adds ? 1 : -1
  const marks = markedPieces(pieces, [stroke])
  const isIn = piecesIn(pieces, boxAbout(pieces, stroke))
  const mayChange = (piece: number) =>
    adds ? (held[piece] as number) < SOME.open : (held[piece] as number) > SOME.held
  const safe = new Set(
    adds ? [] : guarded.filter((face) => !face.some((piece) => marks[piece] === sign)).flat(),
  )
  const isOpen = new Uint8Array(pieces.count)
  const isPainted = new Uint8Array(pieces.count)
  const painted: number[] = []
  const kept: number[] = []
  for (let piece = 0; piece < pieces.count; piece++) {
    if (marks[piece] === sign && mayChange(piece)) {
      isPainted[piece] = 1
      isOpen[piece] = 1
      painted.push(piece)
    } else if (safe.has(piece) || said[piece] === -sign) {
      kept.push(piece)
    } else if (isIn[piece] === 1 && mayChange(piece)) isOpen[piece] = 1
  }
  const isKept = new Set(kept)
  const rim: number[] = []
  for (let piece = 0; piece < pieces.count; piece++) {
    if (isOpen[piece] === 0 || isPainted[piece] === 1) continue
    const end = neighbours.first[piece + 1] as number
    for (let at = neighbours.first[piece] as number; at < end; at++) {
      const beside = neighbours.pieces[at] as number
      if (isOpen[beside] === 1 || isKept.has(beside) || !mayChange(beside)) continue
      rim.push(piece)
      break
    }
  }
  return { adds, mayChange, isOpen, isPainted, painted, kept, rim }
}

interface Span {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function boxAbout({ widthPx, heightPx }: Superpixels, { radius, points }: BrushStroke): Span {
  const long = Math.max(widthPx, heightPx)
  const xs = points.map(({ x }) => x * widthPx)
  const ys = points.map(({ y }) => y * heightPx)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const length = Math.hypot(right - left, bottom - top)
  const margin = radius * long + Math.max(ROOM.least * long, length * ROOM.lengths)
  return { left: left - margin, right: right + margin, top: top - margin, bottom: bottom + margin }
}

/** 1 for each piece that has a pixel in a box. */
function piecesIn({ widthPx, heightPx, labels, count }: Superpixels, box: Span): Uint8Array {
  const isIn = new Uint8Array(count)
  const [left, right] = [Math.max(0, Math.floor(box.left)), Math.min(widthPx - 1, box.right)]
  const [top, bottom] = [Math.max(0, Math.floor(box.top)), Math.min(heightPx - 1, box.bottom)]
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) isIn[labels[y * widthPx + x] as number] = 1
  }
  return isIn
}

interface Ways {
  readonly to: Float64Array
  readonly away: Float64Array
}

function waysIn({ pieces, neighbours }: Mending, room: Room): Ways {
  const isOpen = (piece: number) => room.isOpen[piece] === 1
  const to = waysFrom(pieces, neighbours, room.painted, isOpen)
  const kept = waysFrom(pieces, neighbours, room.kept, isOpen)
  const rim = waysFrom(pieces, neighbours, room.rim, isOpen)
  return { to, away: kept.map((way, piece) => Math.min(way, (rim[piece] as number) + RIM)) }
}

function cutOf(mending: Mending, room: Room, ways: Ways, changes: Uint8Array | null): Uint8Array {
  const { pieces } = mending
  const { nodes, numbers } = nodesOf(room)
  const [going, staying] = coloursOf(mending, room, ways, changes)
  const change = new Float64Array(nodes.length)
  const keep = new Float64Array(nodes.length)
  nodes.forEach((piece, node) => {
    const gain =
      room.isPainted[piece] === 1
        ? NEVER
        : gainOf(mending, room, ways, going, staying, piece) * (pieces.sizes[piece] as number)
    if (gain > 0) keep[node] = gain
    else change[node] = -gain
  })
  const ties: Tie[] = []
  for (const border of pieces.borders) {
    const { one, other } = border
    const [a, b] = [numbers[one] as number, numbers[other] as number]
    const weight = weightOf(border, ALIKE)
    if (a >= 0 && b >= 0) ties.push({ one: a, other: b, weight })
    else if (a >= 0 && room.mayChange(other)) change[a] = (change[a] as number) + weight
    else if (b >= 0 && room.mayChange(one)) change[b] = (change[b] as number) + weight
  }
  const sides = minCut(change, keep, ties)
  const result = new Uint8Array(pieces.count)
  nodes.forEach((piece, node) => {
    result[piece] = sides[node] as number
  })
  return result
}

function nodesOf({ isOpen }: Room) {
  const nodes: number[] = []
  const numbers = new Int32Array(isOpen.length).fill(-1)
  isOpen.forEach((open, piece) => {
    if (open === 1) numbers[piece] = nodes.push(piece) - 1
  })
  return { nodes, numbers }
}

function coloursOf({ pieces }: Mending, room: Room, { to }: Ways, changes: Uint8Array | null) {
  const isRim = new Set([...room.rim, ...room.kept])
  const going = (piece: number) =>
    room.isPainted[piece] === 1
      ? changes === null
        ? 1
        : 3
      : changes?.[piece] === 1
        ? Math.exp(-(((to[piece] as number) / TAUGHT) ** 2))
        : 0
  const staying = (piece: number) => {
    if (room.isPainted[piece] === 1) return 0
    if (isRim.has(piece)) return 1
    return changes !== null && room.isOpen[piece] === 1 && changes[piece] === 0 ? 1 : 0
  }
  return [colourModel(pieces, going), colourModel(pieces, staying)] as const
}

function gainOf(
  { pieces, held }: Mending,
  { adds }: Room,
  { to, away }: Ways,
  going: ColourModel,
  staying: ColourModel,
  piece: number,
): number {
  const odds =
    staying.length === 0
      ? 0
      : likelihood(going, pieces.colours, piece) - likelihood(staying, pieces.colours, piece)
  const colour = Math.min(COLOUR, Math.max(-COLOUR, odds))
  const place = WAY * (shareOf(away[piece] as number, to[piece] as number) - 0.5)
  const own = Math.min(0.999, Math.max(0.001, held[piece] as number))
  const odds1 = Math.log(own / (1 - own))
  const seen = Math.min(SEEN.sure, Math.max(-SEEN.sure, odds1))
  const known = adds ? SEEN.adds * seen : -SEEN.removes * seen
  return colour + place + known
}

/** Of two ways, of which either may be infinite. */
const shareOf = (one: number, other: number): number => {
  if (other === Number.POSITIVE_INFINITY) return 0
  return one === Number.POSITIVE_INFINITY ? 1 : one / (one + other + 1e-6)
}

/** What a change shuts off from all that stays as it is goes with it, where it is small. */
function fillEnclosed(mending: Mending, room: Room, changes: Uint8Array): void {
  const { pieces, neighbours, atRim } = mending
  const sizeOf = (group: readonly number[]) =>
    group.reduce((sum, piece) => sum + (pieces.sizes[piece] as number), 0)
  const isOut = room.adds ? atRim.slice() : new Uint8Array(pieces.count)
  for (const piece of [...room.rim, ...room.kept]) isOut[piece] = 1
  let area = 0
  changes.forEach((changed, piece) => {
    if (changed === 1) area += pieces.sizes[piece] as number
  })
  const isLeft = (piece: number) => room.mayChange(piece) && changes[piece] === 0
  for (const group of groupsOf(neighbours, isLeft)) {
    if (group.some((piece) => isOut[piece] === 1) || sizeOf(group) > area * ENCLOSED) continue
    if (!isMostlyAt(mending, group, changes)) continue
    for (const piece of group) changes[piece] = 1
  }
}

/** Whether a group of pieces has changed ones along more than half of what is beside it. */
function isMostlyAt(
  { pieces, neighbours }: Mending,
  group: readonly number[],
  changes: Uint8Array,
) {
  const own = new Set(group)
  let [changed, all] = [0, 0]
  for (const piece of group) {
    const end = neighbours.first[piece + 1] as number
    for (let at = neighbours.first[piece] as number; at < end; at++) {
      const beside = neighbours.pieces[at] as number
      if (own.has(beside)) continue
      const length = pieces.borders[neighbours.borders[at] as number]?.length ?? 0
      all += length
      if (changes[beside] === 1) changed += length
    }
  }
  return changed > all / 2
}

import type { JobContext } from '../../../../jobs.ts'
import type { BrushStroke } from '../../../brush-strokes.ts'
import { type ColourModel, colourModel, likelihood } from './colour-model.ts'
import { fillEnclosed } from './enclosed.ts'
import { minCut, type Tie } from './min-cut.ts'
import { groupsOf } from './neighbours.ts'
import { type Mending, type Room, roomOf } from './room.ts'
import { weightOf } from './superpixels.ts'
import { waysFrom } from './ways.ts'

/** Rounds in which colours are learnt anew from what changes and what does not. */
const ROUNDS = 3
/** What a pixel's colour may say at most, in logarithms of likelihood. */
const COLOUR = 4
/** What it says that the way from the stroke is shorter than from what stays as it is. */
const WAY = 3.5
/** How far behind the stroke the rim of its room stands that nobody painted. */
const RIM = 0.08
/** Weight of what networks saw, in logarithms of odds, and how sure they may be. */
const SEEN = { adds: 0.8, removes: 1, sure: 3.5 } as const
/** Ways over which what changes teaches its colours; the stroke itself counts so many times. */
const TAUGHT = 0.3
const PAINTED = 3
/** What a pixel of border costs where both its sides are alike. */
const ALIKE = 24
const NEVER = 1e6

/**
 * What one stroke changes: pieces about it that belong together with what it covers, by a border that
 * is the cheapest in colours, ways and edges. One that keeps only adds, one that takes away only
 * removes; nothing changes that does not hang together with it, and nothing far away.
 * @returns 1 for each piece that changes
 */
export async function changedBy(
  job: JobContext,
  mending: Mending,
  stroke: BrushStroke,
): Promise<Uint8Array> {
  const room = roomOf(mending, stroke)
  const ways = waysIn(mending, room)
  let changes: Uint8Array | null = null
  for (let round = 0; round < ROUNDS && room.painted.size > 0; round++) {
    changes = cutOf(mending, room, ways, changes)
    await job.checkpoint()
  }
  if (changes === null) return new Uint8Array(mending.pieces.count)
  const found = changes
  for (const group of groupsOf(mending.neighbours, (piece) => found[piece] === 1)) {
    if (group.some((piece) => room.painted.has(piece))) continue
    for (const piece of group) found[piece] = 0
  }
  const models = coloursOf(mending, room, ways, found)
  fillEnclosed(mending, room, found, (piece) => oddsOf(mending, models, piece))
  return found
}

interface Ways {
  /** From what the stroke covers. */
  readonly to: Float64Array
  /** From what stays as it is. */
  readonly away: Float64Array
}

function waysIn({ pieces, neighbours }: Mending, room: Room): Ways {
  const from = (some: ReadonlySet<number>) =>
    waysFrom(pieces, neighbours, [...some], (piece) => room.isOpen[piece] === 1)
  const rim = from(room.rim)
  const away = from(room.kept).map((way, piece) => Math.min(way, (rim[piece] as number) + RIM))
  return { to: from(room.painted), away }
}

/** The cheapest border around what changes. */
function cutOf(mending: Mending, room: Room, ways: Ways, changes: Uint8Array | null): Uint8Array {
  const { pieces } = mending
  const { nodes, numbers } = nodesOf(room)
  const models = coloursOf(mending, room, ways, changes)
  const costs = { change: new Float64Array(nodes.length), stay: new Float64Array(nodes.length) }
  nodes.forEach((piece, node) => {
    const gain = gainOf(mending, room, ways, models, piece) * (pieces.sizes[piece] as number)
    if (room.painted.has(piece)) costs.stay[node] = NEVER
    else if (gain > 0) costs.stay[node] = gain
    else costs.change[node] = -gain
  })
  const ties: Tie[] = []
  const tieOut = (node: number, beside: number, weight: number) => {
    // Beside what is held already a border costs nothing: there is none.
    if (node >= 0 && room.mayChange(beside)) costs.change[node] = (costs.change[node] ?? 0) + weight
  }
  for (const border of pieces.borders) {
    const [one, other] = [numbers[border.one] as number, numbers[border.other] as number]
    const weight = weightOf(border, ALIKE)
    if (one >= 0 && other >= 0) ties.push({ one, other, weight })
    else {
      tieOut(one, border.other, weight)
      tieOut(other, border.one, weight)
    }
  }
  const sides = minCut(costs.change, costs.stay, ties)
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

interface Colours {
  readonly changing: ColourModel
  readonly staying: ColourModel
}

function coloursOf(
  { pieces }: Mending,
  room: Room,
  { to }: Ways,
  changes: Uint8Array | null,
): Colours {
  const changing = (piece: number) => {
    if (room.painted.has(piece)) return changes === null ? 1 : PAINTED
    return changes?.[piece] === 1 ? Math.exp(-(((to[piece] as number) / TAUGHT) ** 2)) : 0
  }
  const staying = (piece: number) => {
    if (room.painted.has(piece)) return 0
    if (room.rim.has(piece) || room.kept.has(piece)) return 1
    return changes !== null && room.isOpen[piece] === 1 && changes[piece] === 0 ? 1 : 0
  }
  return { changing: colourModel(pieces, changing), staying: colourModel(pieces, staying) }
}

/** What speaks for a piece's change, for each of its pixels, in logarithms of likelihood. */
function gainOf(
  mending: Mending,
  { adds }: Room,
  { to, away }: Ways,
  models: Colours,
  piece: number,
): number {
  const { held, isSeen } = mending
  const colour = within(oddsOf(mending, models, piece), COLOUR)
  const place = WAY * (shareOf(away[piece] as number, to[piece] as number) - 0.5)
  if (!isSeen) return colour + place
  const share = held[piece] as number
  const seen = within(Math.log((share + 1e-6) / (1 - share + 1e-6)), SEEN.sure)
  return colour + place + (adds ? SEEN.adds * seen : -SEEN.removes * seen)
}

/** The logarithm of how much likelier a piece's colour is that of what changes. */
const oddsOf = ({ pieces }: Mending, { changing, staying }: Colours, piece: number): number =>
  staying.length === 0
    ? 0
    : likelihood(changing, pieces.colours, piece) - likelihood(staying, pieces.colours, piece)

const within = (value: number, most: number): number => Math.min(most, Math.max(-most, value))

/** Of two ways, of which either may be infinite. */
const shareOf = (one: number, other: number): number => {
  if (other === Number.POSITIVE_INFINITY) return 0
  return one === Number.POSITIVE_INFINITY ? 1 : one / (one + other + 1e-6)
}

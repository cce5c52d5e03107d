import { smoothstep } from '../../../../pixels/pixels.ts'
import type { BrushStroke } from '../../../brush-strokes.ts'
import { markedPieces } from './marks.ts'
import type { Neighbours } from './neighbours.ts'
import type { Superpixels } from './superpixels.ts'

/** What a stroke may change lies about it within so many of its own lengths, and at least longer sides. */
const ABOUT = { lengths: 0.7, least: 0.12 } as const
/**
 * Radii, in longer sides: a brush under the first changes what lies under it alone, one over the second
 * all about it. Who takes one finer than a piece paints a lock, a net or a fringe, pixel by pixel.
 */
const FINE = { alone: 0.004, all: 0.0065 } as const
/** A piece held by more than this may lose something, one held by less than that gain something. */
export const SOME = { held: 0.06, open: 0.94 } as const

/** A picture that is mended by strokes, one after the other. */
export interface Mending {
  readonly pieces: Superpixels
  readonly neighbours: Neighbours
  /** 1 for a piece at the picture's rim. */
  readonly atRim: Uint8Array
  /** What is held of each piece, 0..1. */
  readonly held: Float64Array
  /** Whether networks say what is held, and how sure they are. */
  readonly isSeen: boolean
  /** Faces, as pieces: a stroke takes one away only where it goes over it. */
  readonly faces: readonly (readonly number[])[]
  /** What earlier strokes said of each piece, values of `mark`. */
  readonly said: Int8Array
}

/** Where a stroke may change something. */
export interface Room {
  readonly adds: boolean
  /** Whether a piece is not yet what the stroke makes of it. */
  readonly mayChange: (piece: number) => boolean
  /** 1 for each piece that the stroke may change. */
  readonly isOpen: Uint8Array
  /** Pieces that it covers. */
  readonly painted: ReadonlySet<number>
  /** Pieces that surely stay as they are: faces, and what earlier strokes said. */
  readonly kept: ReadonlySet<number>
  /** Open pieces beyond which there are more that might change, were they nearer. */
  readonly rim: ReadonlySet<number>
}

/** The room of a stroke. */
export function roomOf(mending: Mending, stroke: BrushStroke): Room {
  const { pieces, held, faces, said } = mending
  const adds = stroke.mode === 'add'
  const sign = adds ? 1 : -1
  const marks = markedPieces(pieces, [stroke])
  const isAbout = piecesAbout(pieces, stroke)
  const mayChange = (piece: number) =>
    adds ? (held[piece] as number) < SOME.open : (held[piece] as number) > SOME.held
  const isMeant = (piece: number) => marks[piece] === sign
  const safe = new Set(adds ? [] : faces.filter((face) => !face.some(isMeant)).flat())
  const isOpen = new Uint8Array(pieces.count)
  const painted = new Set<number>()
  const kept = new Set<number>()
  for (let piece = 0; piece < pieces.count; piece++) {
    const isPainted = isMeant(piece) && mayChange(piece)
    if (isPainted) painted.add(piece)
    else if (safe.has(piece) || said[piece] === -sign) kept.add(piece)
    if (isPainted || (isAbout[piece] === 1 && mayChange(piece) && !kept.has(piece))) {
      isOpen[piece] = 1
    }
  }
  const goesOn = (piece: number) => isOpen[piece] === 0 && !kept.has(piece) && mayChange(piece)
  const rim = besideOf(mending, isOpen, goesOn)
  for (const piece of painted) rim.delete(piece)
  return { adds, mayChange, isOpen, painted, kept, rim }
}

/** Pieces of some beside which there is one as asked. */
function besideOf(
  { neighbours }: Mending,
  isOf: Uint8Array,
  isAsked: (piece: number) => boolean,
): Set<number> {
  const found = new Set<number>()
  for (let piece = 0; piece < isOf.length; piece++) {
    if (isOf[piece] === 0) continue
    const from = neighbours.first[piece] as number
    const beside = neighbours.pieces.subarray(from, neighbours.first[piece + 1])
    if (beside.some(isAsked)) found.add(piece)
  }
  return found
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
  const about = Math.max(ABOUT.least * long, length * ABOUT.lengths)
  const margin = radius * long + about * smoothstep(FINE.alone, FINE.all, radius)
  return { left: left - margin, right: right + margin, top: top - margin, bottom: bottom + margin }
}

/** 1 for each piece that a stroke may change besides what it covers. */
const piecesAbout = (pieces: Superpixels, stroke: BrushStroke): Uint8Array =>
  stroke.radius > FINE.alone
    ? piecesIn(pieces, boxAbout(pieces, stroke))
    : new Uint8Array(pieces.count)

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

import type { Kernels } from '../../../../../kernels/kernels.ts'
import { outlineOf } from './false-bumps.ts'
import type { HeadWindow } from './head-window.ts'
import { type EdgeAt, focusAt } from './sharp-edges.ts'
import { grown, opened, type Piece, piecesOf, without } from './window-shapes.ts'

/** A backdrop is smoothed over so much, head widths, and found in so many rounds; what is nearer to people, px, says nothing of it; of the rest it is this share at least. */
const BACKDROP = { about: 0.4, rounds: 3, awayPx: 2, least: 0.85 } as const
/** What is less unlike a backdrop is part of it, OKLab, in which colour counts more than light; twice as much in the first round. */
const UNLIKE = { from: 0.06, colour: 1.5 } as const
/** A piece of a head is so large, square head widths, and touches people along so much at least, head widths, as high as this. */
const PIECE = { least: 0.012, most: 1, along: 0.1, lowest: 0.8, aside: 1.1 } as const
/** It does not go on beyond the window along more than so much, head widths. */
const BEYOND = 0.2
/** So much of what lies within so many pixels about it is the backdrop; and what else is unlike it is no more than this, square head widths. */
const PLAIN = { reachPx: 4, least: 0.75, others: 0.1 } as const
/** So strong its edges are against those of the head, and so sharp where it ends. */
const SHARP = 0.3
const FOCUS = 0.5
/** What is as near to a piece on top of a head as this, head widths, is of it though it is fainter, OKLab. */
const FAINT = { reach: 0.14, from: 0.03 } as const
/** Gaps that are narrower are filled, head widths: in what stands on top of a head, which is round, and in what hangs beside it. */
const GAP = { onTop: 0.12, beside: 0.03, above: -0.75 } as const

/**
 * What lies beside a head before a plain backdrop, touches it and is as sharp as it, is the head's, though the mask of
 * people lacks it: a bun, a bobble, a lock.
 */
export function beyondMask(kernels: Kernels, window: HeadWindow, edgeAt: EdgeAt): readonly Piece[] {
  const { isPerson, headPx } = window
  const near = grown(isPerson, window, BACKDROP.awayPx)
  const unlike = unlikeBackdrop(kernels, window, near)
  if (unlike === null) return []
  const rough = unlike.map((far, at) => (isPerson[at] === 0 && far > UNLIKE.from ? 1 : 0))
  const pieces = piecesOf(kernels, opened(Uint8Array.from(rough), window, 1), window)
  const isHeads = ({ places }: Piece): boolean => {
    const size = places.length / headPx ** 2
    if (size < PIECE.least || size > PIECE.most) return false
    if (!touches(window, near, places) || goesOn(window, places)) return false
    return isBeforePlain(window, near, places, unlike)
  }
  const outline = outlineOf(window, edgeAt)
  const isSharp = ({ places }: Piece) => {
    const strength = places.reduce((sum, at) => sum + edgeAt(at), 0)
    return strength > SHARP * outline * places.length && isInFocus(window, near, places)
  }
  const own = pieces.filter(isHeads).filter(isSharp)
  const sizeOf = (some: readonly Piece[]) =>
    some.reduce((sum, { places }) => sum + places.length, 0) / headPx ** 2
  if (sizeOf(pieces) - sizeOf(own) > PLAIN.others) return []
  return own.map((piece) => closed(window, piece, unlike))
}

/** How unlike what is behind people each place is, OKLab; null where that is nothing plain. */
function unlikeBackdrop(
  kernels: Kernels,
  window: HeadWindow,
  near: Uint8Array,
): Float32Array | null {
  const { planes, headPx, widthPx, heightPx } = window
  const sigma = BACKDROP.about * headPx
  const soft = (values: Float32Array<ArrayBuffer>) =>
    kernels.gaussian({ widthPx, heightPx, values }, sigma).values
  let isBackdrop = without(near)
  let unlike = new Float32Array(near.length)
  for (let round = 0; round < BACKDROP.rounds; round++) {
    const known = isBackdrop
    const whole = soft(Float32Array.from(known))
    const away = new Float32Array(near.length)
    planes.forEach((plane, c) => {
      const sums = soft(plane.map((value, at) => value * (known[at] as number)))
      const weight = c === 0 ? 1 : UNLIKE.colour
      for (let at = 0; at < away.length; at++) {
        const mean = (sums[at] as number) / Math.max(1e-4, whole[at] as number)
        away[at] = (away[at] as number) + (weight * ((plane[at] as number) - mean)) ** 2
      }
    })
    unlike = away.map(Math.sqrt)
    const most = UNLIKE.from * (round === 0 ? 2 : 1)
    isBackdrop = near.map((is, at) => (is === 0 && (unlike[at] as number) < most ? 1 : 0))
    if (sumOf(isBackdrop) < BACKDROP.least * sumOf(without(near))) return null
  }
  return unlike
}

const sumOf = (shape: Uint8Array): number => shape.reduce((sum, is) => sum + is, 0)

function touches({ u, v, headPx }: HeadWindow, near: Uint8Array, places: readonly number[]) {
  const along = places.filter(
    (at) =>
      near[at] === 1 && (v[at] as number) < PIECE.lowest && Math.abs(u[at] as number) < PIECE.aside,
  )
  // What touches is a band of that width.
  return along.length > PIECE.along * headPx * BACKDROP.awayPx
}

function goesOn({ widthPx, heightPx, headPx }: HeadWindow, places: readonly number[]): boolean {
  const atEdge = places.filter((at) => {
    const x = at % widthPx
    return x < 2 || x > widthPx - 3 || at < 2 * widthPx || at >= (heightPx - 2) * widthPx
  })
  return atEdge.length > BEYOND * headPx
}

function isBeforePlain(
  window: HeadWindow,
  near: Uint8Array,
  places: readonly number[],
  unlike: Float32Array,
): boolean {
  const own = shapeOf(window, places)
  const close = grown(own, window, 1)
  const about = grown(own, window, PLAIN.reachPx)
  let [all, plain] = [0, 0]
  for (let at = 0; at < about.length; at++) {
    if (about[at] === 0 || close[at] === 1 || near[at] === 1) continue
    all++
    if ((unlike[at] as number) < UNLIKE.from) plain++
  }
  return plain > PLAIN.least * all
}

/** Whether a piece ends sharply beside the backdrop, as a head does and lights behind it do not. */
function isInFocus(window: HeadWindow, near: Uint8Array, places: readonly number[]): boolean {
  const beyond = grown(without(shapeOf(window, places)), window, 1)
  const ends = places.filter((at) => near[at] === 0 && beyond[at] === 1)
  const sharpAt = focusAt(window)
  return ends.reduce((sum, at) => sum + sharpAt(at), 0) > FOCUS * ends.length
}

const shapeOf = ({ isPerson }: HeadWindow, places: readonly number[]): Uint8Array => {
  const shape = new Uint8Array(isPerson.length)
  for (const at of places) shape[at] = 1
  return shape
}

/** A piece with its gaps and what lies between it and people; on top of a head with what is fainter close beside it. */
function closed(window: HeadWindow, { places }: Piece, unlike: Float32Array): Piece {
  const { isPerson, headPx, v } = window
  const down = places.reduce((sum, at) => sum + (v[at] as number), 0) / places.length
  const isOnTop = down < GAP.above
  const own = shapeOf(window, places)
  const whole = isOnTop ? withFaint(window, own, unlike) : own
  const radiusPx = Math.max(1, Math.round((isOnTop ? GAP.onTop : GAP.beside) * headPx))
  const close = grown(whole, window, radiusPx + 1)
  const all = whole.map((is, at) => is | (isPerson[at] as number))
  const filled = without(grown(without(grown(all, window, radiusPx)), window, radiusPx))
  const into: number[] = []
  for (let at = 0; at < filled.length; at++) {
    if (filled[at] === 1 && close[at] === 1 && isPerson[at] === 0) into.push(at)
  }
  return { places: into }
}

function withFaint(window: HeadWindow, own: Uint8Array, unlike: Float32Array): Uint8Array {
  const close = grown(own, window, Math.round(FAINT.reach * window.headPx))
  const faint = close.map((is, at) =>
    is === 1 && window.isPerson[at] === 0 && (unlike[at] as number) > FAINT.from ? 1 : 0,
  )
  return opened(faint, window, 1).map((is, at) => is | (own[at] as number))
}

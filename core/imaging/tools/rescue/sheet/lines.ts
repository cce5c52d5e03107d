import type { Edges } from './edges.ts'

/** A straight line: all places with `x * cos + y * sin = offset`, px of the small picture. */
export interface Line {
  readonly cos: number
  readonly sin: number
  readonly offset: number
}

/** A place in the small picture, px. */
export interface Place {
  readonly x: number
  readonly y: number
}

const ANGLES = 180
/** Votes go to neighbouring angles too: a pixel's direction is not known better. */
const ANGLE_REACH = 2
const LINES_MAX = 26
/** Lines nearer to each other than this are one. */
const SAME = { angles: 5, px: 5 }
/** A pixel that is steeper than this many times the least votes no more for it. */
const VOTE_MAX = 4

const directions = Array.from({ length: ANGLES }, (_, angle) => ({
  cos: Math.cos((angle * Math.PI) / ANGLES),
  sin: Math.sin((angle * Math.PI) / ANGLES),
}))

/**
 * The straightest and longest edges, by Hough's transform along each pixel's own direction.
 * @param likely how much each pixel's vote counts, 0..1
 */
export function linesOf(
  edges: Edges,
  steepMin: number,
  likely: Float32Array | null = null,
  most = LINES_MAX,
): readonly Line[] {
  const reachPx = Math.ceil(Math.hypot(edges.widthPx, edges.heightPx)) + 1
  const offsets = 2 * reachPx + 1
  const votes = new Float32Array(ANGLES * offsets)
  const voteRow = (y: number) => {
    for (let x = 1; x < edges.widthPx - 1; x++) {
      const at = y * edges.widthPx + x
      if ((edges.steepness[at] as number) < steepMin || !isRidge(edges, at)) continue
      const share = likely === null ? 1 : (likely[at] as number)
      vote(votes, offsets, reachPx, edges, at, x, y, steepMin, share)
    }
  }
  for (let y = 1; y < edges.heightPx - 1; y++) voteRow(y)
  return peaksOf(votes, offsets, most).map(({ angle, offset }) => ({
    cos: directions[angle]?.cos ?? 1,
    sin: directions[angle]?.sin ?? 0,
    offset: offset - reachPx,
  }))
}

/** Whether a pixel is the steepest across its edge. */
function isRidge({ widthPx, steepness, acrossX, acrossY }: Edges, at: number): boolean {
  const step = Math.round(acrossX[at] as number) + Math.round(acrossY[at] as number) * widthPx
  const own = steepness[at] as number
  return own >= (steepness[at - step] as number) && own > (steepness[at + step] as number)
}

function vote(
  votes: Float32Array,
  offsets: number,
  reachPx: number,
  edges: Edges,
  at: number,
  x: number,
  y: number,
  steepMin: number,
  likely: number,
): void {
  const angle = Math.atan2(edges.acrossY[at] as number, edges.acrossX[at] as number)
  const middle = Math.round((angle / Math.PI) * ANGLES)
  const weight = likely * Math.min(VOTE_MAX, (edges.steepness[at] as number) / steepMin)
  for (let turn = -ANGLE_REACH; turn <= ANGLE_REACH; turn++) {
    const bin = (middle + turn + 2 * ANGLES) % ANGLES
    const direction = directions[bin]
    if (direction === undefined) continue
    const offset = Math.round((x + 0.5) * direction.cos + (y + 0.5) * direction.sin) + reachPx
    const to = bin * offsets + offset
    const share = weight * (1 - Math.abs(turn) / (ANGLE_REACH + 1))
    votes[to] = (votes[to] as number) + share
    // Half to each side: a line falls between two offsets.
    votes[to - 1] = (votes[to - 1] as number) + share / 2
    votes[to + 1] = (votes[to + 1] as number) + share / 2
  }
}

interface Peak {
  readonly angle: number
  readonly offset: number
}

/** The highest peaks, each of which takes its neighbourhood away. */
function peaksOf(votes: Float32Array, offsets: number, most: number): readonly Peak[] {
  const peaks: Peak[] = []
  while (peaks.length < most) {
    const best = highestOf(votes)
    if ((votes[best] as number) <= 0) break
    const peak = { angle: Math.floor(best / offsets), offset: best % offsets }
    peaks.push(peak)
    clearAbout(votes, offsets, peak)
  }
  return peaks
}

function highestOf(votes: Float32Array): number {
  let best = 0
  for (let at = 1; at < votes.length; at++) {
    if ((votes[at] as number) > (votes[best] as number)) best = at
  }
  return best
}

function clearAbout(votes: Float32Array, offsets: number, { angle, offset }: Peak): void {
  for (let turn = -SAME.angles; turn <= SAME.angles; turn++) {
    const bin = angle + turn
    // Past half a turn a line is the same with its offset on the other side.
    const isPast = bin < 0 || bin >= ANGLES
    const middle = isPast ? offsets - 1 - offset : offset
    const row = ((bin + ANGLES) % ANGLES) * offsets
    const from = Math.max(0, middle - SAME.px)
    votes.fill(0, row + from, row + Math.min(offsets, middle + SAME.px + 1))
  }
}

/** Where two lines cross; null where they hardly do. */
export function crossing(one: Line, other: Line): Place | null {
  const turn = one.cos * other.sin - one.sin * other.cos
  if (Math.abs(turn) < 0.2) return null
  return {
    x: (one.offset * other.sin - other.offset * one.sin) / turn,
    y: (other.offset * one.cos - one.offset * other.cos) / turn,
  }
}

/** Lines of which none is nearer to an earlier one than two that are one. */
export function apartOf(lines: readonly Line[], { widthPx, heightPx }: Edges): readonly Line[] {
  const middle = { x: widthPx / 2, y: heightPx / 2 }
  const isSame = (one: Line, other: Line) =>
    Math.abs(one.cos * other.sin - one.sin * other.cos) <
      Math.sin((SAME.angles * Math.PI) / ANGLES) && awayFrom(one, footOf(other, middle)) < SAME.px
  return lines.filter((line, at) => !lines.slice(0, at).some((other) => isSame(other, line)))
}

/** The place of a line that is nearest to another. */
function footOf({ cos, sin, offset }: Line, { x, y }: Place): Place {
  const away = offset - cos * x - sin * y
  return { x: x + away * cos, y: y + away * sin }
}

export function lineThrough(one: Place, other: Place): Line {
  const length = Math.hypot(other.x - one.x, other.y - one.y)
  const [cos, sin] = [(one.y - other.y) / length, (other.x - one.x) / length]
  return { cos, sin, offset: one.x * cos + one.y * sin }
}

/** How far a place lies from a line. */
export const awayFrom = ({ cos, sin, offset }: Line, { x, y }: Place): number =>
  Math.abs(x * cos + y * sin - offset)

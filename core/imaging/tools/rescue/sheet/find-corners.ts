import type { Raster } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { areaOf, type Corner, type Corners, isSheet } from '../corners.ts'
import { type Believe, believedBy, believedByEdges } from './belief.ts'
import { type CutQuad, cutQuads } from './cut-sheets.ts'
import { type Edges, edgesOf, steepnessAt } from './edges.ts'
import { apartOf, awayFrom, crossing, type Line, linesOf, lineThrough } from './lines.ts'
import { withRim } from './rim.ts'
import { type SeenSheet, sidesIn } from './seen-sheet.ts'
import { alongSide, refinedSide, type SideSupport } from './sides.ts'

/** Longest side of the copy in which a sheet is looked for. */
export const LOOKED_AT_PX = 560

/** A sheet of paper in a picture, and how sure that is, 0..1. */
export interface FoundSheet {
  readonly corners: Corners
  readonly confidence: number
}

/** Turn between two opposite sides, as the sine, that perspective may give them. */
const SPREAD_MAX = Math.sin((40 * Math.PI) / 180)
/** How far a corner may lie outside of the picture, in shares of it. */
const OUTSIDE = 0.02
/** Least steepness of an edge, OKLab a pixel, and its share of the picture's steep pixels. */
const STEEP = { least: 0.006, share: 0.3, of: 0.97 }
const PAIRS_A_TURN = 16
/** Lines that are looked at where a network sees sides, and how many of them along those. */
const LINES_MAX = 30
const LIKELY_LINES = 14
type Side = readonly [Line, Line]

/**
 * Finds a sheet of paper: the four straight edges that hold a convex quadrilateral, by how much of
 * each side is an edge, by whether edges end at its corners, and by what a network sees.
 * @param picture a copy of the photo with its longer side at most {@link LOOKED_AT_PX}
 * @param seen null: by edges alone
 * @returns null where nothing is believed to be one
 */
export async function findSheet(
  env: ToolEnvironment,
  picture: Raster,
  seen: SeenSheet | null = null,
): Promise<FoundSheet | null> {
  const edges = edgesOf(env.kernels, picture)
  const steepMin = Math.max(STEEP.least, STEEP.share * steepnessAt(edges, STEEP.of))
  await env.checkpoint()
  const lines = seen === null ? linesOf(edges, steepMin) : linesBy(env, edges, steepMin, seen)
  const pairs = oppositePairs(lines, edges)
  await env.checkpoint()
  const believe = seen === null ? believedByEdges : believedBy(seen)
  const judge: Judge = { edges, steepMin, believe }
  let best: Candidate | null = null
  for (const [at, pair] of pairs.entries()) {
    for (const other of pairs.slice(at + 1)) best = better(best, candidateOf(judge, pair, other))
    for (const quad of cutQuads(pair, lines, edges)) best = better(best, cutCandidate(judge, quad))
    if (at % PAIRS_A_TURN === 0) await env.checkpoint()
  }
  if (best === null) return null
  const isWhole = seen !== null && best.cut === null
  const whole = isWhole ? withRim(edges, steepMin, seen, best.corners) : best.corners
  const corners = refined(edges, { ...best, corners: whole })
  return isSheet(corners) ? { corners, confidence: best.confidence } : null
}

/** The lines along which a network sees sides, and the longest of the others. */
function linesBy(
  { kernels }: ToolEnvironment,
  edges: Edges,
  steepMin: number,
  seen: SeenSheet,
): readonly Line[] {
  const likely = linesOf(edges, STEEP.least, sidesIn(seen, kernels, edges), LIKELY_LINES)
  return apartOf([...likely, ...linesOf(edges, steepMin)], edges).slice(0, LINES_MAX)
}

function oppositePairs(lines: readonly Line[], { widthPx, heightPx }: Edges): readonly Side[] {
  const apart = 0.15 * Math.min(widthPx, heightPx)
  const middle = [widthPx / 2, heightPx / 2] as const
  const fromMiddle = (line: Line) => line.offset - line.cos * middle[0] - line.sin * middle[1]
  return lines.flatMap((one, at) =>
    lines.slice(at + 1).flatMap((other): Side[] => {
      const turn = Math.abs(one.cos * other.sin - one.sin * other.cos)
      const sign = one.cos * other.cos + one.sin * other.sin < 0 ? -1 : 1
      const gap = Math.abs(fromMiddle(one) - sign * fromMiddle(other))
      return turn <= SPREAD_MAX && gap >= apart ? [[one, other]] : []
    }),
  )
}

interface Candidate {
  /** In fractions of the picture. */
  readonly corners: Corners
  readonly score: number
  readonly confidence: number
  /** Along which the picture's edge cuts it off; null where all of it is seen. */
  readonly cut: Line | null
}

const better = (best: Candidate | null, found: Candidate | null): Candidate | null =>
  found !== null && found.score > (best?.score ?? Number.NEGATIVE_INFINITY) ? found : best

/** What quadrilaterals are looked at with. */
interface Judge {
  readonly edges: Edges
  readonly steepMin: number
  readonly believe: Believe
}

function candidateOf(judge: Judge, one: Side, other: Side): Candidate | null {
  const { edges, steepMin } = judge
  if (one.some((line) => other.includes(line))) return null
  const crossings = one.flatMap((line) => other.map((next) => crossing(line, next)))
  const places = crossings.filter((place) => place !== null)
  if (places.length < 4 || places.some((place) => !isNear(place, edges))) return null
  const corners = inOrder(places, edges)
  if (!isSheet(corners)) return null
  const sides = corners.map((corner, at) =>
    alongSide(edges, steepMin, inPx(corner, edges), inPx(corners[(at + 1) % 4] ?? corner, edges)),
  )
  return judged(judge, corners, sides, null)
}

/** A sheet that the picture's edge cuts off. */
function cutCandidate(judge: Judge, { base, ends }: CutQuad): Candidate | null {
  const { edges, steepMin } = judge
  const corners = inOrder([...base, ...ends], edges)
  if (!isSheet(corners)) return null
  const sides = [
    alongSide(edges, steepMin, base[0], base[1]),
    alongSide(edges, steepMin, base[0], ends[0], 'from'),
    alongSide(edges, steepMin, base[1], ends[1], 'from'),
  ]
  return judged(judge, corners, sides, lineThrough(...ends))
}

function judged(
  { edges, believe }: Judge,
  corners: Corners,
  sides: readonly SideSupport[],
  cut: Line | null,
): Candidate | null {
  const mean = sides.reduce((sum, { support }) => sum + support, 0) / sides.length
  const least = Math.min(...sides.map(({ support }) => support))
  const beyond = sides.reduce((sum, side) => sum + side.beyond, 0) / sides.length
  const cutSide =
    cut === null ? null : corners.findIndex((_, at) => isCutAt(edges, corners, at, cut))
  const belief = believe({ corners, mean, least, beyond, area: areaOf(corners), cutSide })
  return belief && { corners, cut, ...belief }
}

/** Whether a side runs along the line where the picture cuts a sheet off. */
function isCutAt(edges: Edges, corners: Corners, at: number, cut: Line): boolean {
  const ends = [corners[at], corners[(at + 1) % 4]]
  return ends.every((place) => place !== undefined && awayFrom(cut, inPx(place, edges)) < 1)
}

const inPx = ({ x, y }: Corner, { widthPx, heightPx }: Edges) => ({
  x: x * widthPx,
  y: y * heightPx,
})

const isNear = ({ x, y }: Corner, { widthPx, heightPx }: Edges): boolean =>
  x >= -OUTSIDE * widthPx &&
  y >= -OUTSIDE * heightPx &&
  x <= (1 + OUTSIDE) * widthPx &&
  y <= (1 + OUTSIDE) * heightPx

/** Corners in fractions, clockwise from the one nearest to the top left. */
function inOrder(places: readonly Corner[], edges: Edges): Corners {
  const middle = {
    x: places.reduce((sum, { x }) => sum + x, 0) / 4,
    y: places.reduce((sum, { y }) => sum + y, 0) / 4,
  }
  const angle = ({ x, y }: Corner) => Math.atan2(y - middle.y, x - middle.x)
  const round = places.toSorted((p, q) => angle(p) - angle(q))
  const sums = round.map(({ x, y }) => x + y)
  const first = sums.indexOf(Math.min(...sums))
  const share = (at: number): Corner => {
    const place = round[(first + at) % 4] ?? middle
    return {
      x: Math.min(1, Math.max(0, place.x / edges.widthPx)),
      y: Math.min(1, Math.max(0, place.y / edges.heightPx)),
    }
  }
  return [share(0), share(1), share(2), share(3)]
}

/** So far inside of its edge a sheet begins, px: none of the table is to be seen. */
const INSET_PX = 0.4

function inset(places: readonly Corner[]): readonly Corner[] {
  const middle = {
    x: places.reduce((sum, { x }) => sum + x, 0) / places.length,
    y: places.reduce((sum, { y }) => sum + y, 0) / places.length,
  }
  return places.map(({ x, y }) => ({
    x: x + INSET_PX * Math.sign(middle.x - x),
    y: y + INSET_PX * Math.sign(middle.y - y),
  }))
}

/** Sides laid through the steepest places about them, to parts of a pixel. */
function refined(edges: Edges, { corners, cut }: Candidate): Corners {
  const sides = corners.map((corner, at) => {
    const [from, to] = [inPx(corner, edges), inPx(corners[(at + 1) % 4] ?? corner, edges)]
    const isCut = cut !== null && isCutAt(edges, corners, at, cut)
    return isCut ? cut : refinedSide(edges, from, to)
  })
  const moved = corners.map((corner, at): Corner => {
    const [before, after] = [sides[(at + 3) % 4], sides[at]]
    const place = before && after ? crossing(before, after) : null
    const from = inPx(corner, edges)
    const isSame = place !== null && Math.hypot(place.x - from.x, place.y - from.y) < 8
    return isSame ? place : from
  })
  return inOrder(inset(moved), edges)
}

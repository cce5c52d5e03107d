import { smoothstep } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { areaOf, type Corner, type Corners, isSheet } from './corners.ts'
import { type CutQuad, cutQuads } from './cut-sheets.ts'
import { type Edges, edgesOf, steepnessAt } from './edges.ts'
import { awayFrom, crossing, type Line, linesOf, lineThrough } from './lines.ts'
import { alongSide, refinedSide, type SideSupport } from './sides.ts'

/** Longest side of the copy in which a sheet is looked for. */
export const LOOKED_AT_PX = 560

/** A sheet of paper in a picture, and how sure that is, 0..1. */
export interface FoundSheet {
  readonly corners: Corners
  readonly confidence: number
}

/** What a sheet must have to be believed. */
const AREA_MIN = 0.1
const SIDE_MIN = 0.5
const CONFIDENCE_MIN = 0.685
/** Turn between two opposite sides, as the sine, that perspective may give them. */
const SPREAD_MAX = Math.sin((40 * Math.PI) / 180)
/** How far a corner may lie outside of the picture, in shares of it. */
const OUTSIDE = 0.02
/** Least steepness of an edge, OKLab a pixel, and its share of the picture's steep pixels. */
const STEEP = { least: 0.006, share: 0.3, of: 0.97 }
const PAIRS_A_TURN = 16
/** What the picture's edge cuts off has a side less to show, and fills the picture as a rule. */
const CUT = { areaMin: 0.2, sideMin: 0.7, score: 0.9, confidence: 0.8 }

type Side = readonly [Line, Line]

/**
 * Finds a sheet of paper: the four straight edges that hold a convex quadrilateral, by its area, by
 * how much of each side is an edge, and by whether edges end at its corners.
 * @param picture a copy of the photo with its longer side at most {@link LOOKED_AT_PX}
 * @returns null where nothing is believed to be one
 */
export async function findSheet(env: ToolEnvironment, picture: Raster): Promise<FoundSheet | null> {
  const edges = edgesOf(env.kernels, picture)
  const steepMin = Math.max(STEEP.least, STEEP.share * steepnessAt(edges, STEEP.of))
  await env.checkpoint()
  const lines = linesOf(edges, steepMin)
  const pairs = oppositePairs(lines, edges)
  await env.checkpoint()
  let best: Candidate | null = null
  for (const [at, pair] of pairs.entries()) {
    for (const other of pairs.slice(at + 1)) {
      best = better(best, candidateOf(edges, steepMin, pair, other))
    }
    for (const quad of cutQuads(pair, lines, edges)) {
      best = better(best, cutCandidate(edges, steepMin, quad))
    }
    if (at % PAIRS_A_TURN === 0) await env.checkpoint()
  }
  if (best === null) return null
  const corners = refined(edges, best)
  return isSheet(corners) ? { corners, confidence: best.confidence } : null
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

/** The one with the higher score; what is not believed is none. */
const better = (best: Candidate | null, found: Candidate | null): Candidate | null =>
  found !== null && found.confidence >= CONFIDENCE_MIN && found.score > (best?.score ?? 0)
    ? found
    : best

function candidateOf(edges: Edges, steepMin: number, one: Side, other: Side): Candidate | null {
  if (one.some((line) => other.includes(line))) return null
  const crossings = one.flatMap((line) => other.map((next) => crossing(line, next)))
  const places = crossings.filter((place) => place !== null)
  if (places.length < 4 || places.some((place) => !isNear(place, edges))) return null
  const corners = inOrder(places, edges)
  const sides = corners.map((corner, at) =>
    alongSide(edges, steepMin, inPx(corner, edges), inPx(corners[(at + 1) % 4] ?? corner, edges)),
  )
  return judged(corners, sides, { areaMin: AREA_MIN, sideMin: SIDE_MIN }, null)
}

/** A sheet that the picture's edge cuts off: one that is seen whole is believed before it. */
function cutCandidate(edges: Edges, steepMin: number, quad: CutQuad): Candidate | null {
  const { base, ends } = quad
  const sides = [
    alongSide(edges, steepMin, base[0], base[1]),
    alongSide(edges, steepMin, base[0], ends[0], 'from'),
    alongSide(edges, steepMin, base[1], ends[1], 'from'),
  ]
  const corners = inOrder([...base, ...ends], edges)
  const found = judged(corners, sides, CUT, lineThrough(...ends))
  return (
    found && {
      ...found,
      score: found.score * CUT.score,
      confidence: found.confidence * CUT.confidence,
    }
  )
}

function judged(
  corners: Corners,
  sides: readonly SideSupport[],
  { areaMin, sideMin }: { readonly areaMin: number; readonly sideMin: number },
  cut: Line | null,
): Candidate | null {
  if (!isSheet(corners)) return null
  const area = areaOf(corners)
  const least = Math.min(...sides.map(({ support }) => support))
  if (area < areaMin || least < sideMin) return null
  const mean = sides.reduce((sum, { support }) => sum + support, 0) / sides.length
  const beyond = sides.reduce((sum, side) => sum + side.beyond, 0) / sides.length
  const ends = 1 - 0.6 * beyond
  const held = (0.5 * mean + 0.5 * least) * ends
  const confidence = mean * ends * smoothstep(0.3, 0.8, least)
  return { corners, score: held * area ** 0.3, confidence, cut }
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
    const isCut = cut !== null && [from, to].every((place) => awayFrom(cut, place) < 1)
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

import type { Corner } from '../corners.ts'
import type { Edges } from './edges.ts'
import type { Line } from './lines.ts'

/** Corners are often round, bent or covered: so much of a side is left out at each end. */
const END = 0.05
/** Where an edge that goes on past a corner is looked for, in sides. */
const BEYOND = [0.04, 0.07, 0.1, 0.13, 0.16]
const STEP_PX = 3
/** So far beside a side its two grounds are compared, px; of a line that is drawn both are one. */
const BESIDE_PX = 4
/** How much two grounds differ at least, in times the least steepness of an edge. */
const STEP_MIN = 1.5
/** Cosine of the turn from which an edge is not the side's. */
const ALIGNED = 0.93

export interface SideSupport {
  /** Share of the side that is an edge along it, 0..1. */
  readonly support: number
  /** Share of places past its ends, of those within the picture, that are an edge along it. */
  readonly beyond: number
}

/** How much of a side is an edge; px. @param endsAt `from` alone where the picture cuts it off */
export function alongSide(
  edges: Edges,
  steepMin: number,
  from: Corner,
  to: Corner,
  endsAt: 'both' | 'from' = 'both',
): SideSupport {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const across = { x: (from.y - to.y) / length, y: (to.x - from.x) / length }
  const isEdge = (share: number) =>
    isEdgeAt(
      edges,
      steepMin,
      { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) },
      across,
    )
  const count = Math.max(8, Math.round((length * (1 - 2 * END)) / STEP_PX))
  let met = 0
  for (let at = 0; at < count; at++) {
    if (isEdge(END + ((1 - 2 * END) * (at + 0.5)) / count) === true) met++
  }
  const past = BEYOND.flatMap((share) => [
    isEdge(-share),
    endsAt === 'both' ? isEdge(1 + share) : null,
  ])
  const seen = past.filter((edge) => edge !== null)
  const beyond = seen.filter((edge) => edge).length / Math.max(1, seen.length)
  return { support: met / count, beyond }
}

/** Whether there is an edge along a line, a pixel and a half beside it at most; null outside. */
function isEdgeAt(edges: Edges, steepMin: number, at: Corner, across: Corner): boolean | null {
  const { widthPx, heightPx, steepness, acrossX, acrossY } = edges
  if (at.x < 0 || at.y < 0 || at.x >= widthPx || at.y >= heightPx) return null
  if (stepAcross(edges, at, across) < STEP_MIN * steepMin) return false
  for (let off = -1.5; off <= 1.5; off += 0.75) {
    const x = Math.floor(at.x + off * across.x)
    const y = Math.floor(at.y + off * across.y)
    if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) continue
    const i = y * widthPx + x
    if ((steepness[i] as number) < steepMin) continue
    const along = (acrossX[i] as number) * across.x + (acrossY[i] as number) * across.y
    if (Math.abs(along) >= ALIGNED) return true
  }
  return false
}

/** How far apart the colours on both sides of a place are; 0 where one side is not seen. */
function stepAcross({ widthPx, heightPx, lab }: Edges, at: Corner, across: Corner): number {
  const [one, other] = [-BESIDE_PX, BESIDE_PX].map((off) => {
    const x = Math.floor(at.x + off * across.x)
    const y = Math.floor(at.y + off * across.y)
    return x < 0 || y < 0 || x >= widthPx || y >= heightPx ? -1 : y * widthPx + x
  })
  if (one === undefined || other === undefined || one < 0 || other < 0) return 0
  return Math.hypot(...lab.map((plane) => (plane[one] ?? 0) - (plane[other] ?? 0)))
}

const LOOKED_PX = 4
const FINE_PX = 0.25
/** How far a place may lie from the side to be one of its own, at first and at last. */
const NEAR_PX = [4, 1.5, 0.8]

/** The line through the steepest places about a side, by least squares, strays left out. */
export function refinedSide(edges: Edges, from: Corner, to: Corner): Line | null {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const across = { x: (from.y - to.y) / length, y: (to.x - from.x) / length }
  const places: Corner[] = []
  const count = Math.max(8, Math.round(length / 2))
  for (let at = 0; at < count; at++) {
    const share = END + ((1 - 2 * END) * (at + 0.5)) / count
    const x = from.x + share * (to.x - from.x)
    const y = from.y + share * (to.y - from.y)
    const off = steepestOff(edges, { x, y }, across)
    if (off !== null) places.push({ x: x + off * across.x, y: y + off * across.y })
  }
  let line: Line = {
    cos: across.x,
    sin: across.y,
    offset: across.x * from.x + across.y * from.y,
  }
  for (const near of NEAR_PX) {
    const own = places.filter(
      ({ x, y }) => Math.abs(x * line.cos + y * line.sin - line.offset) <= near,
    )
    if (own.length < 6) return null
    line = fitted(own)
  }
  return line
}

/** How far beside a place it is steepest along `across`, by the mean about the peak; px. */
function steepestOff(edges: Edges, { x, y }: Corner, across: Corner): number | null {
  const profile: number[] = []
  for (let off = -LOOKED_PX; off <= LOOKED_PX; off += FINE_PX) {
    profile.push(steepnessBetween(edges, x + off * across.x, y + off * across.y))
  }
  const peak = profile.indexOf(Math.max(...profile))
  const reach = 1.5 / FINE_PX
  let [sum, moment] = [0, 0]
  for (let at = peak - reach; at <= peak + reach; at++) {
    const weight = (profile[at] ?? 0) ** 2
    sum += weight
    moment += weight * at
  }
  return sum === 0 ? null : (moment / sum) * FINE_PX - LOOKED_PX
}

/** Steepness at a place of px edges, between the middles of four pixels. */
function steepnessBetween({ widthPx, heightPx, steepness }: Edges, x: number, y: number): number {
  const [fromX, fromY] = [x - 0.5, y - 0.5]
  const [x0, y0] = [Math.floor(fromX), Math.floor(fromY)]
  if (x0 < 0 || y0 < 0 || x0 >= widthPx - 1 || y0 >= heightPx - 1) return 0
  const at = y0 * widthPx + x0
  const [sx, sy] = [fromX - x0, fromY - y0]
  const top = (steepness[at] as number) * (1 - sx) + (steepness[at + 1] as number) * sx
  const below = at + widthPx
  const bottom = (steepness[below] as number) * (1 - sx) + (steepness[below + 1] as number) * sx
  return top * (1 - sy) + bottom * sy
}

/** The line with the least squared distances. */
function fitted(places: readonly Corner[]): Line {
  const meanX = places.reduce((sum, { x }) => sum + x, 0) / places.length
  const meanY = places.reduce((sum, { y }) => sum + y, 0) / places.length
  let [xx, yy, xy] = [0, 0, 0]
  for (const { x, y } of places) {
    xx += (x - meanX) ** 2
    yy += (y - meanY) ** 2
    xy += (x - meanX) * (y - meanY)
  }
  // The direction along is the tensor's; across it stands upright.
  const along = Math.atan2(2 * xy, xx - yy) / 2
  const [cos, sin] = [-Math.sin(along), Math.cos(along)]
  return { cos, sin, offset: meanX * cos + meanY * sin }
}

import type { Raster } from '../../../../pixels/raster.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { edgesOf, steepnessAt } from '../sheet/edges.ts'
import { awayFrom, type Line, linesOf } from '../sheet/lines.ts'
import type { Holed } from './hole-levels.ts'
import { ALONG, type LineScene, profileAt, type Stretch, supportOf } from './line-sides.ts'
import { allAbout } from './shift-scene.ts'

/** A straight line that runs into a hole on one side and out of it on the other. */
export interface CrossingLine {
  readonly line: Line
  /** Where along the line, px from its foot, the hole begins and ends. */
  readonly from: number
  readonly to: number
  /** Colours across the line, three a step, before the hole and behind it. */
  readonly before: Float32Array
  readonly behind: Float32Array
}

/** Lines that are looked at, and that are drawn through a hole at most. */
const [LOOKED_AT, MOST] = [60, 6]
/** Share of pixels that are too flat to be an edge. */
const FLAT = 0.8
/** Nearer to the hole, px, edges are its own; further from it they count less. */
const RIM_PX = 4
const NEAR_PX = 48
const FAR_COUNTS = 0.3
/** What of a line is seen on each side, px, and how much of that must be edge. */
const SIDE = { px: 26, least: 10, share: 0.55 }
/** Of one side less may be seen, as long as it is nearly all edge. */
const SHORT = { px: 12, share: 0.75 }
/** A hole that a line crosses is so long along it, px, at least. */
const CROSSED_PX = 8
/** Two gaps that are nearer to each other, px, are one. */
const BETWEEN_PX = 20
/** Lines nearer to each other than this, sine of the angle and px at their gaps, are one. */
const SAME = { turn: 0.05, px: 2.5 }
/** Lines whose angle has a lesser sine run much alike. */
const ODD_TURN = 0.4
/** Both sides must be alike: correlation, and contrast in levels of 255. */
const LIKE = { correlation: 0.75, ofShort: 0.9, contrast: 9 }

/**
 * Straight lines that go on behind what was brushed away: kerbs, ledges, road markings, rails, seen on
 * both sides of the hole with the same colours across.
 * @param filled the level with any smooth guess in its hole
 * @returns the surest first
 */
export async function crossingLines(
  env: ToolEnvironment,
  { hole }: Holed,
  filled: Raster,
): Promise<readonly CrossingLine[]> {
  const { widthPx, heightPx } = filled
  const edges = edgesOf(env.kernels, filled)
  await env.checkpoint()
  const known = Uint8Array.from(hole.values, (value) => (value === 0 ? 1 : 0))
  const clear = allAbout(known, widthPx, heightPx, RIM_PX)
  const near = allAbout(known, widthPx, heightPx, NEAR_PX)
  const likely = Float32Array.from(clear, (is, at) =>
    is === 0 ? 0 : near[at] === 1 ? FAR_COUNTS : 1,
  )
  await env.checkpoint()
  const steepMin = steepnessAt(edges, FLAT)
  const scene: LineScene = { edges, clear, known, filled, steepMin }
  const found: { readonly crossing: CrossingLine; readonly sure: number }[] = []
  for (const line of linesOf(edges, steepMin, likely, LOOKED_AT)) {
    const crossing = crossingAlong(scene, line)
    if (crossing !== null) found.push(crossing)
  }
  await env.checkpoint()
  const surest: CrossingLine[] = []
  for (const { crossing } of found.toSorted((a, b) => b.sure - a.sure)) {
    const isOut = surest.some((other) => isSame(crossing, other) || isAtOdds(crossing, other))
    if (surest.length < MOST && !isOut) surest.push(crossing)
  }
  return surest
}

/** Whether two lines that run much alike cross in the hole: of one of them the sides are of two lines. */
function isAtOdds({ line, from, to }: CrossingLine, { line: other }: CrossingLine): boolean {
  const turn = line.cos * other.sin - line.sin * other.cos
  if (Math.abs(turn) > ODD_TURN) return false
  const off = (t: number) => {
    const x = line.cos * line.offset - line.sin * t
    const y = line.sin * line.offset + line.cos * t
    return other.cos * x + other.sin * y - other.offset
  }
  return off(from) * off(to) < 0
}

function isSame({ line, from, to }: CrossingLine, { line: other }: CrossingLine): boolean {
  const middle = (from + to) / 2
  const place = {
    x: line.cos * line.offset - line.sin * middle,
    y: line.sin * line.offset + line.cos * middle,
  }
  const turn = Math.abs(line.cos * other.sin - line.sin * other.cos)
  return turn < SAME.turn && awayFrom(other, place) < SAME.px
}

function crossingAlong(scene: LineScene, rough: Line) {
  const gap = gapOf(scene, rough)
  if (gap === null) return null
  const line = fitted(scene, rough, gap)
  const exact = line === null ? null : gapOf(scene, line)
  if (line === null || exact === null || exact.to - exact.from < CROSSED_PX) return null
  const [before, behind] = sidesOf(exact)
  const whole = [supportOf(scene, line, before), supportOf(scene, line, behind)]
  const near = [
    supportOf(scene, line, { from: before.to - SHORT.px, to: before.to }),
    supportOf(scene, line, { from: behind.from, to: behind.from + SHORT.px }),
  ]
  const isHeld = [0, 1].every(
    (at) => (whole[at] ?? 0) >= SIDE.share || (near[at] ?? 0) >= SHORT.share,
  )
  const support = Math.min(...whole)
  if (!isHeld || Math.max(...whole) < SIDE.share) return null
  const [one, other] = [profileAt(scene, line, before), profileAt(scene, line, behind)]
  if (one === null || other === null) return null
  const { correlation, contrast } = likenessOf(one, other)
  const isShort = support < SIDE.share
  if (correlation < (isShort ? LIKE.ofShort : LIKE.correlation)) return null
  if (contrast < LIKE.contrast) return null
  const crossing: CrossingLine = {
    line,
    from: exact.from,
    to: exact.to,
    before: one,
    behind: other,
  }
  return { crossing, sure: support * correlation * Math.min(4 * LIKE.contrast, contrast) }
}

const sidesOf = ({ from, to }: Stretch): readonly [Stretch, Stretch] => [
  { from: from - SIDE.px - RIM_PX, to: from - RIM_PX },
  { from: to + RIM_PX, to: to + SIDE.px + RIM_PX },
]

/** The longest stretch of a line that lies in the hole, with enough to be seen on both its sides. */
function gapOf({ known, filled: { widthPx, heightPx } }: LineScene, line: Line): Stretch | null {
  const reach = Math.hypot(widthPx, heightPx)
  let [best, last]: [Stretch | null, Stretch | null] = [null, null]
  let from: number | null = null
  for (let t = -reach; t <= reach; t++) {
    const x = Math.floor(line.cos * line.offset - line.sin * t)
    const y = Math.floor(line.sin * line.offset + line.cos * t)
    const isIn = x >= 0 && y >= 0 && x < widthPx && y < heightPx
    if (isIn && known[y * widthPx + x] === 0) {
      // Between two legs too little is seen of a line to say what it does.
      from ??= last !== null && t - last.to < BETWEEN_PX ? last.from : t
      continue
    }
    // A gap that ends at the picture's edge is seen on one side alone.
    if (from !== null && isIn) {
      last = { from, to: t }
      if (best === null || last.to - last.from > best.to - best.from) best = last
    }
    from = null
  }
  return best
}

/** The line as the edges on both sides of a gap have it, to parts of a pixel. */
function fitted(scene: LineScene, rough: Line, gap: Stretch): Line | null {
  let line = rough
  for (const awayMost of [3, 2, 1.2]) {
    const places = edgePlaces(scene, line, gap, awayMost)
    if (places.length < SIDE.least) return null
    const mean = (of: (place: readonly [number, number]) => number) =>
      places.reduce((sum, place) => sum + of(place), 0) / places.length
    const [t0, d0] = [mean(([t]) => t), mean(([, d]) => d)]
    const spread = mean(([t]) => (t - t0) ** 2)
    if (spread === 0) return null
    const slope = mean(([t, d]) => (t - t0) * (d - d0)) / spread
    line = turned(line, slope, d0 - slope * t0)
  }
  return line
}

/** Places along a line and away from it of edges that run as it does. */
function edgePlaces(
  { edges, clear, steepMin, filled: { widthPx, heightPx } }: LineScene,
  { cos, sin, offset }: Line,
  gap: Stretch,
  awayMost: number,
): readonly (readonly [number, number])[] {
  const places: (readonly [number, number])[] = []
  for (const side of sidesOf(gap)) {
    for (let t = side.from; t <= side.to; t++) {
      let [steepest, away] = [steepMin, Number.NaN]
      for (let d = -awayMost; d <= awayMost; d += 0.5) {
        const x = Math.floor(cos * (offset + d) - sin * t)
        const y = Math.floor(sin * (offset + d) + cos * t)
        const at = y * widthPx + x
        if (x < 0 || y < 0 || x >= widthPx || y >= heightPx || clear[at] === 0) continue
        const along = Math.abs((edges.acrossX[at] ?? 0) * cos + (edges.acrossY[at] ?? 0) * sin)
        const steep = edges.steepness[at] ?? 0
        if (along < ALONG || steep <= steepest) continue
        steepest = steep
        away = cos * (x + 0.5) + sin * (y + 0.5) - offset
      }
      if (!Number.isNaN(away)) places.push([t, away])
    }
  }
  return places
}

/** A line whose places lie `start + slope * t` away from another. */
function turned({ cos, sin, offset }: Line, slope: number, start: number): Line {
  const length = Math.hypot(1, slope)
  const [c, s] = [(cos + slope * sin) / length, (sin - slope * cos) / length]
  const [x, y] = [cos * (offset + start), sin * (offset + start)]
  return { cos: c, sin: s, offset: c * x + s * y }
}

/** How two profiles go up and down together, and the lesser of their contrasts. */
function likenessOf(one: Float32Array, other: Float32Array) {
  const centred = (values: Float32Array) => {
    const means = [0, 1, 2].map(
      (c) =>
        values.reduce((sum, value, at) => sum + (at % 3 === c ? value : 0), 0) /
        (values.length / 3),
    )
    return values.map((value, at) => value - (means[at % 3] ?? 0))
  }
  const [a, b] = [centred(one), centred(other)]
  const dot = (u: Float32Array, v: Float32Array) =>
    u.reduce((sum, value, at) => sum + value * (v[at] ?? 0), 0)
  const [aa, bb] = [dot(a, a), dot(b, b)]
  return {
    correlation: dot(a, b) / Math.max(1e-6, Math.sqrt(aa * bb)),
    contrast: Math.sqrt(Math.min(aa, bb) / one.length),
  }
}

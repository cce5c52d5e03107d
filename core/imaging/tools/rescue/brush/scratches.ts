import type { JobContext } from '../../../../jobs.ts'
import type { PixelSource } from '../../../../pixels/pixels.ts'
import { boxOf, type Dab, lengthOf, type SheetStrokes } from '../sheet-strokes.ts'
import { type LinePath, ridgeAlong } from './ridges.ts'

/** Step along a stroke, px. */
const STEP_PX = 2
/** So far past the brush its surroundings are seen, px. */
const BESIDE_PX = 7
/** A stroke that is shorter than so many of its radii has no way that a line could follow. */
const LENGTH_MIN = 4
/** A line that takes more of the brush than this is a thing: nothing is gained by narrowing. */
const SHARE_MAX = 0.66
/** Of a thing's strokes so much, by length, must be about lines, or none is. */
const LINES_MIN = 0.5

/**
 * Strokes along scratches, wires and creases, each narrowed to the line that it was painted for: a
 * finger covers far more than a scratch, and what lies beside it is the picture's own. Strokes over
 * anything else stay as they are.
 * @param parts strokes that are filled together, as they lie on `picture`
 */
export async function narrowedToLines(
  job: Pick<JobContext, 'checkpoint'>,
  parts: readonly SheetStrokes[],
  picture: PixelSource,
): Promise<readonly SheetStrokes[]> {
  const made: { readonly part: SheetStrokes; readonly line: SheetStrokes | null }[] = []
  for (const part of parts) {
    made.push({ part, line: lineUnder(part, picture) })
    await job.checkpoint()
  }
  const lengths = made.map(({ part }) => lengthOf(part))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const ofLines = made.reduce(
    (sum, { line }, at) => sum + (line === null ? 0 : (lengths[at] ?? 0)),
    0,
  )
  if (ofLines < LINES_MIN * whole) return parts
  return made.map(({ part, line }) => line ?? part)
}

function lineUnder(part: SheetStrokes, picture: PixelSource): SheetStrokes | null {
  const path = walked(part)
  const radius = Math.max(...path.map((dab) => dab.radius))
  if (lengthOf(part) < LENGTH_MIN * radius) return null
  const strip = stripAlong(path, Math.ceil(radius), picture)
  const line = strip === null ? null : ridgeAlong(strip)
  if (line === null || line.widthPx > SHARE_MAX * 2 * radius) return null
  return alongLine(path, line)
}

/** Places along a stroke, {@link STEP_PX} apart. */
function walked({ pieces }: SheetStrokes): readonly Dab[] {
  return pieces.flatMap(([from, to]) => {
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    if (length === 0) return pieces.length === 1 ? [to] : []
    const count = Math.max(1, Math.round(length / STEP_PX))
    return Array.from({ length: count }, (_, step) => between(from, to, step / count))
  })
}

const between = (from: Dab, to: Dab, t: number): Dab => ({
  x: from.x + (to.x - from.x) * t,
  y: from.y + (to.y - from.y) * t,
  radius: from.radius + (to.radius - from.radius) * t,
})

/** The unit direction across a path at one of its places. */
function acrossAt(path: readonly Dab[], at: number) {
  const own = path[at] ?? { x: 0, y: 0, radius: 1 }
  const reach = Math.max(2, Math.round(own.radius / STEP_PX))
  const from = path[Math.max(0, at - reach)] ?? own
  const to = path[Math.min(path.length - 1, at + reach)] ?? own
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1
  return { x: (from.y - to.y) / length, y: (to.x - from.x) / length }
}

/** What lies across a path, row by row, as light 0..255; the middle column is the path. */
function stripAlong(path: readonly Dab[], radius: number, picture: PixelSource) {
  const reach = radius + BESIDE_PX
  const pieces = path.map((dab) => [dab, dab] as const)
  const box = boxOf({ pieces }, picture, reach)
  if (box === null || box.width < 4 || box.height < 4) return null
  const { rgba } = picture.read(box)
  const lightAt = (x: number, y: number) => {
    const at = (y * box.width + x) * 4
    return ((rgba[at] ?? 0) + 2 * (rgba[at + 1] ?? 0) + (rgba[at + 2] ?? 0)) / 4
  }
  const widthPx = 2 * reach + 1
  const light = new Float32Array(path.length * widthPx)
  path.forEach((place, row) => {
    const across = acrossAt(path, row)
    for (let off = -reach; off <= reach; off++) {
      const x = place.x - 0.5 + across.x * off - box.x
      const y = place.y - 0.5 + across.y * off - box.y
      light[row * widthPx + off + reach] = sampled(lightAt, x, y, box)
    }
  })
  return { light, widthPx, rows: path.length, besidePx: BESIDE_PX }
}

/** A value between the middles of four pixels. */
function sampled(
  valueAt: (x: number, y: number) => number,
  x: number,
  y: number,
  { width, height }: { readonly width: number; readonly height: number },
): number {
  const [inX, inY] = [clamp(x, width - 1.001), clamp(y, height - 1.001)]
  const [x0, y0] = [Math.floor(inX), Math.floor(inY)]
  const [sx, sy] = [inX - x0, inY - y0]
  const top = valueAt(x0, y0) * (1 - sx) + valueAt(x0 + 1, y0) * sx
  const bottom = valueAt(x0, y0 + 1) * (1 - sx) + valueAt(x0 + 1, y0 + 1) * sx
  return top * (1 - sy) + bottom * sy
}

const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value))

/** The line as strokes of its own, on to where the brush's round ends reach. */
function alongLine(path: readonly Dab[], { offsets, widthPx }: LinePath): SheetStrokes {
  const dabs = path.map((place, at): Dab => {
    const across = acrossAt(path, at)
    const off = offsets[at] ?? 0
    return {
      x: place.x + across.x * off,
      y: place.y + across.y * off,
      radius: widthPx / 2,
    }
  })
  const last = path.length - 1
  const all = [...pastEnd(path, dabs, 0, 1), ...dabs, ...pastEnd(path, dabs, last, -1)]
  return { pieces: all.map((dab, at) => [all[at - 1] ?? dab, dab]) }
}

/** @param way 1 at a path's start, -1 at its end */
function pastEnd(path: readonly Dab[], dabs: readonly Dab[], at: number, way: number): Dab[] {
  const [brush, end] = [path[at], dabs[at]]
  if (brush === undefined || end === undefined) return []
  const across = acrossAt(path, at)
  const reach = way * Math.max(0, brush.radius - end.radius)
  return [{ ...end, x: end.x - across.y * reach, y: end.y + across.x * reach }]
}

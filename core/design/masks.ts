import type { MaskShape } from './document.ts'

/** One step of an outline, in a unit box: x and y run from 0 to 1, y down. */
export type PathCommand =
  | { readonly op: 'M' | 'L'; readonly x: number; readonly y: number }
  | {
      readonly op: 'C'
      readonly x1: number
      readonly y1: number
      readonly x2: number
      readonly y2: number
      readonly x: number
      readonly y: number
    }
  | { readonly op: 'Z' }

/** Control distance of a cubic that stands for a quarter circle of radius 1. */
const KAPPA = 0.5522847498

const move = (x: number, y: number): PathCommand => ({ op: 'M', x, y })
const line = (x: number, y: number): PathCommand => ({ op: 'L', x, y })
const close: PathCommand = { op: 'Z' }
const curve = (
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x: number,
  y: number,
): PathCommand => ({ op: 'C', x1, y1, x2, y2, x, y })

type Point = readonly [x: number, y: number]

/** A box with corners of radius `rx`, `ry`, from `top` downwards. */
function roundedBox(rx: number, ry: number): readonly PathCommand[] {
  const kx = rx * (1 - KAPPA)
  const ky = ry * (1 - KAPPA)
  return [
    move(rx, 0),
    line(1 - rx, 0),
    curve(1 - kx, 0, 1, ky, 1, ry),
    line(1, 1 - ry),
    curve(1, 1 - ky, 1 - kx, 1, 1 - rx, 1),
    line(rx, 1),
    curve(kx, 1, 0, 1 - ky, 0, 1 - ry),
    line(0, ry),
    curve(0, ky, kx, 0, rx, 0),
    close,
  ]
}

/** A door: round above, square below; `ry` is the height of the round part. */
function archOf(ry: number): readonly PathCommand[] {
  const k = (1 - KAPPA) / 2
  const ky = ry * (1 - KAPPA)
  return [
    move(0, 1),
    line(0, ry),
    curve(0, ky, k, 0, 0.5, 0),
    curve(1 - k, 0, 1, ky, 1, ry),
    line(1, 1),
    close,
  ]
}

/** A polygon whose corners are rounded: each corner takes `share` of its two edges. */
function softPolygon(corners: readonly Point[], share: number): readonly PathCommand[] {
  const commands: PathCommand[] = []
  corners.forEach((corner, index) => {
    const before = corners.at(index - 1) ?? corner
    const after = corners[(index + 1) % corners.length] ?? corner
    const enter = between(corner, before, share)
    const leave = between(corner, after, share)
    const pullIn = between(enter, corner, 0.62)
    const pullOut = between(leave, corner, 0.62)
    commands.push(index === 0 ? move(...enter) : line(...enter))
    commands.push(curve(...pullIn, ...pullOut, ...leave))
  })
  return [...commands, close]
}

const between = (from: Point, to: Point, share: number): Point => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
]

/** Corners on a circle of `radius` about (0.5, middle), the first one on top. */
const ring = (count: number, radius: number, middle = 0.5, turn = 0): readonly Point[] =>
  Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI + turn - Math.PI / 2
    return [0.5 + radius * Math.cos(angle), middle + radius * Math.sin(angle)]
  })

function starOf(): readonly PathCommand[] {
  const outer = ring(5, 0.5)
  const inner = ring(5, 0.5 * 0.5, 0.5, Math.PI / 5)
  const corners = outer.flatMap((point, index) => [point, inner[index] ?? point])
  return fill(softPolygon(corners, 0.2))
}

const heart: readonly PathCommand[] = fill([
  move(0.5, 0.2),
  curve(0.44, 0.075, 0.345, 0, 0.25, 0),
  curve(0.105, 0, 0, 0.118, 0, 0.285),
  curve(0, 0.55, 0.245, 0.75, 0.462, 0.975),
  curve(0.484, 0.998, 0.516, 0.998, 0.538, 0.975),
  curve(0.755, 0.75, 1, 0.55, 1, 0.285),
  curve(1, 0.118, 0.895, 0, 0.75, 0),
  curve(0.655, 0, 0.56, 0.075, 0.5, 0.2),
  close,
])

/** A smooth closed curve through `points` (Catmull-Rom as cubics). */
function smoothLoop(points: readonly Point[]): readonly PathCommand[] {
  const at = (index: number): Point => points.at(index % points.length) ?? [0, 0]
  const first = at(0)
  const commands: PathCommand[] = [move(...first)]
  points.forEach((point, index) => {
    const before = at(index - 1)
    const next = at(index + 1)
    const beyond = at(index + 2)
    commands.push(
      curve(
        point[0] + (next[0] - before[0]) / 6,
        point[1] + (next[1] - before[1]) / 6,
        next[0] - (beyond[0] - point[0]) / 6,
        next[1] - (beyond[1] - point[1]) / 6,
        next[0],
        next[1],
      ),
    )
  })
  return [...commands, close]
}

/** A pebble: a circle with a slow wave or two on its rim. */
function blobOf(): readonly PathCommand[] {
  const points = Array.from({ length: 16 }, (_, index): Point => {
    const angle = (index / 16) * 2 * Math.PI
    const radius = 0.46 + 0.042 * Math.cos(2 * angle + 0.9) + 0.024 * Math.cos(3 * angle - 0.6)
    return [0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)]
  })
  return fill(smoothLoop(points))
}

/** `commands` stretched so that their outline touches all four sides of the unit box. */
function fill(commands: readonly PathCommand[]): readonly PathCommand[] {
  const extent = pathExtent(commands)
  const x = (value: number) => (value - extent.left) / (extent.right - extent.left)
  const y = (value: number) => (value - extent.top) / (extent.bottom - extent.top)
  return commands.map((command) => mapCommand(command, x, y))
}

function mapCommand(
  command: PathCommand,
  x: (value: number) => number,
  y: (value: number) => number,
): PathCommand {
  if (command.op === 'Z') return command
  if (command.op !== 'C') return { op: command.op, x: x(command.x), y: y(command.y) }
  return curve(
    x(command.x1),
    y(command.y1),
    x(command.x2),
    y(command.y2),
    x(command.x),
    y(command.y),
  )
}

interface Extent {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The box that a path fills, measured along its curves (64 steps each). */
export function pathExtent(commands: readonly PathCommand[]): Extent {
  const points = flattenPath(commands, 64)
  return {
    left: Math.min(...points.map((point) => point[0])),
    top: Math.min(...points.map((point) => point[1])),
    right: Math.max(...points.map((point) => point[0])),
    bottom: Math.max(...points.map((point) => point[1])),
  }
}

/** The path as a polygon with `steps` points for each curve. */
export function flattenPath(commands: readonly PathCommand[], steps: number): readonly Point[] {
  const points: Point[] = []
  let from: Point = [0, 0]
  for (const command of commands) {
    if (command.op === 'Z') continue
    const to: Point = [command.x, command.y]
    if (command.op === 'C') {
      for (let step = 1; step < steps; step += 1) points.push(cubicAt(from, command, step / steps))
    }
    points.push(to)
    from = to
  }
  return points
}

function cubicAt(from: Point, to: Extract<PathCommand, { op: 'C' }>, at: number): Point {
  const left = 1 - at
  const weigh = (a: number, b: number, c: number, d: number) =>
    left ** 3 * a + 3 * left * left * at * b + 3 * left * at * at * c + at ** 3 * d
  return [weigh(from[0], to.x1, to.x2, to.x), weigh(from[1], to.y1, to.y2, to.y)]
}

/**
 * Each mask in its unit box. `aspect` is width / height of a figure that keeps its proportions;
 * null for a shape that fills whatever box it is given.
 */
export const maskTable: Readonly<
  Record<MaskShape, { readonly aspect: number | null; readonly path: readonly PathCommand[] }>
> = {
  none: { aspect: null, path: roundedBox(0, 0) },
  rounded: { aspect: null, path: roundedBox(0.12, 0.12) },
  arch: { aspect: null, path: archOf(0.5) },
  circle: { aspect: 1, path: roundedBox(0.5, 0.5) },
  heart: { aspect: 1.08, path: heart },
  star: { aspect: 1.05, path: starOf() },
  hexagon: { aspect: Math.sqrt(3) / 2, path: fill(softPolygon(ring(6, 0.5), 0.14)) },
  blob: { aspect: 1.06, path: blobOf() },
  diamond: { aspect: 0.86, path: fill(softPolygon(ring(4, 0.5), 0.1)) },
}

/**
 * The mask's outline in a box of mm, origin at the box's centre, y down: what the renderer clips
 * with. Figures with proportions of their own stand whole in the middle of the box; the radius of
 * `rounded` is 12 % of the shorter side, and an arch is a true half circle.
 */
export function maskPathIn(
  shape: MaskShape,
  widthMm: number,
  heightMm: number,
): readonly PathCommand[] {
  const { aspect, path } = boxedMask(shape, widthMm, heightMm)
  const width = aspect === null ? widthMm : Math.min(widthMm, heightMm * aspect)
  const height = aspect === null ? heightMm : width / aspect
  return path.map((command) =>
    mapCommand(
      command,
      (x) => (x - 0.5) * width,
      (y) => (y - 0.5) * height,
    ),
  )
}

function boxedMask(shape: MaskShape, widthMm: number, heightMm: number) {
  const short = Math.min(widthMm, heightMm)
  if (shape === 'rounded') {
    const radius = 0.12 * short
    return { aspect: null, path: roundedBox(radius / widthMm, radius / heightMm) }
  }
  if (shape === 'arch') {
    return { aspect: null, path: archOf(Math.min(1, widthMm / 2 / heightMm)) }
  }
  return maskTable[shape]
}

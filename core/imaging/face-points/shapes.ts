import type { Point } from './face-points.ts'

/** A filled outline of one colour, in pixels of the picture it was made for. */
export interface Shape {
  readonly outline: readonly Point[]
  /** 8-bit sRGB. */
  readonly colour: readonly [red: number, green: number, blue: number]
  readonly opacity: number
  /** Nothing is drawn outside of it. */
  readonly within?: readonly Point[]
}

const STEPS = 6

/** A smooth line through points (Catmull-Rom), open at its ends. */
export function smoothed(points: readonly Point[], steps = STEPS): Point[] {
  const at = (index: number) =>
    points[Math.min(points.length - 1, Math.max(0, index))] ?? { x: 0, y: 0 }
  const line: Point[] = []
  for (let i = 0; i < points.length - 1; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    for (let step = 0; step < steps; step++) {
      const t = step / steps
      const on = (p: number, q: number, r: number, s: number) =>
        0.5 *
        (2 * q +
          (r - p) * t +
          (2 * p - 5 * q + 4 * r - s) * t * t +
          (3 * q - p - 3 * r + s) * t ** 3)
      line.push({ x: on(a.x, b.x, c.x, d.x), y: on(a.y, b.y, c.y, d.y) })
    }
  }
  line.push(at(points.length - 1))
  return line
}

/**
 * The outline of a pen stroke along a line.
 * @param widthAt full width at a share 0..1 of the line's length
 */
export function strokeOutline(line: readonly Point[], widthAt: (share: number) => number): Point[] {
  const reached = [0]
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]]
    const step = a === undefined || b === undefined ? 0 : Math.hypot(b.x - a.x, b.y - a.y)
    reached.push((reached[i - 1] ?? 0) + step)
  }
  const whole = Math.max(1e-6, reached.at(-1) ?? 0)
  const left: Point[] = []
  const right: Point[] = []
  line.forEach((point, i) => {
    const before = line[Math.max(0, i - 1)] ?? point
    const after = line[Math.min(line.length - 1, i + 1)] ?? point
    const length = Math.max(1e-6, Math.hypot(after.x - before.x, after.y - before.y))
    const half = widthAt((reached[i] ?? 0) / whole) / 2
    const nx = (-(after.y - before.y) / length) * half
    const ny = ((after.x - before.x) / length) * half
    left.push({ x: point.x + nx, y: point.y + ny })
    right.push({ x: point.x - nx, y: point.y - ny })
  })
  return [...left, ...right.toReversed()]
}

export function ellipse(centre: Point, radiusX: number, radiusY: number, angle: number): Point[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return Array.from({ length: 40 }, (_, index) => {
    const turn = (index / 40) * 2 * Math.PI
    const x = Math.cos(turn) * radiusX
    const y = Math.sin(turn) * radiusY
    return { x: centre.x + x * cos - y * sin, y: centre.y + x * sin + y * cos }
  })
}

/** Rows of a picture that shapes are drawn on. */
export interface Rows {
  readonly topPx: number
  readonly widthPx: number
  readonly heightPx: number
  readonly rgba: Uint8ClampedArray
}

interface Span {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Draws a shape on rows; any rows get the same as the whole would. */
export function drawShape(rows: Rows, shape: Shape): void {
  const span = spanOf(rows, shape.outline)
  if (span === null) return
  const covered = coverage(shape.outline, span)
  const within = shape.within === undefined ? null : coverage(shape.within, span)
  for (let y = 0; y < span.height; y++) {
    const to = ((span.top - rows.topPx + y) * rows.widthPx + span.left) * 4
    drawRow(rows.rgba, to, { covered, within, from: y * span.width, width: span.width }, shape)
  }
}

interface CoveredRow {
  readonly covered: Float32Array
  readonly within: Float32Array | null
  /** Where the row begins in both. */
  readonly from: number
  readonly width: number
}

/** @param first where the row begins in the picture */
function drawRow(
  rgba: Uint8ClampedArray,
  first: number,
  { covered, within, from, width }: CoveredRow,
  { colour: [red, green, blue], opacity }: Shape,
): void {
  for (let x = 0, to = first; x < width; x++, to += 4) {
    const at = from + x
    const share = (covered[at] as number) * (within === null ? 1 : (within[at] as number)) * opacity
    if (share <= 0) continue
    const [r, g, b] = [rgba[to] as number, rgba[to + 1] as number, rgba[to + 2] as number]
    rgba[to] = r + (red - r) * share
    rgba[to + 1] = g + (green - g) * share
    rgba[to + 2] = b + (blue - b) * share
  }
}

function spanOf(rows: Rows, outline: readonly Point[]): Span | null {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of outline) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  left = Math.max(0, Math.floor(left))
  right = Math.min(rows.widthPx, Math.ceil(right) + 1)
  top = Math.max(rows.topPx, Math.floor(top))
  bottom = Math.min(rows.topPx + rows.heightPx, Math.ceil(bottom) + 1)
  return right > left && bottom > top
    ? { left, top, width: right - left, height: bottom - top }
    : null
}

/** The share of each pixel that an outline covers: sub-rows, exact across. */
const SUB_ROWS = 5

function coverage(outline: readonly Point[], span: Span): Float32Array {
  const covered = new Float32Array(span.width * span.height)
  const found = new Crossings(outline)
  for (let row = 0; row < span.height; row++) {
    const first = row * span.width
    for (let sub = 0; sub < SUB_ROWS; sub++) {
      found.find(span.top + row + (sub + 0.5) / SUB_ROWS)
      addRuns(found, span, covered, first)
    }
  }
  return covered
}

/** Where an outline crosses rows, from the left to the right: written over for each, so that rows make no garbage. */
class Crossings {
  count = 0
  readonly xs: Float64Array
  /** 1 where the outline goes down, -1 where it goes up. */
  readonly turns: Int8Array
  readonly #xs: Float64Array
  readonly #ys: Float64Array

  constructor(outline: readonly Point[]) {
    this.#xs = Float64Array.from(outline, ({ x }) => x)
    this.#ys = Float64Array.from(outline, ({ y }) => y)
    this.xs = new Float64Array(outline.length)
    this.turns = new Int8Array(outline.length)
  }

  find(y: number): void {
    const xs = this.#xs
    const ys = this.#ys
    this.count = 0
    for (let b = 0, a = ys.length - 1; b < ys.length; a = b++) {
      const from = ys[a] as number
      const to = ys[b] as number
      if (from <= y === to <= y) continue
      const own = xs[a] as number
      this.#add(own + ((y - from) / (to - from)) * ((xs[b] as number) - own), to > from ? 1 : -1)
    }
  }

  /** Few lie on a row: each is put where it belongs, after those at the same place. */
  #add(x: number, turn: number): void {
    let k = this.count++
    for (; k > 0 && (this.xs[k - 1] as number) > x; k--) {
      this.xs[k] = this.xs[k - 1] as number
      this.turns[k] = this.turns[k - 1] as number
    }
    this.xs[k] = x
    this.turns[k] = turn
  }
}

/** Adds what lies inside by the winding rule. @param first where the row begins in `into` */
function addRuns(
  { count, xs, turns }: Crossings,
  span: Span,
  into: Float32Array,
  first: number,
): void {
  let winding = 0
  let from = 0
  for (let k = 0; k < count; k++) {
    const x = xs[k] as number
    if (winding === 0) from = x
    winding += turns[k] as number
    if (winding === 0) addRun(from - span.left, x - span.left, span.width, into, first)
  }
}

function addRun(from: number, to: number, width: number, into: Float32Array, first: number): void {
  const last = Math.min(width - 1, Math.ceil(to) - 1)
  for (let x = Math.max(0, Math.floor(from)); x <= last; x++) {
    const share = Math.min(x + 1, to) - Math.max(x, from)
    into[first + x] = (into[first + x] as number) + Math.max(0, share) / SUB_ROWS
  }
}

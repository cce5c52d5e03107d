import { type Box, clampBox } from '../../../pixels/pixels.ts'
import type { FaceWarp } from './faces/face-warp.ts'

/** Cells with their colours and the ink over them, one value a pixel. */
export interface Paint {
  readonly widthPx: number
  readonly heightPx: number
  readonly cells: Uint32Array<ArrayBuffer>
  /** Red, green and blue, 0..255, and a fourth of no use. */
  readonly quads: Float32Array<ArrayBuffer>
  /** 0..1. */
  readonly ink: Float32Array<ArrayBuffer>
}

/** Places at which a pixel's neighbours are looked at, along one axis. */
const TAPS = 4

interface Moved {
  readonly box: Box
  /** Whether anything moves at a pixel of the box. */
  readonly isMoved: Uint8Array
  readonly cells: Uint32Array
  readonly quads: Float32Array
  readonly ink: Float32Array
}

/**
 * Paint with its faces warped. Borders between cells go where most of the cell lies about the place
 * they come from, so they stay as smooth as they were.
 * @param scale of the paint against the picture in which the faces were found
 */
export function warpedPaint(paint: Paint, warp: FaceWarp, scale: number): Paint {
  if (warp.boxes.length === 0) return paint
  const { widthPx, heightPx } = paint
  const all = warp.boxes.map((box) => {
    const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((px) => px * scale)
    const whole = { x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 }
    return movedIn(paint, warp, scale, clampBox(whole, widthPx, heightPx))
  })
  const [cells, quads, ink] = [paint.cells.slice(), paint.quads.slice(), paint.ink.slice()]
  for (const moved of all) {
    const { box, isMoved } = moved
    for (let own = 0; own < isMoved.length; own++) {
      if (isMoved[own] === 0) continue
      const at = (box.y + Math.floor(own / box.width)) * widthPx + box.x + (own % box.width)
      cells[at] = moved.cells[own] as number
      ink[at] = moved.ink[own] as number
      for (let c = 0; c < 3; c++) quads[at * 4 + c] = moved.quads[own * 3 + c] as number
    }
  }
  return { ...paint, cells, quads, ink }
}

function movedIn(paint: Paint, warp: FaceWarp, scale: number, box: Box): Moved {
  const count = box.width * box.height
  const [isMoved, cells] = [new Uint8Array(count), new Uint32Array(count)]
  const [quads, ink] = [new Float32Array(count * 3), new Float32Array(count)]
  const look = new Look(paint)
  const from = new Float64Array(2)
  for (let own = 0; own < count; own++) {
    const x = box.x + (own % box.width) + 0.5
    const y = box.y + Math.floor(own / box.width) + 0.5
    warp.sourceInto(from, x / scale, y / scale)
    const fromX = (from[0] as number) * scale
    const fromY = (from[1] as number) * scale
    if (Math.abs(fromX - x) + Math.abs(fromY - y) < 1e-3) continue
    isMoved[own] = 1
    look.at(fromX - 0.5, fromY - 0.5)
    cells[own] = look.cell
    ink[own] = look.ink
    for (let c = 0; c < 3; c++) quads[own * 3 + c] = look.colour[c] as number
  }
  return { box, isMoved, cells, quads, ink }
}

/** What paint is between its pixels: one cell, never a mixture. */
class Look {
  readonly #paint: Paint
  readonly #weights = new Float32Array(TAPS * TAPS)
  readonly #places = new Uint32Array(TAPS * TAPS)
  readonly #across = new Float32Array(TAPS)
  readonly #down = new Float32Array(TAPS)
  cell = 0
  ink = 0
  readonly colour = new Float32Array(3)

  constructor(paint: Paint) {
    this.#paint = paint
  }

  at(x: number, y: number): void {
    const left = Math.floor(x)
    const top = Math.floor(y)
    if (this.#isPlain(left, top)) {
      this.#lookWithin(left, top, x - left, y - top)
      return
    }
    const { widthPx, heightPx } = this.#paint
    for (let tap = 0; tap < TAPS * TAPS; tap++) {
      const row = Math.min(heightPx - 1, Math.max(0, top - 1 + (tap >> 2)))
      const column = Math.min(widthPx - 1, Math.max(0, left - 1 + (tap & 3)))
      this.#places[tap] = row * widthPx + column
    }
    this.ink = this.#inkAt(x - left, y - top)
    this.#weigh(spline, x - left, y - top)
    this.cell = this.#mostOf()
    this.#mixColour()
  }

  /** Whether all about a place is one cell without ink, as most of a picture is. */
  #isPlain(left: number, top: number): boolean {
    const { widthPx, heightPx, cells, ink } = this.#paint
    if (left < 1 || top < 1 || left + 2 >= widthPx || top + 2 >= heightPx) return false
    const cell = cells[top * widthPx + left]
    for (let row = top - 1; row < top + 3; row++) {
      const from = row * widthPx + left - 1
      for (let at = from; at < from + TAPS; at++) {
        if (cells[at] !== cell || ink[at] !== 0) return false
      }
    }
    return true
  }

  #lookWithin(left: number, top: number, u: number, v: number): void {
    const { widthPx, cells, quads } = this.#paint
    const at = top * widthPx + left
    const below = at + widthPx
    this.cell = cells[at] as number
    this.ink = 0
    for (let c = 0; c < 3; c++) {
      const a = quads[at * 4 + c] as number
      const b = quads[at * 4 + 4 + c] as number
      const d = quads[below * 4 + c] as number
      const e = quads[below * 4 + 4 + c] as number
      const upper = a + (b - a) * u
      this.colour[c] = upper + (d + (e - d) * u - upper) * v
    }
  }

  #weigh(kernel: typeof spline, u: number, v: number): void {
    kernel(this.#across, u)
    kernel(this.#down, v)
    for (let tap = 0; tap < TAPS * TAPS; tap++) {
      this.#weights[tap] = (this.#down[tap >> 2] as number) * (this.#across[tap & 3] as number)
    }
  }

  /** Interpolated, not smoothed: a line keeps its width. */
  #inkAt(u: number, v: number): number {
    this.#weigh(interpolating, u, v)
    let sum = 0
    for (let tap = 0; tap < TAPS * TAPS; tap++) {
      sum += (this.#paint.ink[this.#places[tap] as number] as number) * this.#weightOf(tap)
    }
    return Math.min(1, Math.max(0, sum))
  }

  #weightOf = (tap: number): number => this.#weights[tap] as number
  #cellAt = (tap: number): number => this.#paint.cells[this.#places[tap] as number] as number

  /** The cell that has most of the place. */
  #mostOf(): number {
    let [cell, most] = [0, 0]
    for (let tap = 0; tap < TAPS * TAPS && most <= 0.5; tap++) {
      const own = this.#cellAt(tap)
      if (own === cell && most > 0) continue
      let share = 0
      for (let other = tap; other < TAPS * TAPS; other++) {
        if (this.#cellAt(other) === own) share += this.#weightOf(other)
      }
      if (share > most) [cell, most] = [own, share]
    }
    return cell
  }

  /** The mean of the cell's own colours. */
  #mixColour(): void {
    const { quads } = this.#paint
    let [red, green, blue, whole] = [0, 0, 0, 0]
    for (let tap = 0; tap < TAPS * TAPS; tap++) {
      if (this.#cellAt(tap) !== this.cell) continue
      const weight = this.#weightOf(tap)
      const from = (this.#places[tap] as number) * 4
      red += (quads[from] as number) * weight
      green += (quads[from + 1] as number) * weight
      blue += (quads[from + 2] as number) * weight
      whole += weight
    }
    this.colour[0] = red / whole
    this.colour[1] = green / whole
    this.colour[2] = blue / whole
  }
}

/** Cubic B-spline, by the way past the second tap. */
function spline(weights: Float32Array, t: number): void {
  const left = 1 - t
  weights[0] = left ** 3 / 6
  weights[1] = (t * t * (3 * t - 6) + 4) / 6
  weights[2] = (left * left * (3 * left - 6) + 4) / 6
  weights[3] = t ** 3 / 6
}

/** Catmull-Rom. */
function interpolating(weights: Float32Array, t: number): void {
  const left = 1 - t
  weights[0] = -0.5 * t * left * left
  weights[1] = 1 + t * t * (1.5 * t - 2.5)
  weights[2] = 1 + left * left * (1.5 * left - 2.5)
  weights[3] = -0.5 * left * t * t
}

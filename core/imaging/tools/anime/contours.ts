import { smoothstep } from '../../../pixels/pixels.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { Cel } from './cel.ts'
import { colourDistance, unitPxOf } from './study.ts'

/** How unlike paint is on both sides of a contour, OKLab, and about hair, whose locks have none. */
const UNLIKE = { from: 0.07, to: 0.12, ofHair: 0.13 }
/** What keeps this much ink away is hair, and what keeps all away a face. */
const HAIR = 0.5
const FACE = 0.95
/** Smaller cells have no contour, square thousandths: a pattern would be a net. */
const LEAST = 400
/** Of such cells so many pixels may lie between two larger ones. */
const ACROSS_PX = 5

/**
 * Draws a line of even width where people's paint changes greatly: about them, their hair and what
 * they wear.
 * @param ink 0..1, which is written on
 * @param person where people are, 0..1
 */
export function drawContours(
  env: ToolEnvironment,
  ink: Float32Array,
  cel: Cel,
  person: Float32Array,
  lineWidthPx: number,
): void {
  const { widthPx, heightPx } = cel
  const values = bordersOf(cel, person)
  const sigma = Math.max(0.6, lineWidthPx / 2)
  const soft = env.kernels.gaussian({ widthPx, heightPx, values }, sigma).values
  // A border is marked two pixels wide.
  const full = 2 / (sigma * Math.sqrt(2 * Math.PI))
  for (let at = 0; at < ink.length; at++) {
    ink[at] = Math.max(ink[at] as number, Math.min(1, (soft[at] as number) / full))
  }
}

/** Where large cells of people meet that are unlike, 0..1. */
function bordersOf(cel: Cel, person: Float32Array): Float32Array<ArrayBuffer> {
  const { cells, widthPx } = cel
  const leastPx = LEAST * unitPxOf(cel) ** 2
  const sizes = cel.sizes()
  const isSmall = (at: number) => (sizes[cells[at] as number] as number) < leastPx
  const marks = new Float32Array(cells.length)
  const meet = (at: number, step: number, left: number) => {
    if (isSmall(at)) return
    let far = 1
    const most = Math.min(left, ACROSS_PX)
    while (far < most && isSmall(at + far * step)) far++
    const to = at + far * step
    if (cells[at] === cells[to] || isSmall(to)) return
    if (cel.areOneThing(cells[at] as number, cells[to] as number)) return
    if (Math.max(person[at] as number, person[to] as number) < 0.5) return
    const share = contourBetween(cel, at, to)
    const middle = at + (far >> 1) * step
    for (const mark of [middle, far === 1 ? to : middle + step]) {
      marks[mark] = Math.max(marks[mark] as number, share)
    }
  }
  for (let at = 0, x = 0; at < cells.length; at++) {
    const left = widthPx - 1 - x
    const cell = cells[at]
    if (left > 0 && cell !== cells[at + 1]) meet(at, 1, left)
    if (at + widthPx < cells.length && cell !== cells[at + widthPx]) {
      meet(at, widthPx, Math.floor((cells.length - 1 - at) / widthPx))
    }
    x = left === 0 ? 0 : x + 1
  }
  return marks
}

function contourBetween({ bare, colours }: Cel, at: number, to: number): number {
  const kept = Math.min(bare[at] as number, bare[to] as number)
  if (kept > FACE) return 0
  const apart = colourDistance(colours, at, to)
  return smoothstep(UNLIKE.from, UNLIKE.to, kept > HAIR ? apart - UNLIKE.ofHair : apart)
}

import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { HeadWindow } from './head-window.ts'

type Size = Pick<HeadWindow, 'widthPx' | 'heightPx'>

/** What lies within so many pixels of a shape. */
export function grown(shape: Uint8Array, { widthPx, heightPx }: Size, radiusPx: number) {
  const sums = sumsAlong(shape, widthPx, heightPx)
  const into = new Uint8Array(shape.length)
  for (let dy = -radiusPx; dy <= radiusPx; dy++) {
    const aside = Math.floor(Math.sqrt((radiusPx + 0.3) ** 2 - dy * dy))
    for (let y = Math.max(0, -dy); y < Math.min(heightPx, heightPx - dy); y++) {
      const from = (y + dy) * (widthPx + 1)
      for (let x = 0, at = y * widthPx; x < widthPx; x++, at++) {
        const last = sums[from + Math.min(widthPx, x + aside + 1)] as number
        if (last > (sums[from + Math.max(0, x - aside)] as number)) into[at] = 1
      }
    }
  }
  return into
}

/** Of each row how much of a shape lies before each place. */
function sumsAlong(shape: Uint8Array, widthPx: number, heightPx: number): Uint32Array {
  const sums = new Uint32Array((widthPx + 1) * heightPx)
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0, at = y * (widthPx + 1); x < widthPx; x++, at++) {
      sums[at + 1] = (sums[at] as number) + (shape[y * widthPx + x] as number)
    }
  }
  return sums
}

export const without = (shape: Uint8Array): Uint8Array => shape.map((is) => 1 - is)

/** A shape without what is narrower than a disc; it goes on beyond the window. */
export const opened = (shape: Uint8Array, size: Size, radiusPx: number): Uint8Array =>
  grown(without(grown(without(shape), size, radiusPx)), size, radiusPx)

/** A part of a shape that hangs together. */
export interface Piece {
  /** Where it lies in the window. */
  readonly places: readonly number[]
}

/** The parts of a shape that hang together. */
export function piecesOf(kernels: Kernels, shape: Uint8Array, size: Size): readonly Piece[] {
  const { widthPx, heightPx } = size
  const { of, total } = kernels.connectCells({
    widthPx,
    heightPx,
    of: Uint32Array.from(shape),
    total: 2,
  })
  const pieces: number[][] = Array.from({ length: total }, () => [])
  for (let at = 0; at < of.length; at++) {
    if (shape[at] === 1) pieces[of[at] as number]?.push(at)
  }
  return pieces.filter((places) => places.length > 0).map((places) => ({ places }))
}

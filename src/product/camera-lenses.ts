import type { Hole } from '#core/design/document.ts'

/** A lens drawn within a camera opening; mm from the body's top left corner. */
export interface Lens {
  readonly cxMm: number
  readonly cyMm: number
  readonly rMm: number
}

/** Lenses as they usually stand in an opening of this shape: enough to know one's own phone. */
export function lensesOf(hole: Hole): readonly Lens[] {
  const { xMm, yMm, widthMm: width, heightMm: height } = hole
  const at = (x: number, y: number, r: number): Lens => ({
    cxMm: xMm + width * x,
    cyMm: yMm + height * y,
    rMm: r,
  })
  const short = Math.min(width, height)
  if (short < 20) return inRow(width, height, at)
  if (width > 1.6 * height || height > 1.6 * width) return inRow(width, height, at)
  const r = short * 0.2
  const round = hole.cornerRadiusMm > short * 0.45
  if (round) {
    return [
      at(0.34, 0.34, r * 0.82),
      at(0.66, 0.34, r * 0.82),
      at(0.34, 0.66, r * 0.82),
      at(0.66, 0.66, r * 0.82),
    ]
  }
  return [at(0.29, 0.28, r), at(0.29, 0.72, r), at(0.71, 0.5, r)]
}

function inRow(width: number, height: number, at: (x: number, y: number, r: number) => Lens) {
  const short = Math.min(width, height)
  const long = Math.max(width, height)
  if (long < 1.25 * short) return [at(0.5, 0.5, short * 0.36)]
  const count = Math.min(3, Math.max(2, Math.floor(long / (short * 1.05))))
  const margin = short / 2 / long
  return Array.from({ length: count }, (_, index) => {
    const share = margin + (index / (count - 1)) * (1 - 2 * margin) * (width > height ? 0.62 : 1)
    return width > height ? at(share, 0.5, short * 0.34) : at(0.5, share, short * 0.34)
  })
}

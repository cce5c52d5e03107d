import { type Cells, sizesOf } from './cells.ts'
import type { OkLabPicture } from './study.ts'

/** A cell of at least this share of the picture may change its colour slowly: a sky, a wall. */
export const WIDE = 0.03
/** Of an even fall-off: 1, x, y, x squared, x times y, y squared. */
const TERMS = 6
/** Added to the diagonal, so that a narrow cell gets no wild slopes. */
const DAMPING = 1e-4

/**
 * Paints every cell in its mean colour; wide ones in an even fall-off of it.
 * @param shade how much of the fall-off is kept, 0..1
 */
export function fill(picture: OkLabPicture, cells: Cells, shade: number): OkLabPicture {
  const { widthPx, heightPx } = picture
  const count = widthPx * heightPx
  const sizes = sizesOf(cells)
  const means = [picture.lightness, picture.a, picture.b].map((values) => {
    const sums = new Float64Array(cells.total)
    for (let at = 0; at < count; at++) {
      const cell = cells.of[at] as number
      sums[cell] = (sums[cell] as number) + (values[at] as number)
    }
    return sums.map((sum, cell) => sum / Math.max(1, sizes[cell] as number))
  })
  const painted = means.map((mean) => {
    const values = new Float32Array(count)
    for (let at = 0; at < count; at++) values[at] = mean[cells.of[at] as number] as number
    return values
  })
  const [lightness = new Float32Array(0), a = lightness, b = lightness] = painted
  const result = { widthPx, heightPx, lightness, a, b }
  if (shade > 0) {
    sizes.forEach((size, cell) => {
      if (size >= WIDE * count) shadeCell(picture, cells, cell, shade, result)
    })
  }
  return result
}

const planes = ['lightness', 'a', 'b'] as const
/** Every so many pixels of a row and rows are looked at: a fall-off is slow. */
const LOOKED = 3

function shadeCell(
  picture: OkLabPicture,
  cells: Cells,
  cell: number,
  shade: number,
  into: OkLabPicture,
): void {
  const { of, widthPx, heightPx } = cells
  const half = Math.max(widthPx, heightPx) / 2
  const [lightness, red, yellow] = fittedTo(picture, cells, cell, half)
  if (lightness === undefined || red === undefined || yellow === undefined) return
  for (let y = 0; y < heightPx; y++) {
    const v = y / half - 1
    for (let x = 0; x < widthPx; x++) {
      const at = y * widthPx + x
      if (of[at] !== cell) continue
      const u = x / half - 1
      into.lightness[at] = towards(into.lightness[at] as number, valueAt(lightness, u, v), shade)
      into.a[at] = towards(into.a[at] as number, valueAt(red, u, v), shade)
      into.b[at] = towards(into.b[at] as number, valueAt(yellow, u, v), shade)
    }
  }
}

const towards = (from: number, to: number, share: number): number => from + (to - from) * share

const valueAt = (weights: Float64Array, u: number, v: number): number =>
  (weights[0] as number) +
  (weights[1] as number) * u +
  (weights[2] as number) * v +
  (weights[3] as number) * u * u +
  (weights[4] as number) * u * v +
  (weights[5] as number) * v * v

/** Least squares over a cell's pixels, the weights of the terms for each plane. */
function fittedTo(
  picture: OkLabPicture,
  { of, widthPx, heightPx }: Cells,
  cell: number,
  half: number,
): Float64Array[] {
  const products = new Float64Array(TERMS * TERMS)
  const sums = planes.map(() => new Float64Array(TERMS))
  const terms = new Float64Array(TERMS)
  for (let y = 0; y < heightPx; y += LOOKED) {
    for (let x = 0; x < widthPx; x += LOOKED) {
      const at = y * widthPx + x
      if (of[at] !== cell) continue
      termsAt(x / half - 1, y / half - 1, terms)
      for (let i = 0; i < TERMS; i++) {
        const term = terms[i] as number
        for (let j = 0; j < TERMS; j++) {
          const to = i * TERMS + j
          products[to] = (products[to] as number) + term * (terms[j] as number)
        }
        for (let c = 0; c < 3; c++) {
          const sum = sums[c] as Float64Array
          const value = picture[planes[c] as 'a'][at] as number
          sum[i] = (sum[i] as number) + term * value
        }
      }
    }
  }
  const n = products[0] as number
  for (let i = 0; i < TERMS; i++) {
    products[i * TERMS + i] = (products[i * TERMS + i] as number) + DAMPING * n
  }
  return sums.map((sum) => solved(products, sum))
}

function termsAt(u: number, v: number, into: Float64Array): void {
  into[0] = 1
  into[1] = u
  into[2] = v
  into[3] = u * u
  into[4] = u * v
  into[5] = v * v
}

/** Gaussian elimination; the matrix is symmetric and its diagonal positive. */
function solved(matrix: Float64Array, right: Float64Array): Float64Array {
  const rows = matrix.slice()
  const values = right.slice()
  for (let i = 0; i < TERMS; i++) {
    const pivot = rows[i * TERMS + i] as number
    for (let j = i + 1; j < TERMS; j++) {
      const factor = (rows[j * TERMS + i] as number) / pivot
      for (let k = i; k < TERMS; k++) {
        rows[j * TERMS + k] =
          (rows[j * TERMS + k] as number) - factor * (rows[i * TERMS + k] as number)
      }
      values[j] = (values[j] as number) - factor * (values[i] as number)
    }
  }
  for (let i = TERMS - 1; i >= 0; i--) {
    let value = values[i] as number
    for (let j = i + 1; j < TERMS; j++) {
      value -= (rows[i * TERMS + j] as number) * (values[j] as number)
    }
    values[i] = value / (rows[i * TERMS + i] as number)
  }
  return values
}

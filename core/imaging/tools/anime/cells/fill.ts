import type { Kernels } from '../../../../kernels/kernels.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import type { OkLabPicture } from '../study.ts'
import type { Cells } from './cells.ts'
import { wideCells } from './wide-cells.ts'

/** Of an even fall-off: 1, x, y, x squared, x times y, y squared. */
const TERMS = 6
/** Added to the diagonal, so that a narrow cell gets no wild slopes. */
const DAMPING = 1e-4

/**
 * Paints every cell in its mean colour; wide ones in an even fall-off of it.
 * @param shade how much of the fall-off is kept, 0..1
 */
export function fill(
  kernels: Kernels,
  picture: OkLabPicture,
  cells: Cells,
  shade: number,
): OkLabPicture {
  const { widthPx, heightPx } = picture
  const [lightness, a, b] = painted(kernels, picture, cells, shade, ['lightness', 'a', 'b']) as [
    Plane,
    Plane,
    Plane,
  ]
  return { widthPx, heightPx, lightness, a, b }
}

/** The lightness alone of {@link fill}. */
export const filledLightness = (
  kernels: Kernels,
  picture: OkLabPicture,
  cells: Cells,
  shade: number,
): Plane => painted(kernels, picture, cells, shade, ['lightness'])[0] as Plane

type Plane = Float32Array<ArrayBuffer>

/** @param names of planes, in the order in which their fall-offs are known */
function painted(
  kernels: Kernels,
  picture: OkLabPicture,
  cells: Cells,
  shade: number,
  names: readonly ('lightness' | 'a' | 'b')[],
): readonly Plane[] {
  const isWide = shade === 0 ? new Uint8Array(cells.total) : wideCells(cells)
  // The number of a wide cell among the wide ones; -1 for all others.
  let total = 0
  const wide = withValues(new Int32Array(isWide.length), (cell) =>
    isWide[cell] === 1 ? total++ : -1,
  )
  const weights = total === 0 ? [] : fallOffs(kernels, picture, cells, wide, total)
  // Of a cell that lies between the rows and columns that are looked at its mean alone is known.
  for (let cell = 0; cell < wide.length; cell++) {
    if (weights[wide[cell] as number] === null) wide[cell] = -1
  }
  return names.map((name, k) => {
    const own = new Float64Array(total * TERMS)
    weights.forEach((all, number) => {
      if (all !== null) own.set(all.subarray(k * TERMS, (k + 1) * TERMS), number * TERMS)
    })
    return kernels.fillCells(picture[name], cells, wide, own, shade)
  })
}

/** Every so many pixels of a row and rows are looked at: a fall-off is slow. */
const LOOKED = 3

/** Least squares over each wide cell's pixels: the weights of the terms, plane by plane; null of none that is looked at. */
function fallOffs(
  kernels: Kernels,
  picture: OkLabPicture,
  cells: Cells,
  wide: Int32Array<ArrayBuffer>,
  total: number,
): (Float64Array | null)[] {
  const { products, sums } = kernels.fallOffSums(picture, cells, wide, total, LOOKED)
  const own = (of: Float64Array, number: number, count: number) =>
    of.subarray(number * count, (number + 1) * count)
  return Array.from({ length: total }, (_, number) =>
    weightsOf(own(products, number, TERMS * TERMS), own(sums, number, TERMS * 3)),
  )
}

/**
 * The weights of the terms of one cell, plane by plane.
 * @param products of its terms with each other, of which one half says all
 * @param sums of its terms with each plane
 */
function weightsOf(products: Float64Array, sums: Float64Array): Float64Array | null {
  const n = products[0] as number
  if (n === 0) return null
  for (let i = 0; i < TERMS; i++) {
    for (let j = 0; j < i; j++) products[i * TERMS + j] = products[j * TERMS + i] as number
    products[i * TERMS + i] = (products[i * TERMS + i] as number) + DAMPING * n
  }
  const weights = new Float64Array(sums.length)
  for (let from = 0; from < sums.length; from += TERMS) {
    weights.set(solved(products, sums.subarray(from, from + TERMS)), from)
  }
  return weights
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

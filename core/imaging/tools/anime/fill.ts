import type { Kernels } from '../../../kernels/kernels.ts'
import type { Cells } from './cells.ts'
import type { OkLabPicture } from './study.ts'
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
  const wide = Int32Array.from(isWide, (is) => (is === 1 ? total++ : -1))
  const weights = total === 0 ? [] : fallOffs(picture, cells, wide, total)
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
  picture: OkLabPicture,
  { of, widthPx, heightPx }: Cells,
  wide: Int32Array,
  total: number,
): (Float64Array | null)[] {
  const half = Math.max(widthPx, heightPx) / 2
  const fits = Array.from({ length: total }, () => new Fit())
  for (let y = 0; y < heightPx; y += LOOKED) {
    for (let x = 0; x < widthPx; x += LOOKED) {
      const at = y * widthPx + x
      fits[wide[of[at] as number] as number]?.add(x / half - 1, y / half - 1, picture, at)
    }
  }
  return fits.map((fit) => fit.weights())
}

/** What is asked of one cell's pixels. */
class Fit {
  readonly #products = new Float64Array(TERMS * TERMS)
  readonly #sums = [
    new Float64Array(TERMS),
    new Float64Array(TERMS),
    new Float64Array(TERMS),
  ] as const
  readonly #terms = new Float64Array(TERMS)

  add(u: number, v: number, { lightness, a, b }: OkLabPicture, at: number): void {
    const products = this.#products
    const terms = this.#terms
    termsAt(u, v, terms)
    addTimes(this.#sums[0], terms, lightness[at] as number)
    addTimes(this.#sums[1], terms, a[at] as number)
    addTimes(this.#sums[2], terms, b[at] as number)
    // The matrix is symmetric: one half of it says all.
    for (let i = 0; i < TERMS; i++) {
      const term = terms[i] as number
      for (let to = i * TERMS + i, j = i; j < TERMS; to++, j++) {
        products[to] = (products[to] as number) + term * (terms[j] as number)
      }
    }
  }

  weights(): Float64Array | null {
    const products = this.#products
    const n = products[0] as number
    if (n === 0) return null
    for (let i = 0; i < TERMS; i++) {
      for (let j = 0; j < i; j++) products[i * TERMS + j] = products[j * TERMS + i] as number
      products[i * TERMS + i] = (products[i * TERMS + i] as number) + DAMPING * n
    }
    const weights = new Float64Array(TERMS * this.#sums.length)
    this.#sums.forEach((sums, plane) => {
      weights.set(solved(products, sums), plane * TERMS)
    })
    return weights
  }
}

function addTimes(sums: Float64Array, terms: Float64Array, value: number): void {
  for (let i = 0; i < TERMS; i++) {
    sums[i] = (sums[i] as number) + (terms[i] as number) * value
  }
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

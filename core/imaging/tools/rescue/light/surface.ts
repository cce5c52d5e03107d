/** A value at a place of a picture, -1 to 1 from edge to edge. */
export interface Sample {
  readonly cell: number
  readonly x: number
  readonly y: number
  readonly value: number
}

/** A smooth surface: coefficients of 1, x, y and, of a bowl, x², xy, y². */
export interface Surface {
  readonly coefficients: readonly number[]
  /** Mean of what it was laid over. */
  readonly mean: number
}

const termsOf = (x: number, y: number): readonly number[] => [1, x, y, x * x, x * y, y * y]

export const valueAt = (
  { coefficients }: Surface,
  { x, y }: { readonly x: number; readonly y: number },
): number => {
  const terms = termsOf(x, y)
  return coefficients.reduce((sum, k, at) => sum + k * (terms[at] ?? 0), 0)
}

const ROUNDS = 14
/** From this residual on a sample counts for half, at first and at last. */
const HALF = { first: 0.8, last: 0.07 }
/** What lies above is glare, or the paper that the surface has not reached yet. */
const ABOVE = 4

/**
 * A surface laid over samples from above: it rests on the bright ones, and what is much darker (ink,
 * paint, a picture) does not pull it down. Weighted least squares, the weights anew each round.
 */
export function fitSurface(samples: readonly Sample[], shape: 'plane' | 'bowl'): Surface {
  const size = shape === 'plane' ? 3 : 6
  const mean = samples.reduce((sum, { value }) => sum + value, 0) / Math.max(1, samples.length)
  let surface: Surface = { coefficients: [mean, ...Array<number>(size - 1).fill(0)], mean }
  for (let round = 0; round < ROUNDS; round++) {
    const share = round / (ROUNDS - 1)
    const half = HALF.first * (HALF.last / HALF.first) ** share
    const weights = samples.map((sample) => {
      if (shape === 'plane' || round === 0) return 1
      const off = sample.value - valueAt(surface, sample)
      return 1 / (1 + (off / (off > 0 ? half * ABOVE : half)) ** 2)
    })
    surface = { coefficients: solved(samples, weights, size), mean }
    if (shape === 'plane') break
  }
  return surface
}

/** Least squares by the normal equations; a little is added to the diagonal, for few samples. */
function solved(
  samples: readonly Sample[],
  weights: readonly number[],
  size: number,
): readonly number[] {
  const rows = Array.from({ length: size }, () => new Float64Array(size + 1))
  samples.forEach(({ x, y, value }, at) => {
    const terms = termsOf(x, y)
    for (const [i, row] of rows.entries()) {
      const own = (weights[at] ?? 0) * (terms[i] ?? 0)
      for (let j = 0; j < size; j++) row[j] = (row[j] ?? 0) + own * (terms[j] ?? 0)
      row[size] = (row[size] ?? 0) + own * value
    }
  })
  for (const [i, row] of rows.entries()) row[i] = (row[i] ?? 0) + 1e-6
  return eliminated(rows)
}

/** Solves by Gauss and Jordan; the matrix is positive definite, so no rows need change places. */
function eliminated(rows: readonly Float64Array[]): readonly number[] {
  for (const [i, row] of rows.entries()) {
    const lead = row[i] ?? 1
    row.forEach((value, at) => {
      row[at] = value / lead
    })
    for (const other of rows) {
      if (other === row) continue
      const by = other[i] ?? 0
      other.forEach((value, at) => {
        other[at] = value - by * (row[at] ?? 0)
      })
    }
  }
  return rows.map((row) => row[row.length - 1] ?? 0)
}

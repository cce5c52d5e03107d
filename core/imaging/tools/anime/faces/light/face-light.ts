import type { Kernels } from '../../../../../kernels/kernels.ts'
import type { FloatPlane } from '../../../../../pixels/raster.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import { meansWithin } from '../../cells/means-within.ts'
import type { FaceForm } from './face-form.ts'

/** What has less weight is no skin. */
const SKIN = 0.3
/** How far the light that the form does not explain is smoothed, face widths. */
const UNEXPLAINED = 0.22
/** How much more than the photo's the light of the form is. */
const MODELLED = 1.05

/**
 * The light of a face as its form takes it: the photo's, as well as a light from one side and one from
 * all sides explain it, and of what they do not (a hat's shadow, a second lamp) the large shapes.
 * @param light of the skin, without its texture
 * @param weight how much each pixel is skin of the face
 * @param facePx width of the face in the planes
 */
export function formedLight(
  kernels: Kernels,
  light: FloatPlane,
  weight: Float32Array,
  form: FaceForm,
  facePx: number,
  fitted: FittedLight = fittedLight(light.values, weight, form),
): FloatPlane {
  const { values } = light
  const { seen, drawn } = fitted
  const unexplained = withValues(
    new Float32Array(values.length),
    (i) => ((values[i] as number) - (seen[i] as number)) * ((weight[i] as number) + 1e-4),
  )
  const trust = withValues(new Float32Array(values.length), (i) => (weight[i] as number) + 1e-4)
  const reachPx = Math.max(1.2, UNEXPLAINED * facePx)
  const rest = meansWithin(kernels, light, unexplained, trust, reachPx, 0)
  return {
    ...light,
    values: withValues(rest, (i) => MODELLED * (drawn[i] as number) + (rest[i] as number)),
  }
}

/** Of the form's four parts: even light and one from the right, from below and from before. */
const PARTS = 4
/** Light is taken for even where the form tells little. */
const CALM = 0.004

/**
 * Light from aside comes from before, too, at least by this share of it: where shade begins is an arc
 * then, and no straight line down the middle of a face.
 */
const FROM_BEFORE = 1
/** How much of the light from above or below follows the form: all of it would light brows, cheeks and chin one by one. */
const FROM_ABOVE = 0.4

/** What a face's form tells of its light, OKLab. */
export interface FittedLight {
  /** As the photo has it, and as it is drawn. */
  readonly seen: Float32Array
  readonly drawn: Float32Array
  /** How much lighter a surface is that looks to the right, and down. */
  readonly right: number
  readonly under: number
  /** How much of what the light of skin differs is the form's, 0..1. */
  readonly explained: number
}

/** The least squares of a light over the form of a face, without its mean, as it is and as it is drawn. */
export function fittedLight(
  light: Float32Array,
  weight: Float32Array,
  { x, y, z }: FaceForm,
): FittedLight {
  const partsOf = (i: number) => [1, x[i] as number, y[i] as number, z[i] as number] as const
  const [matrix, wanted] = [new Float64Array(PARTS * PARTS), new Float64Array(PARTS)]
  let whole = 0
  for (let i = 0; i < light.length; i++) {
    const own = weight[i] as number
    if (own < SKIN) continue
    const parts = partsOf(i)
    whole += own
    for (let r = 0; r < PARTS; r++) {
      const by = own * (parts[r] as number)
      wanted[r] = (wanted[r] as number) + by * (light[i] as number)
      for (let c = 0; c < PARTS; c++) {
        matrix[r * PARTS + c] = (matrix[r * PARTS + c] as number) + by * (parts[c] as number)
      }
    }
  }
  for (let r = 1; r < PARTS; r++) {
    matrix[r * (PARTS + 1)] = (matrix[r * (PARTS + 1)] as number) + CALM * whole
  }
  const [, right = 0, under = 0, front = 0] = whole === 0 ? [] : solved(matrix, wanted)
  const below = FROM_ABOVE * under
  const lit = (before: number) =>
    withValues(
      new Float32Array(light.length),
      (i) => right * (x[i] as number) + below * (y[i] as number) + before * (z[i] as number),
    )
  const seen = withValues(
    new Float32Array(light.length),
    (i) => right * (x[i] as number) + under * (y[i] as number) + front * (z[i] as number),
  )
  return {
    seen: lit(front),
    drawn: lit(Math.max(front, FROM_BEFORE * Math.hypot(right, below))),
    right,
    under,
    explained: explainedOf(light, seen, weight),
  }
}

/** How much of a light's variance another explains. */
function explainedOf(light: Float32Array, seen: Float32Array, weight: Float32Array): number {
  let [whole, sum, rest, squares, rests] = [0, 0, 0, 0, 0]
  for (let i = 0; i < light.length; i++) {
    const own = weight[i] as number
    if (own < SKIN) continue
    const value = light[i] as number
    const away = (light[i] as number) - (seen[i] as number)
    whole += own
    sum += own * value
    rest += own * away
    squares += own * value * value
    rests += own * away * away
  }
  if (whole === 0) return 0
  const variance = squares / whole - (sum / whole) ** 2
  return Math.max(0, 1 - (rests / whole - (rest / whole) ** 2) / Math.max(1e-9, variance))
}

/** The solution of a small system of equations that has one (Gauss, with a positive diagonal). */
function solved(matrix: Float64Array, wanted: Float64Array): Float64Array {
  const n = wanted.length
  const at = (r: number, c: number) => matrix[r * n + c] as number
  for (let k = 0; k < n; k++) {
    for (let r = k + 1; r < n; r++) {
      const share = at(r, k) / at(k, k)
      for (let c = k; c < n; c++) matrix[r * n + c] = at(r, c) - share * at(k, c)
      wanted[r] = (wanted[r] as number) - share * (wanted[k] as number)
    }
  }
  const solution = new Float64Array(n)
  for (let r = n - 1; r >= 0; r--) {
    let rest = wanted[r] as number
    for (let c = r + 1; c < n; c++) rest -= at(r, c) * (solution[c] as number)
    solution[r] = rest / at(r, r)
  }
  return solution
}

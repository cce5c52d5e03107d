import type { Kernels } from '../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../pixels/oklab.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import type { LabPlanes } from '../../../face-points/skin-likeness.ts'
import { sizesOf, withoutSpecks } from '../cells.ts'

export const TONES = 3
/** Tones nearer than this are one. */
const TONES_APART = 0.1
const ROUNDS = 12
/** A light on less of the skin than this is a gloss, a shadow on less a speck: neither is painted. */
const LIGHT_LEAST = 0.24
const SHADOW_LEAST = 0.07
/** How far light that is brought into a tone lies within it, OKLab. */
const WITHIN = 0.002

/** A few tones of the light by k-means, coloured as the skin is there. */
export function tonesOf(light: Float32Array, lab: LabPlanes, weight: Float32Array) {
  let centres = startOf(light, weight)
  for (let round = 0; round < ROUNDS; round++) {
    const sums = centres.map(() => [0, 0])
    light.forEach((v, i) => {
      const sum = sums[nearest(centres, v)]
      if (sum === undefined || (weight[i] ?? 0) < 0.3) return
      sum[0] = (sum[0] ?? 0) + v
      sum[1] = (sum[1] ?? 0) + 1
    })
    centres = centres.map((c, k) =>
      (sums[k]?.[1] ?? 0) > 0 ? (sums[k]?.[0] ?? 0) / (sums[k]?.[1] ?? 1) : c,
    )
    if (round === ROUNDS >> 1) centres = apart(centres)
  }
  centres = centresWithoutSpecks(apart(centres), light, weight)
  const sums = centres.map((): [number, number, number, number] => [0, 0, 0, 0])
  light.forEach((v, i) => {
    const sum = sums[nearest(centres, v)]
    if (sum === undefined || (weight[i] ?? 0) < 0.3) return
    sum[0] += lab.light[i] ?? 0
    sum[1] += lab.a[i] ?? 0
    sum[2] += lab.b[i] ?? 0
    sum[3]++
  })
  const tones = sums.map(
    ([l, a, b, n]): OkLab => [l / Math.max(1, n), a / Math.max(1, n), b / Math.max(1, n)],
  )
  const count = Math.max(
    1,
    sums.reduce((sum, [, , , n]) => sum + n, 0),
  )
  const meanOf = (c: 0 | 1 | 2) => sums.reduce((sum, values) => sum + values[c], 0) / count
  const tone: OkLab = [meanOf(0), meanOf(1), meanOf(2)]
  const steps = centres.slice(1).map((c, k) => (c + (centres[k] ?? c)) / 2)
  return { tone, tones, steps }
}

/**
 * Light without the patches of one tone that are too small to be painted: they take the tone about
 * them.
 * @param inside the face's oval, beyond which nothing is looked at
 */
export function withoutIslands(
  kernels: Kernels,
  light: FloatPlane,
  inside: Float32Array,
  steps: readonly number[],
  leastPx: number,
): FloatPlane {
  const { widthPx, heightPx } = light
  const values = light.values.slice()
  const toneAt = (at: number) => steps.filter((step) => (light.values[at] as number) > step).length
  const of = withValues(new Uint32Array(values.length), (at) =>
    (inside[at] ?? 0) > 0.5 ? toneAt(at) + 1 : 0,
  )
  const patches = kernels.connectCells({ widthPx, heightPx, of, total: steps.length + 2 })
  const sizes = sizesOf(patches)
  const calm = withoutSpecks(kernels, patches, (at) => (of[at] === 0 ? 0 : leastPx))
  const toneOf = new Map<number, number>()
  patches.of.forEach((patch, at) => {
    if ((sizes[patch] as number) >= leastPx && of[at] !== 0)
      toneOf.set(patch, (of[at] as number) - 1)
  })
  calm.of.forEach((patch, at) => {
    const tone = toneOf.get(patch)
    if (tone === undefined || of[at] === 0 || of[at] === tone + 1) return
    const [low, high] = [steps[tone - 1] ?? 0, steps[tone] ?? 1]
    values[at] = Math.min(high - WITHIN, Math.max(low + WITHIN, values[at] as number))
  })
  return { ...light, values }
}

function centresWithoutSpecks(
  centres: readonly number[],
  light: Float32Array,
  weight: Float32Array,
): number[] {
  const counts = centres.map(() => 0)
  light.forEach((v, i) => {
    if ((weight[i] ?? 0) < 0.3) return
    const k = nearest(centres, v)
    counts[k] = (counts[k] ?? 0) + 1
  })
  const whole = Math.max(
    1,
    counts.reduce((a, b) => a + b, 0),
  )
  const most = counts.indexOf(Math.max(...counts))
  return centres.filter((_, k) => {
    const share = (counts[k] ?? 0) / whole
    return k === most || share >= (k > most ? LIGHT_LEAST : SHADOW_LEAST)
  })
}

function startOf(light: Float32Array, weight: Float32Array): number[] {
  const sorted = [...light].filter((_, i) => (weight[i] ?? 0) > 0.3).sort((a, b) => a - b)
  return Array.from(
    { length: TONES },
    (_, k) => sorted[Math.floor(((k + 0.5) / TONES) * sorted.length)] ?? 0.5,
  )
}

function apart(centres: readonly number[]): number[] {
  const kept: number[] = []
  for (const centre of centres) {
    const last = kept.at(-1)
    if (last !== undefined && centre - last < TONES_APART)
      kept[kept.length - 1] = (centre + last) / 2
    else kept.push(centre)
  }
  return kept
}

function nearest(centres: readonly number[], value: number): number {
  let best = 0
  centres.forEach((centre, k) => {
    if (Math.abs(centre - value) < Math.abs((centres[best] ?? 0) - value)) best = k
  })
  return best
}

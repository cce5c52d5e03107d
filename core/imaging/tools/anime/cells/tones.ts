import type { Kernels } from '../../../../kernels/kernels.ts'
import type { OkLab } from '../../../../pixels/oklab.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import type { LabPlanes } from '../../../face-points/skin-likeness.ts'
import { sizesOf, withoutSpecks } from './cells.ts'

export const TONES = 3
/** Tones nearer than this are one. */
const TONES_APART = 0.1
const ROUNDS = 12
/** What has less weight is no skin. */
const SKIN = 0.3
/** A light on less of the skin than this is a gloss, a shadow on less a speck: neither is painted. */
const LIGHT_LEAST = 0.24
const SHADOW_LEAST = 0.07
/** How far light that is brought into a tone lies within it, OKLab. */
const WITHIN = 0.002

/**
 * A face that soft light has on one side has tones that lie so near, whose middles are so far from each
 * other across it, in face widths. Soft light in the middle of a face would have the shape of a mask.
 */
const SOFT = { apart: 0.05, aside: 0.2 }

/**
 * {@link tonesOf} a face, which has two where soft light leaves it a light and a dark side: one alone
 * would leave it without a form.
 * @param across how far across the face each pixel lies, face widths
 */
export function faceTonesOf(
  light: Float32Array,
  lab: LabPlanes,
  weight: Float32Array,
  across: Float32Array,
) {
  const lights = lightsOf(light, weight)
  const usual = cutOf(lights, TONES_APART)
  const toned = (cut: Cut) => inShade(colouredBy(cut, light, lab, weight))
  if (usual.steps.length > 0) return toned(usual)
  const soft = cutOf(lights, SOFT.apart)
  return toned(asideOf(light, weight, across, soft.steps) > SOFT.aside ? soft : usual)
}

/** Where shade begins between two tones of a face, from the darker to the lighter: halfway it would part a face in two. */
const SHADE_FROM = 0.42

const stepsBetween = (centres: readonly number[], share: number): number[] =>
  centres.slice(1).map((c, k) => c * share + (centres[k] ?? c) * (1 - share))

const inShade = <T extends { readonly centres: readonly number[] }>(toned: T) => ({
  ...toned,
  steps: stepsBetween(toned.centres, SHADE_FROM),
})

/** How far the middle of what is lighter lies beside that of what is darker; 0 where all is one tone. */
function asideOf(
  light: Float32Array,
  weight: Float32Array,
  across: Float32Array,
  steps: readonly number[],
): number {
  const [step] = steps
  if (step === undefined) return 0
  let [dark, darks, lit, lits] = [0, 0, 0, 0]
  for (let i = 0; i < light.length; i++) {
    if ((weight[i] as number) < SKIN) continue
    if ((light[i] as number) > step) {
      lit += across[i] as number
      lits++
    } else {
      dark += across[i] as number
      darks++
    }
  }
  return Math.abs(lit / Math.max(1, lits) - dark / Math.max(1, darks))
}

/**
 * A few tones of the light by k-means, coloured as the skin is there.
 * @param leastApart tones that lie nearer are one, OKLab
 */
export const tonesOf = (
  light: Float32Array,
  lab: LabPlanes,
  weight: Float32Array,
  leastApart = TONES_APART,
) => colouredBy(cutOf(lightsOf(light, weight), leastApart), light, lab, weight)

/** Where light is cut into a few tones, from the darker to the lighter. @param leastApart tones that lie nearer are one, OKLab */
export const stepsOf = (light: Float32Array, leastApart = TONES_APART): readonly number[] =>
  cutOf(light.slice().sort(), leastApart).steps

/** The lights of skin, sorted. */
const lightsOf = (light: Float32Array, weight: Float32Array): Float32Array =>
  light.filter((_, i) => (weight[i] as number) >= SKIN).sort()

/** The middles of tones, and where one ends and the next begins. */
interface Cut {
  readonly centres: readonly number[]
  readonly steps: readonly number[]
}

function cutOf(sorted: Float32Array, leastApart: number): Cut {
  const sumUntil = sumsOf(sorted)
  let centres = startOf(sorted)
  for (let round = 0; round < ROUNDS; round++) {
    const ends = endsOf(centres, sorted)
    centres = centres.map((c, k) => {
      const [from, to] = [ends[k - 1] ?? 0, ends[k] as number]
      return to > from ? ((sumUntil[to] as number) - (sumUntil[from] as number)) / (to - from) : c
    })
    if (round === ROUNDS >> 1) centres = apart(centres, leastApart)
  }
  centres = centresWithoutSpecks(apart(centres, leastApart), sorted)
  return { centres, steps: stepsBetween(centres, 0.5) }
}

function colouredBy(
  { centres, steps }: Cut,
  light: Float32Array,
  lab: LabPlanes,
  weight: Float32Array,
) {
  const levels = new Float32Array(light.length)
  for (let i = 0; i < levels.length; i++) levels[i] = nearest(centres, light[i] as number)
  return { ...tonesAt(levels, lab, weight, centres.length), centres, steps }
}

/**
 * The mean colour of each tone, that of all, and how much of the skin has each.
 * @param levels which tone each pixel has; halfway to the next one that begins
 */
export function tonesAt(
  levels: Float32Array,
  lab: LabPlanes,
  weight: Float32Array,
  count: number,
): { readonly tone: OkLab; readonly tones: readonly OkLab[]; readonly shares: readonly number[] } {
  const sums = Array.from({ length: count }, () => new Float64Array(4))
  for (let i = 0; i < levels.length; i++) {
    if ((weight[i] as number) < SKIN) continue
    const sum = sums[Math.min(count - 1, Math.round(levels[i] as number))] as Float64Array
    sum[0] = (sum[0] as number) + (lab.light[i] as number)
    sum[1] = (sum[1] as number) + (lab.a[i] as number)
    sum[2] = (sum[2] as number) + (lab.b[i] as number)
    sum[3] = (sum[3] as number) + 1
  }
  const of = (sum: Float64Array, c: number): number => sum[c] as number
  const whole = (c: number) => sums.reduce((all, sum) => all + of(sum, c), 0)
  const all = Math.max(1, whole(3))
  const tone: OkLab = [whole(0) / all, whole(1) / all, whole(2) / all]
  const tones = sums.map((sum): OkLab => {
    const n = of(sum, 3)
    return n === 0 ? tone : [of(sum, 0) / n, of(sum, 1) / n, of(sum, 2) / n]
  })
  return { tone, tones, shares: sums.map((sum) => of(sum, 3) / all) }
}

/** Which tone a light has: 0 for the darkest. @param steps from which lights on the next one begins */
export function toneAt(light: number, steps: readonly number[]): number {
  let tone = 0
  while (tone < steps.length && light > (steps[tone] as number)) tone++
  return tone
}

/** Which tone each pixel has by its light, with borders that are rounded. @param roundPx how far */
export function levelsOf(
  kernels: Kernels,
  light: FloatPlane,
  steps: readonly number[],
  roundPx: number,
): FloatPlane {
  const levels = new Float32Array(light.values.length)
  for (const step of steps) {
    const values = light.values.map((own) => (own > step ? 1 : 0))
    const round = kernels.gaussian({ ...light, values }, Math.max(0.8, roundPx)).values
    for (let i = 0; i < levels.length; i++) {
      levels[i] = (levels[i] as number) + (round[i] as number)
    }
  }
  return { ...light, values: levels }
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
  const toneAt = (at: number) => {
    let tone = 0
    for (const step of steps) if ((light.values[at] as number) > step) tone++
    return tone
  }
  const of = withValues(new Uint32Array(values.length), (at) =>
    (inside[at] ?? 0) > 0.5 ? toneAt(at) + 1 : 0,
  )
  const patches = kernels.connectCells({ widthPx, heightPx, of, total: steps.length + 2 })
  const sizes = sizesOf(patches)
  const calm = withoutSpecks(kernels, patches, (at) => (of[at] === 0 ? 0 : leastPx))
  // Of each patch one more than its tone; 0 for what is small or outside.
  const tones = new Uint32Array(patches.total)
  for (let at = 0; at < of.length; at++) {
    const patch = patches.of[at] as number
    if ((sizes[patch] as number) >= leastPx) tones[patch] = of[at] as number
  }
  for (let at = 0; at < of.length; at++) {
    const own = of[at] as number
    const next = tones[calm.of[at] as number] as number
    if (next === 0 || own === 0 || own === next) continue
    const low = steps[next - 2] ?? 0
    const high = steps[next - 1] ?? 1
    values[at] = Math.min(high - WITHIN, Math.max(low + WITHIN, values[at] as number))
  }
  return { ...light, values }
}

function centresWithoutSpecks(centres: readonly number[], sorted: Float32Array): number[] {
  const ends = endsOf(centres, sorted)
  const counts = ends.map((end, k) => end - (ends[k - 1] ?? 0))
  const whole = Math.max(1, sorted.length)
  const most = counts.indexOf(Math.max(...counts))
  return centres.filter((_, k) => {
    const share = (counts[k] ?? 0) / whole
    return k === most || share >= (k > most ? LIGHT_LEAST : SHADOW_LEAST)
  })
}

const startOf = (sorted: Float32Array): number[] =>
  Array.from(
    { length: TONES },
    (_, k) => sorted[Math.floor(((k + 0.5) / TONES) * sorted.length)] ?? 0.5,
  )

/** Of each number of the first lights their sum. */
function sumsOf(lights: Float32Array): Float64Array {
  const sums = new Float64Array(lights.length + 1)
  for (let i = 0; i < lights.length; i++) {
    sums[i + 1] = (sums[i] as number) + (lights[i] as number)
  }
  return sums
}

/** How many of the sorted lights are nearest to each of the ascending centres or to one before it. */
const endsOf = (centres: readonly number[], sorted: Float32Array): number[] =>
  centres.map((centre) => {
    const next = centres.find((other) => other > centre)
    return next === undefined ? sorted.length : countUntil(sorted, (centre + next) / 2)
  })

/** How many of the sorted lights are no lighter. */
function countUntil(sorted: Float32Array, most: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) <= most) low = middle + 1
    else high = middle
  }
  return low
}

function apart(centres: readonly number[], least: number): number[] {
  const kept: number[] = []
  for (const centre of centres) {
    const last = kept.at(-1)
    if (last !== undefined && centre - last < least) kept[kept.length - 1] = (centre + last) / 2
    else kept.push(centre)
  }
  return kept
}

function nearest(centres: readonly number[], value: number): number {
  let best = 0
  let away = Number.POSITIVE_INFINITY
  for (let k = 0; k < centres.length; k++) {
    const own = Math.abs((centres[k] as number) - value)
    if (own < away) {
      best = k
      away = own
    }
  }
  return best
}

import { binOfPercentile } from '../../../../pixels/histogram.ts'
import { toneAt } from './tones.ts'

const ROUNDS = 8

/**
 * Where light is cut: between the means of two or three tones (k-means), or nowhere.
 * @param counts of the pixels that have each light
 * @param apart how far tones lie apart at least, in such lights
 * @param least share of the pixels that a tone has at least
 */
export function stepsOfCounts(
  counts: Float64Array,
  apart: number,
  least: number,
): readonly number[] {
  const all = counts.reduce((sum, count) => sum + count, 0)
  let centres = [0.1, 0.5, 0.9].map((share) => binOfPercentile(counts, share * all))
  for (let round = 0; round < ROUNDS; round++) centres = meansAbout(counts, centres)
  for (;;) {
    const shares = sharesOf(counts, centres).map((count) => count / all)
    const few = shares.findIndex((share) => share < least)
    const near = centres.findIndex(
      (centre, k) => k > 0 && centre - (centres[k - 1] as number) < apart,
    )
    if (centres.length < 2 || (few < 0 && near < 0)) break
    const gone =
      few >= 0 ? few : (shares[near] as number) < (shares[near - 1] as number) ? near : near - 1
    centres.splice(gone, 1)
    for (let round = 0; round < ROUNDS; round++) centres = meansAbout(counts, centres)
  }
  return stepsBetween(centres)
}

const stepsBetween = (centres: readonly number[]): number[] =>
  centres.slice(1).map((centre, k) => (centre + (centres[k] as number)) / 2)

function sharesOf(counts: Float64Array, centres: readonly number[]): number[] {
  const steps = stepsBetween(centres)
  const shares = centres.map(() => 0)
  counts.forEach((count, value) => {
    const tone = toneAt(value, steps)
    shares[tone] = (shares[tone] as number) + count
  })
  return shares
}

function meansAbout(counts: Float64Array, centres: readonly number[]): number[] {
  const steps = stepsBetween(centres)
  const [sums, all] = [centres.map(() => 0), centres.map(() => 0)]
  counts.forEach((count, value) => {
    const tone = toneAt(value, steps)
    sums[tone] = (sums[tone] as number) + count * value
    all[tone] = (all[tone] as number) + count
  })
  return centres.map((centre, k) =>
    all[k] === 0 ? centre : (sums[k] as number) / (all[k] as number),
  )
}

/**
 * The bin of a histogram in which the value lies that so many are not above: a percentile.
 * @param counts how many values each bin holds
 */
export function binOfPercentile(counts: Float64Array | Uint32Array, wanted: number): number {
  let left = wanted
  for (let bin = 0; bin < counts.length; bin++) {
    left -= counts[bin] as number
    if (left <= 0) return bin
  }
  return counts.length - 1
}

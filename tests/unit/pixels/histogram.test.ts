import { expect, it } from 'vitest'
import { binOfPercentile } from '#core/pixels/histogram.ts'

it('finds the bin of a percentile, the last one where more is asked for than there is', () => {
  const counts = Uint32Array.of(2, 0, 3, 5)
  expect([0, 2, 2.1, 5, 6, 10, 11].map((wanted) => binOfPercentile(counts, wanted))).toEqual([
    0, 0, 2, 2, 3, 3, 3,
  ])
})

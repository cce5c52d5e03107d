import type { Raster } from '../../../../pixels/raster.ts'

/** Clouds between the washes of a black and of a white picture: those of two photographs seldom lie near to one another. */
const CLOUDS = 200
/** One of so many pixels is looked at. */
const EVERY = 7

/**
 * Where in the noise of washes a picture begins, in clouds: with one place for all, two prints would have the same
 * stains. It goes continuously with the mean light, so that copies of a photo have the same clouds.
 */
export function washPlaceOf({ rgba }: Pick<Raster, 'rgba'>): number {
  let [sum, count] = [0, 0]
  for (let at = 0; at < rgba.length; at += 4 * EVERY) {
    sum += (rgba[at] as number) + (rgba[at + 1] as number) + (rgba[at + 2] as number)
    count++
  }
  return (CLOUDS * sum) / (3 * 255 * Math.max(1, count))
}

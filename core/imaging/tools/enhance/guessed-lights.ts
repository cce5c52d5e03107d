import { decoded } from '../../../pixels/oklab.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { type ColourOfLight, lumaOf } from './colour-of-light.ts'

/** Pixels of the copy, along each side, that are looked at as one. */
const BLOCK_PX = 8
/** What a guess goes by: a power of the light, the lightest share of a channel, of all pixels. */
const POWER = 4
const LIGHTEST_OF_CHANNEL = 0.03
const LIGHTEST = 0.05
/** Luma of what is lit. */
const LIT = 0.01
/** No light is darker where logarithms are taken. */
export const DARKEST_LIGHT = 1e-3

/** The light of each block, from the photo's top to its foot. */
export function blocksOf({ widthPx, heightPx, rgba }: Raster): readonly ColourOfLight[] {
  const lights: ColourOfLight[] = []
  for (let top = 0; top + BLOCK_PX <= heightPx; top += BLOCK_PX) {
    for (let left = 0; left + BLOCK_PX <= widthPx; left += BLOCK_PX) {
      const sums: [number, number, number] = [0, 0, 0]
      for (let y = top; y < top + BLOCK_PX; y++) {
        for (let x = left; x < left + BLOCK_PX; x++) {
          const at = (y * widthPx + x) * 4
          sums[0] += rgba[at] ?? 0
          sums[1] += rgba[at + 1] ?? 0
          sums[2] += rgba[at + 2] ?? 0
        }
      }
      const light = (sum: number) => decoded(Math.round(sum / BLOCK_PX ** 2))
      lights.push([light(sums[0]), light(sums[1]), light(sums[2])])
    }
  }
  return lights
}

/** Those that are lit. */
export const litOf = (lights: readonly ColourOfLight[]) =>
  lights.filter((light) => lumaOf(light) > LIT)

/**
 * Four guesses at the colour of the light: grey world, a power mean (Finlayson & Trezzi 2004), the
 * lightest of each channel, and the lightest pixels.
 */
export function guessedLights(lights: readonly ColourOfLight[]): readonly ColourOfLight[] {
  const channels = [0, 1, 2].map((c) => Float64Array.from(lights, (light) => light[c] ?? 0))
  const of = (guess: (values: Float64Array) => number): ColourOfLight => {
    const [red = 0, green = 0, blue = 0] = channels.map(guess)
    return [red, green, blue]
  }
  const brightest = lights
    .toSorted((one, other) => lumaOf(other) - lumaOf(one))
    .slice(0, Math.max(1, Math.floor(LIGHTEST * lights.length)))
  return [
    of(meanOf),
    of((all) => meanOf(all.map((value) => value ** POWER)) ** (1 / POWER)),
    of((all) => Number(all.toSorted()[Math.round((1 - LIGHTEST_OF_CHANNEL) * (all.length - 1))])),
    meanLight(brightest),
  ]
}

export const meanLight = (lights: readonly ColourOfLight[]): ColourOfLight => [
  meanOf(lights.map(([red]) => red)),
  meanOf(lights.map(([, green]) => green)),
  meanOf(lights.map(([, , blue]) => blue)),
]

const meanOf = (values: ArrayLike<number>): number => {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0
  return sum / values.length
}

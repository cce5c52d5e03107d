import type { ColourTables } from '../../../../kernels/light.ts'
import { lumaOf, lumaPlaneOf } from '../../../../pixels/luma.ts'
import { decoded, lightToOkLab, type OkLab } from '../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { Raster } from '../../../../pixels/raster.ts'

const LEVELS = 256
/** Share of the pixels, by luma, that are a print's black, and its white. */
const ENDS = 0.01
/** Light of a print's black up to which nothing has faded, and from which it surely has. */
const FADED = { from: 0.011, surely: 0.028 }
/** Chroma of a black, and of a white, up to which its hue is the dye's or the paper's own fault, and from which it is a colour. */
const DARK_HUE = { fault: 0.05, colour: 0.09 }
const LIGHT_HUE = { fault: 0.06, colour: 0.1 }
/** Levels that they become. */
const BLACK = 10
const WHITE = 247
/** White is given back in part: what is as light as paper may be a lamp's or the evening's. */
const WHITENED = 0.75
/** A curve is no steeper, or a print's grain and JPEG's blocks would be seen. */
const STEEPEST = 2.2

type Triple = readonly [red: number, green: number, blue: number]

/**
 * What gives a faded print its black, its white and its colours back: dyes fade each by itself and paper yellows, so
 * each channel is spread anew between the darkest and the lightest that is left of it.
 * @param print the straightened sheet in even light, small and opaque
 * @param amount 0 leaves the colours as they are, 1 spreads them wholly
 * @returns null where nothing has faded: a print that has a black keeps its colours
 */
export function freshTables(print: Raster, amount: number): ColourTables | null {
  const { dark, light } = endsOf(print)
  const faded = smoothstep(FADED.from, FADED.surely, decoded(Math.round(lumaOf(...dark))))
  const share = amount * faded
  if (share === 0) return null
  const blackFault = 1 - smoothstep(DARK_HUE.fault, DARK_HUE.colour, chromaOf(dark))
  const whiteFault = 1 - smoothstep(LIGHT_HUE.fault, LIGHT_HUE.colour, chromaOf(light))
  const [least, most] = [Math.min(...dark), Math.max(...light)]
  const values = new Float32Array(3 * LEVELS * 3)
  for (let channel = 0; channel < 3; channel++) {
    const low = mixed(least, dark[channel] ?? least, blackFault)
    const high = mixed(most, light[channel] ?? most, whiteFault)
    const spread = spreadOf(low, high, mixed(high, Math.max(high, WHITE), WHITENED))
    for (let level = 0; level < LEVELS; level++) {
      values[(channel * LEVELS + level) * 3 + channel] = mixed(level, spread(level), share)
    }
  }
  return { values }
}

const mixed = (from: number, to: number, share: number): number => from + (to - from) * share

/** Levels between two, spread up to a white and down to black; less far down where that would be too steep. */
function spreadOf(low: number, high: number, white: number): (level: number) => number {
  const slope = Math.min(STEEPEST, (white - BLACK) / Math.max(1, high - low))
  return (level) => Math.min(255, Math.max(0, white + (level - high) * slope))
}

/** Mean levels of the darkest and of the lightest pixels. */
function endsOf(print: Raster): { readonly dark: Triple; readonly light: Triple } {
  const { rgba } = print
  const lumas = lumaPlaneOf(print)
  const count = lumas.length
  const ordered = lumas.toSorted()
  const some = Math.max(1, Math.floor(count * ENDS))
  const darkest = ordered[some - 1] ?? 0
  const lightest = ordered[count - some] ?? 255
  return {
    dark: meanWhere(rgba, (pixel) => (lumas[pixel] as number) <= darkest),
    light: meanWhere(rgba, (pixel) => (lumas[pixel] as number) >= lightest),
  }
}

function meanWhere(rgba: Raster['rgba'], isPart: (pixel: number) => boolean): Triple {
  const sums: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let pixel = 0; pixel * 4 < rgba.length; pixel++) {
    if (!isPart(pixel)) continue
    for (const c of [0, 1, 2] as const) sums[c] += rgba[pixel * 4 + c] ?? 0
    count++
  }
  const [red, green, blue] = sums.map((sum) => sum / Math.max(1, count))
  return [red ?? 0, green ?? 0, blue ?? 0]
}

function chromaOf([red, green, blue]: Triple): number {
  const lab: OkLab = [0, 0, 0]
  const lightOf = (level: number) => decoded(Math.round(level))
  lightToOkLab(lightOf(red), lightOf(green), lightOf(blue), lab)
  return Math.hypot(lab[1], lab[2])
}

import type { Raster } from '../../../pixels/raster.ts'

/** Bits of each channel that tell colours apart. */
const BITS = 5
const SIDE = 1 << BITS
const COLOURS = SIDE ** 3
/** What a colour that was never seen has of all. */
const UNSEEN = 2e-5
/** What one pixel's colour may say at most. */
const MOST = 4

/** For some pixels of a picture the numbers of their colours. */
export function coloursAt({ rgba }: Raster, places: Int32Array): Uint16Array {
  const colours = new Uint16Array(places.length)
  for (let next = 0; next < places.length; next++) {
    const from = (places[next] as number) * 4
    const red = (rgba[from] as number) >> (8 - BITS)
    const green = (rgba[from + 1] as number) >> (8 - BITS)
    const blue = (rgba[from + 2] as number) >> (8 - BITS)
    colours[next] = (((red << BITS) | green) << BITS) | blue
  }
  return colours
}

/** For each colour the logarithm of how much likelier it is inside than behind. */
export function oddsOf(
  colours: Uint16Array,
  inside: Float32Array,
  behind: Float32Array,
): Float32Array {
  const [within, without] = [sharesOf(colours, inside), sharesOf(colours, behind)]
  return within.map((share, colour) => {
    const odds = Math.log((share + UNSEEN) / ((without[colour] as number) + UNSEEN))
    return Math.min(MOST, Math.max(-MOST, odds))
  })
}

/** What each colour has of all weights, colours beside it among them. */
function sharesOf(colours: Uint16Array, weights: Float32Array): Float32Array {
  let shares = new Float32Array(COLOURS)
  let total = 0
  for (let at = 0; at < colours.length; at++) {
    const weight = weights[at] as number
    const colour = colours[at] as number
    shares[colour] = (shares[colour] as number) + weight
    total += weight
  }
  for (const step of [1, SIDE, SIDE * SIDE]) shares = spread(shares, step)
  return shares.map((share) => share / Math.max(1, total))
}

/** A quarter of each colour goes to either neighbour along a channel. */
function spread(shares: Float32Array<ArrayBuffer>, step: number): Float32Array<ArrayBuffer> {
  const result = new Float32Array(shares.length)
  for (let colour = 0; colour < shares.length; colour++) {
    const level = Math.floor(colour / step) % SIDE
    const below = shares[level > 0 ? colour - step : colour] as number
    const above = shares[level < SIDE - 1 ? colour + step : colour] as number
    result[colour] = (shares[colour] as number) / 2 + (below + above) / 4
  }
  return result
}

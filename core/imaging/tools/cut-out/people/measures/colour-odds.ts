import type { Raster } from '../../../../../pixels/raster.ts'

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
  const odds = new Float32Array(COLOURS)
  for (let from = 0; from < COLOURS; from += SIDE) oddsFrom(odds, within, without, from)
  return odds
}

/** The odds of some colours. Functions of a few, here and below, are compiled after some of them. */
function oddsFrom(odds: Float32Array, within: Float32Array, without: Float32Array, from: number) {
  for (let colour = from; colour < from + SIDE; colour++) {
    const one = (within[colour] as number) + UNSEEN
    const other = (without[colour] as number) + UNSEEN
    odds[colour] = Math.min(MOST, Math.max(-MOST, Math.log(one / other)))
  }
}

/** What each colour has of all weights, colours beside it among them. */
function sharesOf(colours: Uint16Array, weights: Float32Array): Float32Array {
  let shares = new Float32Array(COLOURS)
  let total = 0
  for (let at = 0; at < colours.length; at++) {
    const weight = weights[at] as number
    if (weight === 0) continue
    const colour = colours[at] as number
    shares[colour] = (shares[colour] as number) + weight
    total += weight
  }
  for (const step of [1, SIDE, SIDE * SIDE]) shares = spread(shares, step)
  const all = Math.max(1, total)
  for (let colour = 0; colour < COLOURS; colour++) {
    shares[colour] = (shares[colour] as number) / all
  }
  return shares
}

/** A quarter of each colour goes to either neighbour along a channel. */
function spread(shares: Float32Array<ArrayBuffer>, step: number): Float32Array<ArrayBuffer> {
  const result = new Float32Array(COLOURS)
  for (let first = 0; first < COLOURS; first += step * SIDE) {
    for (let colour = first; colour < first + step; colour++) {
      spreadAlong(shares, result, colour, step)
    }
  }
  return result
}

/** The same of the levels of a channel, from a colour on. */
function spreadAlong(shares: Float32Array, result: Float32Array, from: number, step: number): void {
  let below = shares[from] as number
  let own = below
  for (let level = 0, colour = from; level < SIDE; level++, colour += step) {
    const above = level < SIDE - 1 ? (shares[colour + step] as number) : own
    result[colour] = own / 2 + (below + above) / 4
    below = own
    own = above
  }
}

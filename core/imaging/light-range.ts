import { binOfPercentile } from '../pixels/histogram.ts'
import { smoothstep } from '../pixels/pixels.ts'
import type { FloatPlane } from '../pixels/raster.ts'

/** A picture's black, and from there to white. */
export interface LightRange {
  readonly black: number
  readonly span: number
  /** How pale the picture is, 0..1. */
  readonly pale: number
}

/** Shares of the pixels that are darker than a picture's black, its middle tone and its white. */
const SHARES = [0.01, 0.5, 0.97] as const
/** How finely light is told apart. */
const BINS = 1024
/** A picture's own range is taken to be this wide at least. */
const LEAST_SPAN = 0.15
/** Up to which span a picture is one tone, a blank page, and from which it is a photo, if in fog. */
const BLANK = { to: 0.02, from: 0.05 }
/** Where between black and white a picture's middle tone lies from which it is pale. */
const PALE = { from: 0.72, wholly: 0.88 }

/**
 * The range of a picture's light: what has one tone stays as light as it is.
 * @param luma 0..1
 */
export function lightRangeOf(luma: FloatPlane): LightRange {
  const [black, middle, white] = percentiles(luma)
  const own = white - black
  const lacking = Math.max(0, LEAST_SPAN - own)
  const blank = 1 - smoothstep(BLANK.to, BLANK.from, own)
  const pale = smoothstep(PALE.from, PALE.wholly, (middle - black) / Math.max(LEAST_SPAN, own))
  return { black: black - blank * lacking * black, span: own + lacking, pale }
}

/** Values below which the shares of the pixels lie. */
function percentiles({ values }: FloatPlane): [number, number, number] {
  const bins = new Uint32Array(BINS)
  // By their numbers: an iterator takes three times as long.
  for (let i = 0; i < values.length; i++) {
    const bin = Math.min(BINS - 1, Math.max(0, (values[i] as number) * (BINS - 1))) | 0
    bins[bin] = (bins[bin] as number) + 1
  }
  // The lower end of a bin: what is wholly white has the last one to itself.
  const at = (share: number) => binOfPercentile(bins, share * values.length) / (BINS - 1)
  const [low, middle, high] = SHARES
  return [at(low), at(middle), at(high)]
}

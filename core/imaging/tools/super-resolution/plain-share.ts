import type { PixelSource } from '../../../pixels/pixels.ts'
import { jpegTraces } from './jpeg-traces.ts'
import { colourNoise, lumaNoise } from './noise.ts'

/** From no traces of JPEG that are worth cleaning to those of a photo that is cleaned whole. */
const TRACES = { none: 0.1, strong: 0.7 }
/** The same of noise, in the levels of {@link colourNoise}. */
const COLOUR_NOISE = { none: 4, strong: 7.5 }
/** Where JPEG has left traces, which takes the noise of colours, in the levels of {@link lumaNoise}. */
const LUMA_NOISE = { none: 1.2, strong: 2.6 }

/** A share outside of these is none, or all: one network takes half the time, and nothing is lost. */
const BOTH = { from: 0.15, to: 0.9 }

/**
 * How much of a photo's enlarged picture is to be that of the network for clean photos, 1 to 0; the
 * rest is that of the one that takes away what JPEG and a sensor's noise leave. Where both are mixed
 * the picture is nearer to the truth than by either alone: what they err in differs.
 */
export function plainShare(source: PixelSource): number {
  const traces = jpegTraces(source)
  const share = Math.min(
    left(traces, TRACES),
    left(colourNoise(source), COLOUR_NOISE),
    traces > TRACES.none ? left(lumaNoise(source), LUMA_NOISE) : 1,
  )
  if (share < BOTH.from) return 0
  return share > BOTH.to ? 1 : share
}

const left = (found: number, { none, strong }: typeof TRACES): number =>
  (strong - found) / (strong - none)

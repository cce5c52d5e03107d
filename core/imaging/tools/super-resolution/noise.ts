import { lumaPlaneOf } from '../../../pixels/luma.ts'
import type { PixelSource } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { BLOCK_PX, looksAt } from './looks.ts'

/** Of all blocks, those with the least: what is seen there is noise, not what the photo shows. */
const CALM = { colours: 0.1, luma: 0.01 }
/** Beyond these, noise is cut off and looks like less. */
const SEEN = { from: 6, to: 249 }
/** Mean of the absolute response below to noise of deviation 1. */
const RESPONSE = 6 * Math.sqrt(2 / Math.PI)

/**
 * How much colours jitter from pixel to pixel where a photo is calm: the standard deviation of the
 * noise in red less green or blue less green, the smaller one, in levels of 255. A sensor's channels
 * err each by themselves; what a photo shows, however fine, is light and dark above all. 0.2 to 0.7
 * in most clean photos that were made smaller, seldom above 1.5; about 3 with noise of 2.6 in greys
 * and 6 with noise of 5. JPEG with halved chroma takes nearly all of it.
 */
export function colourNoise(source: PixelSource): number {
  return Math.min(...calmOf(source, CALM.colours, [lessGreen(0), lessGreen(2)]))
}

/**
 * How much the luma of a photo jitters where it is calmest, in levels of 255. It is left where JPEG
 * took the noise of colours: at quality 95 at most 1.3 without noise, 0.4 to 1.8 with noise of 2.6 in
 * greys, 1.5 to 3.6 with noise of 5. A photo that is fine texture all over has some, too.
 */
export const lumaNoise = (source: PixelSource): number =>
  Math.min(...calmOf(source, CALM.luma, [lumaPlaneOf]))

type PlaneOf = (look: Raster) => Float32Array

interface Jitters {
  readonly planeOf: PlaneOf
  readonly jitters: number[]
}

/** The jitter that a share of the blocks stays under, of each plane. */
function calmOf(source: PixelSource, share: number, planesOf: readonly PlaneOf[]): number[] {
  const found = planesOf.map((planeOf): Jitters => ({ planeOf, jitters: [] }))
  for (const box of looksAt(source)) {
    const look = source.read(box)
    const starts = seenBlocksOf(look)
    for (const { planeOf, jitters } of found) {
      const plane = planeOf(look)
      for (const start of starts) jitters.push(jitter(plane, start, look.widthPx))
    }
  }
  return found.map(({ jitters }) => {
    const sorted = jitters.toSorted((one, other) => one - other)
    return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  })
}

/** Where the blocks of a look begin that show noise as it is. */
function seenBlocksOf(look: Raster): number[] {
  const starts: number[] = []
  for (let y = 1; y + BLOCK_PX < look.heightPx; y += BLOCK_PX) {
    for (let x = 1; x + BLOCK_PX < look.widthPx; x += BLOCK_PX) {
      const start = y * look.widthPx + x
      if (isSeen(look, start)) starts.push(start)
    }
  }
  return starts
}

const lessGreen =
  (channel: number): PlaneOf =>
  ({ rgba }) => {
    const values = new Float32Array(rgba.length / 4)
    for (let i = 0; i < values.length; i++) {
      values[i] = (rgba[i * 4 + channel] as number) - (rgba[i * 4 + 1] as number)
    }
    return values
  }

function isSeen({ rgba, widthPx }: Raster, start: number): boolean {
  for (let y = 0; y < BLOCK_PX; y++) {
    for (let x = 0; x < BLOCK_PX; x++) {
      const green = rgba[(start + y * widthPx + x) * 4 + 1] as number
      if (green < SEEN.from || green > SEEN.to) return false
    }
  }
  return true
}

/** Deviation of the noise of a block (Immerkær 1996, "Fast Noise Variance Estimation"). */
function jitter(plane: Float32Array, start: number, stride: number): number {
  let sum = 0
  for (let y = 0; y < BLOCK_PX; y++) {
    for (let x = 0; x < BLOCK_PX; x++) {
      const i = start + y * stride + x
      sum += Math.abs(
        columnAt(plane, i - 1, stride, 1) +
          columnAt(plane, i, stride, -2) +
          columnAt(plane, i + 1, stride, 1),
      )
    }
  }
  return sum / BLOCK_PX ** 2 / RESPONSE
}

/** Three rows weighed 1, -2, 1, times `weight`. */
const columnAt = (plane: Float32Array, i: number, stride: number, weight: number): number =>
  weight *
  ((plane[i - stride] as number) - 2 * (plane[i] as number) + (plane[i + stride] as number))

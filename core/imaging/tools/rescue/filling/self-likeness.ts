import type { JobContext } from '../../../../jobs.ts'
import { allAbout, FEATURES, type Shift, type ShiftScene } from './shift-scene.ts'
import { WorkPace } from './work-pace.ts'

/** Where each place of a picture is found again, and how like that is. */
export interface SelfLikeness {
  /** The index of the place that is most like each; -1 where no patch lies about it. */
  readonly found: Int32Array
  /** Root of the mean squared difference of both, 0..255; 0 where none was found. */
  readonly apart: Float32Array
}

/** Half the side of a patch, px, of which every other pixel is compared. */
const RADIUS_PX = 3
const COMPARED = (RADIUS_PX + 1) ** 2 * 3
const SWEEPS = 5
/** Steps of work for a place: some ten patches, and the channels of each. */
const LOOK_STEPS = 300
/** Nearer than this share of the longer side everything is like itself. */
const NEAR = 1 / 12
/** How far up or down a place at the same height may lie, px. */
const LEVEL_PX = 4

/**
 * Looks for each known patch for another that is like it and not near (PatchMatch, Barnes et al.
 * 2009; the way to dominant offsets of He, Sun 2012).
 */
export async function selfLikeness(
  job: Pick<JobContext, 'checkpoint'>,
  scene: ShiftScene,
  seed: number,
): Promise<SelfLikeness> {
  const pace = new WorkPace(job)
  const { widthPx: width, heightPx: height, features, known } = scene
  const count = known.length
  const whole = allAbout(known, width, height, RADIUS_PX)
  const found = new Int32Array(count).fill(-1)
  const cost = new Float32Array(count).fill(Number.POSITIVE_INFINITY)
  const near = (NEAR * Math.max(width, height)) ** 2
  const random = randomOf(seed)
  const look = (at: number, x: number, y: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const other = y * width + x
    const [dx, dy] = [x - (at % width), y - Math.floor(at / width)]
    if (whole[other] === 0 || dx * dx + dy * dy < near) return
    const apart = patchesApart(features, width, at, other, cost[at] as number)
    if (apart >= (cost[at] as number)) return
    cost[at] = apart
    found[at] = other
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const step = sweep % 2 === 0 ? -1 : 1
    for (let turn = 0; turn < count; turn++) {
      const at = step < 0 ? turn : count - 1 - turn
      if (turn % width === 0) await pace.spend(width * LOOK_STEPS)
      if (whole[at] === 0) continue
      for (const by of [step, step * width]) {
        const theirs = (found[at + by] ?? -1) - by
        if ((found[at + by] ?? -1) >= 0) look(at, theirs % width, Math.floor(theirs / width))
      }
      const y = Math.floor(at / width)
      look(at, random(width), random(height))
      look(at, random(width), y - LEVEL_PX + random(2 * LEVEL_PX + 1))
      for (let reach = Math.max(width, height) >> 1; reach >= 1; reach >>= 1) {
        const best = found[at] as number
        const by = () => random(2 * reach + 1) - reach
        if (best >= 0) look(at, (best % width) + by(), Math.floor(best / width) + by())
      }
    }
  }
  const apart = cost.map((sum) => (Number.isFinite(sum) ? Math.sqrt(sum / COMPARED) : 0))
  return { found, apart }
}

/** Whole numbers from 0 to below a bound; xorshift32 (Marsaglia 2003). */
function randomOf(seed: number): (below: number) => number {
  let state = seed | 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** Sum of squares; given up once it is `most` or more. */
function patchesApart(
  features: Float32Array,
  width: number,
  one: number,
  other: number,
  most: number,
): number {
  let sum = 0
  for (let v = -RADIUS_PX; v <= RADIUS_PX && sum < most; v += 2) {
    for (let u = -RADIUS_PX; u <= RADIUS_PX; u += 2) {
      const a = (one + v * width + u) * FEATURES
      const b = (other + v * width + u) * FEATURES
      for (let c = 0; c < 3; c++) sum += ((features[a + c] ?? 0) - (features[b + c] ?? 0)) ** 2
    }
  }
  return sum
}

/** A shift that fewer places than this share is chance. */
const FEWEST = 3

/** The shifts by which most places are found again, the most frequent first. */
export function dominantShifts(
  { widthPx: width, heightPx: height }: ShiftScene,
  { found }: SelfLikeness,
  count: number,
): readonly Shift[] {
  const across = 2 * width + 1
  const places = new Float32Array(across * (2 * height + 1))
  for (const [at, other] of found.entries()) {
    if (other < 0) continue
    const dx = (other % width) - (at % width)
    const dy = Math.floor(other / width) - Math.floor(at / width)
    const to = (dy + height) * across + dx + width
    places[to] = (places[to] as number) + 1
  }
  const smooth = smoothed(places, across)
  return [...smooth.keys()]
    .filter((at) => (smooth[at] as number) >= FEWEST && isPeak(smooth, across, at))
    .toSorted((a, b) => (smooth[b] as number) - (smooth[a] as number))
    .slice(0, count)
    .map((at) => ({ x: (at % across) - width, y: Math.floor(at / across) - height }))
}

/** Each value and its eight neighbours, by half the less the further (a binomial's weights). */
function smoothed(values: Float32Array, width: number): Float32Array {
  const along = (from: Float32Array, by: number) =>
    from.map((value, at) => value + ((from[at - by] ?? 0) + (from[at + by] ?? 0)) / 2)
  return along(along(values, 1), width)
}

const PEAK_PX = 2

function isPeak(values: Float32Array, width: number, at: number): boolean {
  const own = values[at] as number
  for (let v = -PEAK_PX; v <= PEAK_PX; v++) {
    for (let u = -PEAK_PX; u <= PEAK_PX; u++) {
      const by = v * width + u
      const other = values[at + by] ?? 0
      // Of equals the first is the peak.
      if (other > own || (other === own && by < 0)) return false
    }
  }
  return true
}

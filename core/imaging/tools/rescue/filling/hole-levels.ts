import type { JobContext } from '../../../../jobs.ts'
import { createPlane, createRaster } from '../../../../pixels/pixels.ts'
import type { Plane, Raster } from '../../../../pixels/raster.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import { WorkPace } from './work-pace.ts'

/** A picture, and what of it is to be filled: not 0. */
export interface Holed {
  readonly picture: Raster
  readonly hole: Plane
}

/** Depth of a hole, px, at which what surrounds it says what is in it. */
const SHALLOW = 3
/** No level is smaller than this. */
const SIDE_MIN = 24
/** Steps of work for a pixel of the smaller picture: four pixels' channels. */
const HALVE_STEPS = 25

/** A picture at smaller and smaller sizes until its hole is shallow; the smallest comes last. */
export async function holeLevels(
  job: Pick<JobContext, 'checkpoint'>,
  whole: Holed,
): Promise<Holed[]> {
  const levels = [whole]
  for (let last = whole; ; ) {
    const { widthPx, heightPx } = last.picture
    const isSmall = Math.min(widthPx, heightPx) < SIDE_MIN * 2
    if (isSmall || depthOf(last.hole) <= SHALLOW) return levels
    last = await halved(job, last)
    levels.push(last)
    await job.checkpoint()
  }
}

/** Pixels of a hole. */
export function areaOf({ values }: Plane): number {
  let area = 0
  for (const value of values) if (value !== 0) area++
  return area
}

/** Steps, up, down and sideways, from the deepest place of a hole to its edge. */
export function depthOf({ widthPx, heightPx, values }: Plane): number {
  const depth = new Uint16Array(values.length)
  for (let i = 0; i < values.length; i++) {
    if (values[i] === 0) continue
    const left = i % widthPx > 0 ? (depth[i - 1] as number) : 0xfff
    const above = i >= widthPx ? (depth[i - widthPx] as number) : 0xfff
    depth[i] = Math.min(left, above) + 1
  }
  let deepest = 0
  for (let i = values.length - 1; i >= 0; i--) {
    if (values[i] === 0) continue
    const right = i % widthPx < widthPx - 1 ? (depth[i + 1] as number) : 0xfff
    const below = i < (heightPx - 1) * widthPx ? (depth[i + widthPx] as number) : 0xfff
    const here = Math.min(depth[i] as number, right + 1, below + 1)
    depth[i] = here
    deepest = Math.max(deepest, here)
  }
  return deepest
}

/** At half the size: means of what is known; a pixel of which any part is missing is missing. */
export async function halved(
  job: Pick<JobContext, 'checkpoint'>,
  { picture, hole }: Holed,
): Promise<Holed> {
  const pace = new WorkPace(job)
  const [width, height] = [Math.ceil(picture.widthPx / 2), Math.ceil(picture.heightPx / 2)]
  const small = { picture: createRaster(width, height), hole: createPlane(width, height) }
  const sums = new Uint32Array(5)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = y * width + x
      const missing = sumUnder(picture, hole, x * 2, y * 2, sums)
      small.hole.values[to] = missing ? 255 : 0
      const known = sums[4] as number
      for (let c = 0; c < 4; c++) {
        small.picture.rgba[to * 4 + c] = known === 0 ? 0 : Math.round((sums[c] as number) / known)
      }
    }
    await pace.spend(width * HALVE_STEPS)
  }
  return small
}

/** Sums the known colours of four pixels, and counts them. @returns whether one is missing */
function sumUnder(picture: Raster, hole: Plane, x0: number, y0: number, sums: Uint32Array) {
  sums.fill(0)
  let missing = false
  for (let y = y0; y < Math.min(y0 + 2, picture.heightPx); y++) {
    for (let x = x0; x < Math.min(x0 + 2, picture.widthPx); x++) {
      const at = y * picture.widthPx + x
      if (hole.values[at] !== 0) {
        missing = true
        continue
      }
      for (let c = 0; c < 4; c++) sums[c] = (sums[c] as number) + (picture.rgba[at * 4 + c] ?? 0)
      sums[4] = (sums[4] as number) + 1
    }
  }
  return missing
}

/** Fills a hole from its rim inwards with the means of what is there: a first guess. */
export function guessed({ picture, hole }: Holed): Raster {
  const { widthPx, heightPx } = picture
  const rgba = picture.rgba.slice()
  const known = withValues(new Uint8Array(hole.values.length), (at) =>
    hole.values[at] === 0 ? 1 : 0,
  )
  let open = [...hole.values.keys()].filter((at) => known[at] === 0)
  while (open.length > 0) {
    const ring: number[] = []
    const left: number[] = []
    for (const at of open) (meanAbout(rgba, known, at, widthPx, heightPx) ? ring : left).push(at)
    for (const at of ring) known[at] = 1
    if (ring.length === 0) break
    open = left
  }
  return { widthPx, heightPx, rgba }
}

/** Sets a pixel to the mean of its known neighbours. @returns whether it has any */
function meanAbout(
  rgba: Uint8ClampedArray,
  known: Uint8Array,
  at: number,
  width: number,
  height: number,
): boolean {
  const [x, y] = [at % width, Math.floor(at / width)]
  let [red, green, blue, fourth, count] = [0, 0, 0, 0, 0]
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
      const from = v * width + u
      if (known[from] === 0) continue
      red += rgba[from * 4] ?? 0
      green += rgba[from * 4 + 1] ?? 0
      blue += rgba[from * 4 + 2] ?? 0
      fourth += rgba[from * 4 + 3] ?? 0
      count++
    }
  }
  if (count === 0) return false
  rgba.set([red / count, green / count, blue / count, fourth / count], at * 4)
  return true
}

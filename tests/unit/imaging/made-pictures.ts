import { StampaError } from '#core/errors.ts'
import type { SegmentBody } from '#core/imaging/portrait/segment-body.ts'
import type { DetectedFace, ToolEnvironment } from '#core/imaging/tool.ts'
import type { Progress } from '#core/jobs.ts'
import { createFloatPlane, createRaster, rasterSink } from '#core/pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '#core/pixels/raster.ts'
import { kernels } from '../../fixtures/kernels.ts'

type Colour = readonly [number, number, number, number?]

/** A picture from a colour for each pixel. */
export function paint(
  widthPx: number,
  heightPx: number,
  colourAt: (x: number, y: number) => Colour,
): Raster {
  const raster = createRaster(widthPx, heightPx)
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) {
      const [r, g, b, a = 255] = colourAt(x, y)
      raster.rgba.set([r, g, b, a], (y * widthPx + x) * 4)
    }
  return raster
}

/** A plane from a value for each pixel. */
export function paintPlane(
  widthPx: number,
  heightPx: number,
  valueAt: (x: number, y: number) => number,
): FloatPlane {
  const plane = createFloatPlane(widthPx, heightPx)
  for (let at = 0; at < plane.values.length; at++)
    plane.values[at] = valueAt(at % widthPx, Math.floor(at / widthPx))
  return plane
}

/** A plane of one value. */
export const evenPlane = (widthPx: number, heightPx: number, value: number): FloatPlane =>
  paintPlane(widthPx, heightPx, () => value)

/** The mean of a plane where something is. */
export function meanWhere(plane: FloatPlane, isIn: (x: number, y: number) => boolean): number {
  const { values, widthPx } = plane
  const own = values.filter((_, at) => isIn(at % widthPx, Math.floor(at / widthPx)))
  return own.reduce((sum, value) => sum + value, 0) / own.length
}

/** Hills of light with edges between them: something to draw. */
export const landscape = (widthPx: number, heightPx: number): Raster =>
  paint(widthPx, heightPx, (x, y) => {
    const u = x / widthPx
    const v = y / heightPx
    const hill = v > 0.55 + 0.2 * Math.sin(u * 9)
    const light = hill ? 60 + 50 * Math.sin(u * 40 + v * 10) : 215 - 90 * v
    return hill ? [light * 0.6, light, light * 0.5] : [light * 0.8, light * 0.9, light]
  })

/** Where the balls of {@link ballsOnLawn} lie. */
export const ball = {
  left: { x: 110, y: 190, radius: 60 },
  right: { x: 300, y: 200, radius: 70 },
} as const

/** A red and a yellow ball on a lawn: nobody is there, and two things stand out. */
export const ballsOnLawn = (): Raster =>
  paint(400, 400, (x, y) => {
    const isIn = (one: { x: number; y: number; radius: number }) =>
      Math.hypot(x - one.x, y - one.y) < one.radius
    if (isIn(ball.left)) return [200, 60, 40]
    if (isIn(ball.right)) return [230, 200, 60]
    return [60, 110 + 8 * Math.sin(x * 1.7) * Math.cos(y * 1.3), 50]
  })

const PORTRAIT_PX = 400
/** Whether a pixel of {@link portrait} is the person's: a head and shoulders. */
export const isPerson = (x: number, y: number): boolean =>
  Math.hypot((x - 200) / 75, (y - 150) / 95) < 1 ||
  (y > 230 && Math.hypot((x - 200) / 150, (y - 400) / 170) < 1)

/** A head and shoulders of skin and cloth, with dark eyes, before a green wall. */
export const portrait = (sharpness = 1): Raster =>
  paint(PORTRAIT_PX, PORTRAIT_PX, (x, y) => {
    if (!isPerson(x, y)) return [40, 140 + 20 * Math.sin(y / 30), 60]
    if (y > 245) return [60, 60, 130]
    const eye = Math.min(Math.hypot(x - 170, y - 140), Math.hypot(x - 230, y - 140)) < 7
    if (eye) return [30, 20, 20]
    const grain = 14 * sharpness * (((x * 7 + y * 13) % 5) - 2)
    return [205 + grain, 150 + grain, 125 + grain]
  })

/** What a detector would say of {@link portrait}, in whatever crop it is shown. */
export const faceAt = (score: number, size = 0.3): DetectedFace => ({
  x: 0.5 - size / 2,
  y: 0.375 - size / 2,
  width: size,
  height: size,
  score,
  keypoints: [
    { x: 0.425, y: 0.35 },
    { x: 0.575, y: 0.35 },
  ],
})

/** A detector that finds one face in the whole picture and again in the middle of each crop. */
export const detectorOf = (first: DetectedFace, again = 0.85) => {
  let calls = 0
  return async (): Promise<readonly DetectedFace[]> => {
    calls++
    if (calls === 1) return [first]
    return [
      {
        ...faceAt(again, 0.5),
        y: 0.25,
        keypoints: [
          { x: 0.4, y: 0.45 },
          { x: 0.6, y: 0.45 },
        ],
      },
    ]
  }
}

/** A network of bodies that sees none, and has no vote. */
export const blindToBodies: SegmentBody = async () => createFloatPlane(256, 256)

/** A segmenter that knows the person of {@link portrait} roughly, shown the whole of it. */
export const roughSegmenter = async (picture: Raster): Promise<Plane> => {
  const values = new Uint8ClampedArray(picture.widthPx * picture.heightPx)
  for (let y = 0; y < picture.heightPx; y++)
    for (let x = 0; x < picture.widthPx; x++) {
      // By colour, coarsened to blocks, as a small network's mask is.
      const bx = Math.min(picture.widthPx - 1, Math.floor(x / 6) * 6 + 3)
      const by = Math.min(picture.heightPx - 1, Math.floor(y / 6) * 6 + 3)
      const at = (by * picture.widthPx + bx) * 4
      const isGreen = (picture.rgba[at + 1] ?? 0) > (picture.rgba[at] ?? 0) + 40
      values[y * picture.widthPx + x] = isGreen ? 5 : 250
    }
  return { widthPx: picture.widthPx, heightPx: picture.heightPx, values }
}

export interface TestJob extends ToolEnvironment {
  readonly reports: Progress[]
  checkpoints: number
}

/** A job that remembers what it reported, and is cancelled at a given checkpoint. */
export function testJob(cancelAt = Number.POSITIVE_INFINITY): TestJob {
  const job: TestJob = {
    kernels,
    signal: { aborted: false },
    reports: [],
    checkpoints: 0,
    report: (progress) => job.reports.push(progress),
    checkpoint: async () => {
      job.checkpoints++
      if (job.checkpoints >= cancelAt) throw new StampaError('cancelled')
    },
  }
  return job
}

/** Whether no stage's share ever goes back. */
export function neverDecreases(reports: readonly Progress[]): boolean {
  const last = new Map<string, number>()
  return reports.every(({ stage, done, total }) => {
    const share = done / total
    const isFine = share >= (last.get(stage) ?? 0) || share === 0
    last.set(stage, share)
    return isFine
  })
}

/** Largest difference of any byte. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs((a[i] ?? 0) - (b[i] ?? 0)))
  return most
}

/** A sink for what a tool makes, and all that it made, in order. */
export function keptResults() {
  const results: Raster[] = []
  const openSink = (widthPx: number, heightPx: number) => {
    const raster = createRaster(widthPx, heightPx)
    results.push(raster)
    return rasterSink(raster)
  }
  return { results, openSink }
}

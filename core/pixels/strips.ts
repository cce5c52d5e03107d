import type { JobContext, Progress } from '../jobs.ts'
import { createFloatPlane, planeRows } from './pixels.ts'
import type { FloatPlane } from './raster.ts'

/** Rows that are computed together, and the rows around them that a filter looks at. */
export interface Strip {
  readonly topPx: number
  readonly heightPx: number
  /** First row to read: `topPx` less the halo, within the picture. */
  readonly readTopPx: number
  readonly readHeightPx: number
}

/** Pixels a strip holds without its halo: a few milliseconds of any kernel. */
const STRIP_PX = 262_144
/** Where the halo is high and little memory is worked on: less is computed twice. */
export const FOLLOWED_PX = 2 * STRIP_PX
/** A filter works on up to a hundred bytes a pixel, and its memory stays with the kernels. */
export const FILTERED_PX = 131_072

/** Cuts a picture into strips with a halo of `haloPx` rows above and below. */
export function planStrips(
  widthPx: number,
  heightPx: number,
  haloPx: number,
  stripPx = STRIP_PX,
): readonly Strip[] {
  // A strip lower than its halo would mostly compute what is thrown away.
  const rows = Math.max(16, haloPx, Math.floor(stripPx / widthPx))
  const strips: Strip[] = []
  for (let topPx = 0; topPx < heightPx; topPx += rows) {
    const height = Math.min(rows, heightPx - topPx)
    const readTopPx = Math.max(0, topPx - haloPx)
    const readBottom = Math.min(heightPx, topPx + height + haloPx)
    strips.push({ topPx, heightPx: height, readTopPx, readHeightPx: readBottom - readTopPx })
  }
  return strips
}

/** Strips for each lane of a small picture: of one alone the thread that comes last would have to be waited for. */
const STRIPS_A_LANE = 2

/**
 * Strips without a halo that several threads share: a small picture is cut into more than it would be by itself.
 * @param lanes of the threads, at least 1, which is a single thread's
 */
export function planShared(widthPx: number, heightPx: number, lanes: number): readonly Strip[] {
  const shares = lanes > 1 ? STRIPS_A_LANE * lanes : 1
  return planStrips(widthPx, heightPx, 0, Math.min(STRIP_PX, (widthPx * heightPx) / shares))
}

/** A job's progress over several rounds of work whose sizes are known beforehand. */
export class StepProgress {
  readonly #job: JobContext
  readonly #stage: Progress['stage']
  readonly #total: number
  #done = 0

  constructor(job: JobContext, stage: Progress['stage'], total: number) {
    this.#job = job
    this.#stage = stage
    this.#total = total
    this.#report()
  }

  /** One step is done: says so, and lets the host handle a cancel. */
  async step(): Promise<void> {
    this.#done = Math.min(this.#total, this.#done + 1)
    this.#report()
    await this.#job.checkpoint()
  }

  /** Whatever is left counts as done. */
  finish(): void {
    this.#done = this.#total
    this.#report()
  }

  #report(): void {
    this.#job.report({
      stage: this.#stage,
      done: this.#done,
      total: this.#total,
      unit: 'steps',
    })
  }
}

/** Runs `work` over every strip, a checkpoint after each. */
export async function eachStrip(
  job: JobContext,
  stage: Progress['stage'],
  strips: readonly Strip[],
  work: (strip: Strip) => void | Promise<void>,
): Promise<void> {
  const progress = new StepProgress(job, stage, strips.length)
  for (const strip of strips) {
    await work(strip)
    await progress.step()
  }
}

/** Work on strips that several threads may do. */
interface SharedStrips<Made> {
  readonly strips: readonly Strip[]
  /** How many are under way at once. */
  readonly lanes: number
  readonly begin: (strip: Strip) => Made | Promise<Made>
  /** What was made of each, in the order of the strips. */
  readonly take: (strip: Strip, made: Made) => void | Promise<void>
}

/** Runs the work of every strip, a checkpoint after each that is begun, and after each that is taken. */
export async function shareStrips<Made>(
  job: JobContext,
  { strips, lanes, begin, take }: SharedStrips<Made>,
): Promise<void> {
  const begun: { readonly strip: Strip; readonly made: Promise<Made> }[] = []
  const takeOldest = async () => {
    const oldest = begun.shift()
    if (oldest !== undefined) await take(oldest.strip, await oldest.made)
    await job.checkpoint()
  }
  for (const strip of strips) {
    const made = Promise.resolve(begin(strip))
    // What fails while others are waited for is thrown when its turn comes.
    made.catch(() => undefined)
    begun.push({ strip, made })
    if (begun.length < lanes) await job.checkpoint()
    else await takeOldest()
  }
  while (begun.length > 0) await takeOldest()
}

/** Where strips are worked on. */
export interface StripLanes {
  /** Strips that are begun at once, so that no thread waits for its next. */
  readonly lanes: number
  /** Takes memory of pixels that nobody reads any more: the next strip may need it, or it is freed. */
  readonly release: (spent: ArrayBuffer) => void
}

const ownLane: StripLanes = { lanes: 1, release: () => undefined }

/**
 * Filters a plane that lies in memory, strip by strip, so that the host gets a turn in between.
 * @param filter gets the rows of a strip with its halo and answers as many, in memory of their own
 * @param threads where other threads do it, too
 */
export async function filterPlane(
  job: JobContext,
  { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
  haloPx: number,
  filter: (strip: Strip) => FloatPlane | Promise<FloatPlane>,
  stripPx = FILTERED_PX,
  { lanes, release } = ownLane,
): Promise<FloatPlane> {
  const result = createFloatPlane(widthPx, heightPx)
  await shareStrips(job, {
    strips: planStrips(widthPx, heightPx, haloPx, stripPx),
    lanes,
    begin: filter,
    take: (strip, rows) => {
      const kept = planeRows(rows, strip.topPx - strip.readTopPx, strip.heightPx)
      result.values.set(kept.values, strip.topPx * widthPx)
      release(rows.values.buffer)
    },
  })
  return result
}

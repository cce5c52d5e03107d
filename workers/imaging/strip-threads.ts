import type { Remote } from 'comlink'
import type { Outcome } from '#core/errors.ts'
import { stripWork } from '#core/imaging/own-thread.ts'
import type { StripThreads } from '#core/imaging/strip-work.ts'
import { orAborted } from '#core/jobs.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { OwnedWorker } from './inference/owned-worker.ts'
import { freed } from './spare-buffers.ts'
import { StripCopies } from './strip-copies.ts'
import type { Done, StripsApi } from './strips-api.ts'

/** One job's threads. */
export interface JobStrips extends StripThreads {
  /** Frees the memory that is kept for further strips: it would lie about until the next collection. */
  readonly freeSpare: () => void
}

/** Strips that wait at a worker, so that it has its next at once. */
const AHEAD = 2

interface Other {
  readonly worker: OwnedWorker<StripsApi>
  ready: boolean
  busy: number
}

/**
 * Workers of this worker, each with kernels of its own, that share its strips with it. They begin
 * with the first strip and are there until this worker ends. What one of them fails at is done here.
 */
export class StripWorkers {
  readonly #count: number
  #others: Other[] | null = null

  /** @param count how many, besides this thread; 0 where it does all */
  constructor(count: number) {
    this.#count = count
  }

  /** For one job, whose cancelling stops the waiting for every strip. */
  forJob(kernels: Kernels, signal: AbortSignal): JobStrips {
    const here = stripWork(kernels)
    const copies = new StripCopies()
    const share = <Made>(
      make: () => Made,
      ask: (api: Remote<StripsApi>) => Promise<Outcome<Done<Made>>>,
    ): Promise<Made> => this.#share(signal, copies, make, ask)
    return {
      // One more than fits at once: this thread works on while the oldest is still waited for.
      lanes: AHEAD * (1 + this.#count),
      freeSpare: () => copies.spare.freeAll(),
      release: (spent) => {
        if (this.#count > 0) copies.spare.give([spent])
        else freed(spent)
      },
      gaussian: (plane, sigmaPx) =>
        share(
          () => here.gaussian(plane, sigmaPx),
          (api) => api.gaussian(copies.plane(plane), sigmaPx),
        ),
      guidedFilter: (guide, plane, radiusPx, epsilon) =>
        share(
          () => here.guidedFilter(guide, plane, radiusPx, epsilon),
          (api) => api.guidedFilter(copies.plane(guide), copies.plane(plane), radiusPx, epsilon),
        ),
      guidedFilterColour: (guide, plane, radiusPx, epsilon) =>
        share(
          () => here.guidedFilterColour(guide, plane, radiusPx, epsilon),
          (api) =>
            api.guidedFilterColour(copies.picture(guide), copies.plane(plane), radiusPx, epsilon),
        ),
      colourMatte: (input, rows, settings) =>
        share(
          () => here.colourMatte(input, rows, settings),
          (api) => api.colourMatte(copies.matteInput(input), rows, settings),
        ),
      directedLines: (luma, rows, settings) =>
        share(
          () => here.directedLines(luma, rows, settings),
          (api) => api.directedLines(copies.plane(luma), copies.directed(rows), settings),
        ),
      directedStrokes: (grain, rows, settings, wanted) =>
        share(
          () => here.directedStrokes(grain, rows, settings, wanted),
          (api) =>
            api.directedStrokes(
              grain,
              copies.directed(rows),
              settings,
              wanted && copies.wanted(wanted),
            ),
        ),
      drawCels: (cels, photo, pen) =>
        share(
          () => here.drawCels(cels, photo, pen),
          (api) => api.drawCels(copies.cels(cels), copies.photo(photo), pen),
        ),
      edgeForm: (luma, flow) =>
        share(
          () => here.edgeForm(luma, flow),
          (api) => api.edgeForm(copies.plane(luma), flow),
        ),
      edgeLines: (luma, flow, settings) =>
        share(
          () => here.edgeLines(luma, flow, settings),
          (api) => api.edgeLines(copies.plane(luma), flow, settings),
        ),
      drawSketch: (rows) =>
        share(
          () => here.drawSketch(rows),
          (api) => api.drawSketch(copies.sketch(rows)),
        ),
      packRows: (rows, adler32) =>
        share(
          () => here.packRows(rows, adler32),
          (api) => api.packRows(copies.samples(rows), adler32),
        ),
      resizeAreaRows: (part, size, rows) =>
        share(
          () => here.resizeAreaRows(part, size, rows),
          (api) => api.resizeAreaRows(copies.photo(part), size, rows),
        ),
    }
  }

  async #share<Made>(
    signal: AbortSignal,
    copies: StripCopies,
    make: () => Made,
    ask: (api: Remote<StripsApi>) => Promise<Outcome<Done<Made>>>,
  ): Promise<Made> {
    const other = this.#free()
    if (other === undefined) return make()
    other.busy++
    const answer = ask(other.worker.api)
    const done = other.worker.answered(answer).finally(() => {
      other.busy--
    })
    const given = await orAborted(
      done.catch(() => null),
      signal,
    )
    if (given !== null) {
      copies.spare.give(given.spent)
      return given.made
    }
    this.#leave(other)
    return make()
  }

  /** The one with the least to do, if one could have more. */
  #free(): Other | undefined {
    this.#others ??= Array.from({ length: this.#count }, () => this.#begin())
    const [other] = this.#others
      .filter(({ ready, busy }) => ready && busy < AHEAD)
      .toSorted((one, next) => one.busy - next.busy)
    return other
  }

  #begin(): Other {
    const worker = new Worker(new URL('./strips.worker.ts', import.meta.url), {
      type: 'module',
      name: 'strips',
    })
    const never = new AbortController().signal
    const other = { worker: new OwnedWorker<StripsApi>(worker, never), ready: false, busy: 0 }
    other.worker
      .open((api) => api.open())
      .then(() => {
        other.ready = true
      })
      .catch(() => this.#leave(other))
    return other
  }

  #leave(other: Other): void {
    other.worker.end()
    this.#others = this.#others?.filter((each) => each !== other) ?? null
  }
}

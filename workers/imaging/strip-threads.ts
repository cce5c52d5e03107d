import { type Remote, transfer } from 'comlink'
import type { Outcome } from '#core/errors.ts'
import { stripWork } from '#core/imaging/own-thread.ts'
import type { StripThreads } from '#core/imaging/strip-work.ts'
import { eachPlane } from '#core/imaging/tools/sketch/drawing.ts'
import { orAborted } from '#core/jobs.ts'
import type {
  CelRows,
  ColourMatteInput,
  Kernels,
  PhotoRows,
  SampleRows,
  SketchRows,
  Wanted,
} from '#core/kernels/kernels.ts'
import type { FloatPlane, Raster, TangentFlow } from '#core/pixels/raster.ts'
import { OwnedWorker } from './inference/owned-worker.ts'
import type { StripsApi } from './strips-api.ts'

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
  forJob(kernels: Kernels, signal: AbortSignal): StripThreads {
    const here = stripWork(kernels)
    const share = <Made>(
      make: () => Made,
      ask: (api: Remote<StripsApi>) => Promise<Outcome<Made>>,
    ): Promise<Made> => this.#share(signal, make, ask)
    return {
      lanes: 1 + AHEAD * this.#count,
      gaussian: (plane, sigmaPx) =>
        share(
          () => here.gaussian(plane, sigmaPx),
          (api) => api.gaussian(sent(plane), sigmaPx),
        ),
      guidedFilter: (guide, plane, radiusPx, epsilon) =>
        share(
          () => here.guidedFilter(guide, plane, radiusPx, epsilon),
          (api) => api.guidedFilter(sent(guide), sent(plane), radiusPx, epsilon),
        ),
      guidedFilterColour: (guide, plane, radiusPx, epsilon) =>
        share(
          () => here.guidedFilterColour(guide, plane, radiusPx, epsilon),
          (api) => api.guidedFilterColour(sentPicture(guide), sent(plane), radiusPx, epsilon),
        ),
      colourMatte: (input, rows, settings) =>
        share(
          () => here.colourMatte(input, rows, settings),
          (api) => api.colourMatte(sentInput(input), rows, settings),
        ),
      flowLines: (luma, flow, settings) =>
        share(
          () => here.flowLines(luma, flow, settings),
          (api) => api.flowLines(sent(luma), sentFlow(flow), settings),
        ),
      lineIntegral: (grain, flow, settings, wanted) =>
        share(
          () => here.lineIntegral(grain, flow, settings, wanted),
          (api) => api.lineIntegral(sent(grain), sentFlow(flow), settings, sentWanted(wanted)),
        ),
      drawCels: (cels, photo, pen) =>
        share(
          () => here.drawCels(cels, photo, pen),
          (api) => api.drawCels(sentCels(cels), sentPhoto(photo), pen),
        ),
      edgeLines: (luma, flow, settings) =>
        share(
          () => here.edgeLines(luma, flow, settings),
          (api) => api.edgeLines(sent(luma), flow, settings),
        ),
      drawSketch: (rows) =>
        share(
          () => here.drawSketch(rows),
          (api) => api.drawSketch(sentRows(rows)),
        ),
      packRows: (rows, adler32) =>
        share(
          () => here.packRows(rows, adler32),
          (api) => api.packRows(sentSamples(rows), adler32),
        ),
    }
  }

  async #share<Made>(
    signal: AbortSignal,
    make: () => Made,
    ask: (api: Remote<StripsApi>) => Promise<Outcome<Made>>,
  ): Promise<Made> {
    const other = this.#free()
    if (other === undefined) return make()
    other.busy++
    const answer = ask(other.worker.api)
    const done = other.worker.answered(answer).finally(() => {
      other.busy--
    })
    const made = await orAborted(
      done.then(
        (value) => ({ value }),
        () => null,
      ),
      signal,
    )
    if (made !== null) return made.value
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

/** A view's whole memory would be sent: its own part is. */
function sent<Part extends FloatPlane>(plane: Part): Part {
  const values = plane.values.slice()
  return transfer({ ...plane, values }, [values.buffer])
}

function sentPicture(picture: Raster): Raster {
  const rgba = picture.rgba.slice()
  return transfer({ ...picture, rgba }, [rgba.buffer])
}

function sentInput(input: ColourMatteInput): ColourMatteInput {
  const [picture, prior] = [sentPicture(input.picture), sent(input.prior)]
  const trimap = { ...input.trimap, values: input.trimap.values.slice() }
  const buffers = [picture.rgba.buffer, trimap.values.buffer, prior.values.buffer]
  return transfer({ ...input, picture, trimap, prior }, buffers)
}

function sentSamples(rows: SampleRows): SampleRows {
  const pixels = rows.pixels.slice()
  return transfer({ ...rows, pixels }, [pixels.buffer])
}

const sentWanted = (wanted: Wanted | undefined): Wanted | undefined =>
  wanted && { ...wanted, plane: sent(wanted.plane) }

function sentFlow(flow: TangentFlow): TangentFlow {
  const [tx, ty] = [flow.tx.slice(), flow.ty.slice()]
  return transfer({ ...flow, tx, ty }, [tx.buffer, ty.buffer])
}

function sentCels(cels: CelRows): CelRows {
  const [cells, colours, ink] = [cels.cells.slice(), cels.colours.slice(), cels.ink.slice()]
  return transfer({ ...cels, cells, colours, ink }, [cells.buffer, colours.buffer, ink.buffer])
}

function sentPhoto(photo: PhotoRows): PhotoRows {
  const rows = sentPicture(photo.rows)
  return transfer({ ...photo, rows }, [rows.rgba.buffer])
}

function sentRows(rows: SketchRows): SketchRows {
  const buffers: ArrayBuffer[] = []
  const planes = eachPlane(rows.planes, (part) => {
    const own = { ...part.rows, values: part.rows.values.slice() }
    buffers.push(own.values.buffer)
    return { ...part, rows: own }
  })
  return transfer({ ...rows, planes }, buffers)
}

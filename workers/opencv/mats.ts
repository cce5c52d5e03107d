import type { Mat } from '@techstark/opencv-js'
import { StampaError } from '#core/errors.ts'
import { condemnWorker, type OpenCv } from './open-cv.ts'

interface Freeable {
  delete(): unknown
}

/** What OpenCV holds for one piece of work; JavaScript's own collector does not see it. */
export class Mats {
  readonly #cv: OpenCv
  readonly #owned: Freeable[] = []

  constructor(cv: OpenCv) {
    this.#cv = cv
  }

  own<T extends Freeable>(thing: T): T {
    this.#owned.push(thing)
    return thing
  }

  /** An empty one, for a result. */
  empty(): Mat {
    return this.own(new this.#cv.Mat())
  }

  /** A copy of bytes, row by row. */
  bytes(values: Uint8Array | Uint8ClampedArray, widthPx: number, heightPx: number): Mat {
    const mat = this.own(new this.#cv.Mat(heightPx, widthPx, this.#cv.CV_8UC1))
    mat.data.set(values)
    return mat
  }

  free(): void {
    for (const thing of this.#owned.splice(0)) thing.delete()
  }
}

/**
 * Runs `work` and frees everything it owned, whatever happens.
 * @throws StampaError `device-too-weak` when memory ran out; the worker ends then
 */
export function withMats<T>(cv: OpenCv, work: (mats: Mats) => T): T {
  const mats = new Mats(cv)
  try {
    return work(mats)
  } catch (thrown) {
    throw describedFault(cv, thrown)
  } finally {
    mats.free()
  }
}

/** OpenCV throws the address of its exception; Emscripten aborts when memory cannot grow. */
function describedFault(cv: OpenCv, thrown: unknown): unknown {
  if (typeof thrown === 'number') {
    const exception: unknown = cv.exceptionFromPtr(thrown)
    return new Error(`OpenCV: ${JSON.stringify(exception)}`)
  }
  if (!(thrown instanceof WebAssembly.RuntimeError)) return thrown
  condemnWorker(thrown)
  return new StampaError('device-too-weak', { cause: thrown })
}

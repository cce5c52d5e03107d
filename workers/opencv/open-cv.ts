import { loadOnce } from '#core/cache/load-once.ts'
import { outcomeOf, StampaError, unwrap } from '#core/errors.ts'
import type { Job } from '../job-registry.ts'
import { loadScript } from '../load-script.ts'

export type OpenCv = typeof import('@techstark/opencv-js')

/** Emscripten's module object, of which OpenCV's functions become members when it has started. */
interface StartingModule {
  then?: (started: () => void) => unknown
  onAbort?: (cause: unknown) => void
  readonly HEAPU8?: Uint8Array
}

let started: OpenCv | null = null
/** A failure is kept as well: this worker cannot try again. */
const loaded = loadOnce(() => outcomeOf(load))

/**
 * OpenCV, fetched when first asked (10.9 MB, 2.9 MB compressed).
 * @throws StampaError `script-failed` when its script does not arrive, `tool-unavailable` when it
 *   does not start (this worker cannot try again then, and ends); `cancelled` at once, and OpenCV
 *   comes all the same
 */
export async function openCv({ signal, report, checkpoint }: Job): Promise<OpenCv> {
  if (started !== null) return started
  report({ stage: 'download', done: 0, total: 1, unit: 'steps' })
  const cv = unwrap(await loaded(signal))
  report({ stage: 'download', done: 1, total: 1, unit: 'steps' })
  await checkpoint()
  return cv
}

/** Bytes of OpenCV's memory; 0 before it is here. */
export function heapBytes(): number {
  const module: unknown = started
  return isStarting(module) ? (module.HEAPU8?.byteLength ?? 0) : 0
}

/**
 * Ends this worker after the answer that is on its way, as an uncaught error would: the page
 * starts a fresh one for the next call.
 */
export function condemnWorker(cause: unknown): void {
  setTimeout(() => {
    throw cause
  })
}

async function load(): Promise<OpenCv> {
  try {
    const { packaged } = await loadScript(() => import('./open-cv-package.ts'))
    if (!isStarting(packaged)) throw new TypeError('OpenCV is not a module')
    await start(packaged)
    started = functionsOf(packaged)
    return started
  } catch (thrown) {
    // Browsers remember a module that failed.
    condemnWorker(thrown)
    throw thrown instanceof StampaError
      ? thrown
      : new StampaError('tool-unavailable', { cause: thrown })
  }
}

/** Its glue code compiles behind promises that nobody holds: a refusal is heard at the worker. */
async function start(module: StartingModule): Promise<void> {
  const listening = new AbortController()
  try {
    await new Promise<void>((resolve, reject) => {
      addEventListener('unhandledrejection', ({ reason }) => reject(reason), listening)
      module.onAbort = (cause) => reject(new Error('OpenCV aborted', { cause }))
      module.then?.(() => resolve())
    })
  } finally {
    listening.abort()
  }
  // An `await` of anything that still has `then` would never end.
  delete module.then
}

const isStarting = (value: unknown): value is StartingModule =>
  typeof value === 'object' && value !== null

function functionsOf(module: unknown): OpenCv {
  if (!isOpenCv(module)) throw new TypeError('OpenCV has started without its functions')
  return module
}

const isOpenCv = (value: unknown): value is OpenCv =>
  typeof value === 'object' && value !== null && 'Mat' in value && 'findContours' in value

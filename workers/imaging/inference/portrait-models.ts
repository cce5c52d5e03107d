import { transfer, wrap } from 'comlink'
import { type Outcome, StampaError, unwrap } from '#core/errors.ts'
import type { PortraitModels } from '#core/imaging/tool-definition.ts'
import { orAborted } from '#core/jobs.ts'
import type { PortraitApi, PortraitFiles } from './portrait-api.ts'

/** The portrait networks in a worker of their own; `close` ends it. */
export interface OpenPortraitModels extends PortraitModels {
  close(): void
}

/**
 * Opens the portrait networks. They run in a worker of their own, for that is the only way to have
 * the hundred megabytes of their runtime back: a closed task keeps its WebAssembly memory.
 * @throws StampaError `cancelled` as soon as `signal` is aborted, here and in every look;
 *   `script-failed`, `worker-died`
 */
export async function openPortraitModels(
  files: PortraitFiles,
  signal: AbortSignal,
): Promise<OpenPortraitModels> {
  const worker = new Worker(new URL('./portrait.worker.ts', import.meta.url), {
    type: 'module',
    name: 'portrait',
  })
  let opened = false
  const died = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) => {
      reject(new StampaError(opened ? 'worker-died' : 'script-failed', { cause: message }))
    })
  })
  died.catch(() => undefined)
  const answered = async <T>(call: Promise<Outcome<T>>): Promise<T> =>
    unwrap(await orAborted(Promise.race([call, died]), signal))
  const api = wrap<PortraitApi>(worker)
  try {
    const { wasm, faceFinder, personSegmenter } = files
    const moved = transfer({ ...files }, [wasm, faceFinder, personSegmenter])
    await answered(api.open(moved))
    opened = true
  } catch (thrown) {
    worker.terminate()
    throw thrown
  }
  return {
    detectFaces: (picture) => answered(api.detectFaces(picture)),
    segmentPerson: (picture) => answered(api.segmentPerson(picture)),
    close: () => worker.terminate(),
  }
}

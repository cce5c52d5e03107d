import { transfer } from 'comlink'
import type { PortraitModels } from '#core/imaging/tool-definition.ts'
import { OwnedWorker } from './owned-worker.ts'
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
  const owned = new OwnedWorker<PortraitApi>(worker, signal)
  const { wasm, faceFinder, personSegmenter } = files
  await owned.open((api) => api.open(transfer({ ...files }, [wasm, faceFinder, personSegmenter])))
  return {
    detectFaces: (picture) => owned.answered(owned.api.detectFaces(picture)),
    segmentPerson: (picture) => owned.answered(owned.api.segmentPerson(picture)),
    close: () => owned.end(),
  }
}

import { transfer } from 'comlink'
import type { ModelCard } from '#core/imaging/models.ts'
import type { FastSession } from '../accelerated-session.ts'
import { downloadOf } from './catalogue.ts'
import { type OnBytes, obtain } from './downloads.ts'
import { OwnedWorker } from './owned-worker.ts'
import type { WebgpuApi } from './webgpu-api.ts'
import { webgpuRuntime } from './webgpu-runtime.ts'

/** Runtime, shaders and network, all of which are here by then. */
const OPENS_MS = 30_000

/** What the graphics processor needs for a network. */
export const webgpuDownloads = (card: ModelCard) => [webgpuRuntime, downloadOf(card)]

/**
 * Opens a network on the graphics processor, whichever there is, in a worker of its own: its end
 * gives all memory back, that of the device too, whatever it is doing.
 * @throws StampaError `cancelled` as soon as `signal` is aborted, here and in every run;
 *   `network-failed`, `download-damaged`, `script-failed`, `worker-died`, `internal-fault`
 */
export async function openOnWebgpu(
  card: ModelCard,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<FastSession> {
  const [wasm, model] = await Promise.all([
    obtain(webgpuRuntime, signal, onBytes),
    obtain(downloadOf(card), signal, onBytes),
  ])
  const worker = new Worker(new URL('./webgpu.worker.ts', import.meta.url), {
    type: 'module',
    name: 'webgpu',
  })
  const owned = new OwnedWorker<WebgpuApi>(worker, signal)
  const files = transfer({ name: card.name, wasm, model }, [wasm, model])
  await owned.open((api) => api.open(files), OPENS_MS)
  return {
    run: (input) => owned.answered(owned.api.run(input)),
    close: () => owned.end(),
  }
}

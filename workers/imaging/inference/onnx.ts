import mjsUrl from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import { threadsFor } from '#core/imaging/device/device-tier.ts'
import type { ModelCard } from '#core/imaging/models.ts'
import type { InferenceSession } from '#core/imaging/tool.ts'
import { loadScript } from '../../load-script.ts'
import { freed } from '../spare-buffers.ts'
import { isSmall, threadFacts } from '../spared-device.ts'
import { downloadOf } from './catalogue.ts'
import { type Download, type OnBytes, obtain } from './downloads.ts'
import { toolSession } from './onnx-session.ts'

/** The plain WASM build; its size is checked by a test, so that the shown progress stays honest. */
export const onnxRuntime: Download = {
  url: wasmUrl,
  sha256: null,
  bytes: 14_239_897,
  compressedBytes: 2_687_754,
}

/** Whether the runtime has begun: it needs its 14 MB no more. */
let hasBegun = false

/**
 * A network ready to run in WebAssembly.
 * @throws StampaError `script-failed`, `network-failed`, `download-damaged`, `cancelled`
 */
export async function loadOnnx(
  card: ModelCard,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<InferenceSession> {
  const [ort, wasm, model] = await Promise.all([
    loadScript(() => import('onnxruntime-web/wasm')),
    hasBegun ? null : obtain(onnxRuntime, signal, onBytes),
    obtain(downloadOf(card), signal, onBytes),
  ])
  if (wasm === null) onBytes(onnxRuntime.compressedBytes)
  else ort.env.wasm.wasmBinary = wasm
  // Without the address of the module every thread would load this whole worker again.
  ort.env.wasm.wasmPaths = { mjs: mjsUrl, wasm: wasmUrl }
  ort.env.wasm.numThreads = threadsFor(threadFacts(), isSmall())
  const session = await ort.InferenceSession.create(new Uint8Array(model), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  })
  hasBegun = true
  if (wasm !== null) {
    // The runtime's script holds on to them: their memory is taken from it.
    delete ort.env.wasm.wasmBinary
    freed(wasm)
  }
  return toolSession(ort, session, card.name)
}

import type * as Runtime from 'onnxruntime-web'
import mjsUrl from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import { loadOnceEach } from '#core/cache/load-once.ts'
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

/** Those 14 MB, once for all networks that are opened meanwhile; the first one's progress is told. */
const runtimeBytes = loadOnceEach(
  (onBytes: OnBytes, whenAbandoned) => {
    const abandoning = new AbortController()
    whenAbandoned(() => abandoning.abort())
    return obtain(onnxRuntime, abandoning.signal, onBytes)
  },
  { keyOf: () => onnxRuntime },
)

/**
 * The runtime's scripts. It asks for the second one itself, but not before all else is here.
 * @throws StampaError `script-failed`
 */
export const loadRuntimeScripts = (): Promise<typeof Runtime> =>
  loadScript(async () => {
    const [ort] = await Promise.all([
      import('onnxruntime-web/wasm'),
      import(/* @vite-ignore */ mjsUrl),
    ])
    return ort
  })

/**
 * A network ready to run in WebAssembly.
 * @throws StampaError `script-failed`, `network-failed`, `download-damaged`, `cancelled`
 */
export async function loadOnnx(
  card: ModelCard,
  signal: AbortSignal,
  onBytes: OnBytes,
): Promise<InferenceSession> {
  let told = 0
  const tell: OnBytes = (bytes) => {
    told += bytes
    onBytes(bytes)
  }
  const [ort, wasm, model] = await Promise.all([
    loadRuntimeScripts(),
    hasBegun ? null : runtimeBytes(tell, signal),
    obtain(downloadOf(card), signal, onBytes),
  ])
  // What another network's loading was told of counts here, too.
  onBytes(onnxRuntime.compressedBytes - told)
  if (wasm !== null && !hasBegun) ort.env.wasm.wasmBinary = wasm
  // Without the address of the module every thread would load this whole worker again.
  ort.env.wasm.wasmPaths = { mjs: mjsUrl, wasm: wasmUrl }
  ort.env.wasm.numThreads = threadsFor(threadFacts(), isSmall())
  const session = await ort.InferenceSession.create(new Uint8Array(model), {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  })
  // The session has its own copy, and nobody else is given this one: see the download.
  freed(model)
  if (wasm !== null && !hasBegun) {
    hasBegun = true
    // The runtime's script holds on to them: their memory is taken from it.
    delete ort.env.wasm.wasmBinary
    freed(wasm)
  }
  return toolSession(ort, session, card.name)
}

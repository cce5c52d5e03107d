import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url'
import type { Download } from './downloads.ts'

/**
 * The build that computes by WebGPU, of which only a device with a graphics processor fetches
 * anything. Of its three variants the smallest: it waits by JSPI, which Chromium has from version 137.
 * Its size is checked by a test.
 */
export const webgpuRuntime: Download = {
  url: wasmUrl,
  sha256: null,
  bytes: 16_758_545,
  compressedBytes: 3_054_120,
}

/** Whether WebAssembly can wait for a promise here. */
export const canSuspend = (): boolean => 'Suspending' in WebAssembly

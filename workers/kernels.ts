import { StampaError } from '#core/errors.ts'
import { isKernelExports } from '#core/kernels/kernel-exports.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { createKernels } from '#core/kernels/wasm-kernels.ts'

let loading: Promise<Kernels> | null = null

/**
 * The pixel kernels, fetched when a tool first needs them.
 * @throws StampaError `network-failed` where the module does not arrive; the next call tries again
 */
export function loadKernels(): Promise<Kernels> {
  loading ??= load().catch((thrown: unknown) => {
    loading = null
    throw thrown
  })
  return loading
}

async function load(): Promise<Kernels> {
  try {
    const wasm: unknown = await import('#kernels/build/kernels.wasm')
    if (!isKernelExports(wasm)) throw new Error('the module is not ours')
    return createKernels(wasm)
  } catch (cause) {
    throw new StampaError('network-failed', { cause })
  }
}

import { loadOnce } from '#core/cache/load-once.ts'
import { StampaError } from '#core/errors.ts'
import { isKernelExports } from '#core/kernels/kernel-exports.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { createKernels } from '#core/kernels/wasm-kernels.ts'
import { loadScript } from './load-script.ts'

/** The least module that uses SIMD, which our kernels are made of. */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
])

/** Whether this browser runs our kernels at all. */
export const hasSimd = (): boolean =>
  typeof WebAssembly !== 'undefined' && WebAssembly.validate(SIMD)

/**
 * The pixel kernels, fetched when a tool first needs them.
 * @throws StampaError `script-failed` where the module does not arrive, `device-too-weak` where it
 *   would not run
 */
export const loadKernels = loadOnce(async (): Promise<Kernels> => {
  if (!hasSimd()) throw new StampaError('device-too-weak', { cause: 'no SIMD' })
  const wasm: unknown = await loadScript(() => import('#kernels/build/kernels.wasm'))
  if (!isKernelExports(wasm)) throw new StampaError('script-failed', { cause: 'not our kernels' })
  return createKernels(wasm)
})

import { loadOnce } from '#core/cache/load-once.ts'
import { StampaError } from '#core/errors.ts'
import { isKernelExports } from '#core/kernels/kernel-exports.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { createKernels } from '#core/kernels/wasm-kernels.ts'
import { loadScript } from './load-script.ts'

/**
 * The pixel kernels, fetched when a tool first needs them.
 * @throws StampaError `script-failed` where the module does not arrive
 */
export const loadKernels = loadOnce(async (): Promise<Kernels> => {
  const wasm: unknown = await loadScript(() => import('#kernels/build/kernels.wasm'))
  if (!isKernelExports(wasm)) throw new StampaError('script-failed', { cause: 'not our kernels' })
  return createKernels(wasm)
})

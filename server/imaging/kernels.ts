import { loadOnce } from '#core/cache/load-once.ts'
import { isKernelExports } from '#core/kernels/kernel-exports.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { createKernels } from '#core/kernels/wasm-kernels.ts'
import { readKernels } from './runtime-files.ts'

/**
 * The product's own kernels in Node: the same file that browsers load.
 * @throws Error where the module was not built, or is of another version
 */
export const loadKernels = loadOnce(async (): Promise<Kernels> => {
  const { instance } = await WebAssembly.instantiate(await readKernels())
  const { exports } = instance
  if (!isKernelExports(exports)) throw new Error('kernels.wasm is stale: npm run build:assets')
  return createKernels(exports)
})

import { readFile } from 'node:fs/promises'
import { loadOnce } from '#core/cache/load-once.ts'
import { isKernelExports } from '#core/kernels/kernel-exports.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { createKernels } from '#core/kernels/wasm-kernels.ts'

/** In the project's folder where this is TypeScript, beside the script where it is not. */
const file = new URL(
  import.meta.url.endsWith('.ts') ? '../../kernels/build/kernels.wasm' : './kernels.wasm',
  import.meta.url,
)

/**
 * The kernels that the studio has too, read from disk when a sheet first needs them.
 * @throws Error where the module was not built, or is of another version
 */
export const loadKernels = loadOnce(async (): Promise<Kernels> => {
  const { instance } = await WebAssembly.instantiate(new Uint8Array(await readFile(file)))
  const { exports } = instance
  if (!isKernelExports(exports)) throw new Error(`${file.pathname} is of another version`)
  return createKernels(exports)
})

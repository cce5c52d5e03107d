import type { Kernels } from '#core/kernels/kernels.ts'

/** The pixel kernels, fetched when a tool first needs them. */
export async function loadKernels(): Promise<Kernels> {
  const { plainKernels } = await import('#core/kernels/plain-kernels.ts')
  return plainKernels
}

import type { AdapterFacts } from '#core/imaging/device/accelerator.ts'

/** What this browser says of its graphics processor; null where it offers none. */
export async function gpuAdapter(): Promise<AdapterFacts | null> {
  // Absent in browsers without it, which the types do not say.
  const gpu: GPU | undefined = navigator.gpu
  const adapter = (await gpu?.requestAdapter().catch(() => null)) ?? null
  // A browser that does not say what it has is not believed.
  if (adapter?.info === undefined) return null
  const { vendor, architecture, isFallbackAdapter } = adapter.info
  return {
    isFallback: isFallbackAdapter !== false || architecture === 'swiftshader',
    name: `${vendor} ${architecture}`,
  }
}

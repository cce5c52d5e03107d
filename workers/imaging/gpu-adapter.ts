import type { AdapterFacts } from '#core/imaging/device/accelerator.ts'
import { inTime } from '../in-time.ts'

/** A driver that hangs is as good as none: a tool that is opened waits for this. */
const ANSWERS_MS = 3_000

/** What this browser says of its graphics processor; null where it offers none, or never says. */
export async function gpuAdapter(): Promise<AdapterFacts | null> {
  // Absent in browsers without it, which the types do not say.
  const gpu: GPU | undefined = navigator.gpu
  if (gpu === undefined) return null
  const adapter = await inTime(gpu.requestAdapter(), ANSWERS_MS).catch(() => null)
  // A browser that does not say what it has is not believed.
  if (adapter?.info === undefined) return null
  const { vendor, architecture, isFallbackAdapter } = adapter.info
  return {
    isFallback: isFallbackAdapter !== false || architecture === 'swiftshader',
    name: `${vendor} ${architecture}`,
  }
}

import type { ProbeFigures } from '#core/imaging/device/device-tier.ts'
import { isNetworkBound } from '#core/imaging/device/tool-costs.ts'
import type { Network } from '#core/imaging/models.ts'
import type { ToolId } from '#core/imaging/tools/table.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { createRaster } from '#core/pixels/pixels.ts'
import type { Job } from '../job-registry.ts'
import { hasSimd, loadKernels } from '../kernels.ts'
import type { DeviceProbe } from './api.ts'
import { deviceFacts } from './device-facts.ts'
import type { ModelCache } from './inference/model-cache.ts'
import { shortest } from './shortest.ts'

const KERNEL_PX = 256
const NETWORK_PX = 64
/** All of it: a slow device's first run of each may take longer, and nothing follows it. */
const KERNELS_MS = 40
const NETWORKS_MS = 60

/** Fixed work of a kernel, and of a network where there is one: the shortest of a few runs. */
async function probe(kernels: Kernels, network: Network | null): Promise<ProbeFigures> {
  const picture = createRaster(KERNEL_PX, KERNEL_PX)
  const kernelMs = await shortest(KERNELS_MS, async () => {
    kernels.resizeLanczos3(picture, KERNEL_PX * 2, KERNEL_PX * 2)
  })
  if (network === null) return { kernelMs, networkMs: null }
  const channels = network.card.inputs[0]?.colour === 'y' ? 1 : 3
  const values = new Float32Array(channels * NETWORK_PX * NETWORK_PX)
  const shape = [1, channels, NETWORK_PX, NETWORK_PX] as const
  const networkMs = await shortest(NETWORKS_MS, async () => {
    await network.session.run({ shape, values })
  })
  return { kernelMs, networkMs }
}

/** What is known of this device, for a tool. */
export async function probeDevice(
  job: Job,
  models: ModelCache,
  tool: ToolId,
): Promise<DeviceProbe> {
  const facts = deviceFacts()
  if (!hasSimd()) return { facts, figures: { kernelMs: null, networkMs: null } }
  const kernels = await loadKernels()
  const network = isNetworkBound(tool, {}) ? await models.timed(job) : null
  return { facts, figures: await probe(kernels, network) }
}

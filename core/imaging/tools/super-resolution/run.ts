import { createRaster, type PixelSource, rasterSink, rasterSource } from '../../../pixels/pixels.ts'
import { admitResult } from '../../large-result.ts'
import type { Network } from '../../models.ts'
import { networkFor } from '../../network-for.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { RunTool, ToolJob } from '../../tool-definition.ts'
import { COMPRESSED_FROM, jpegTraces } from './jpeg-traces.ts'
import { enlarge } from './super-resolution.ts'

interface EnlargeSettings {
  readonly factor: 2 | 4
}

export const run: RunTool<EnlargeSettings> = async (job, { factor }) => {
  const { env, source, openSink } = job
  const widthPx = source.widthPx * factor
  const heightPx = source.heightPx * factor
  await admitResult(env, source, factor)
  const open = () => openSink(widthPx, heightPx)
  const direct = await directNetwork(job, factor)
  if (direct !== null && direct.card.scale === factor) {
    await enlarge(env, source, direct, open())
    return null
  }
  const plain = await networkFor(job, 'super-resolution/x2')
  const half = factor === 4 ? await enlargedOnce(env, source, direct ?? plain) : source
  await enlarge(env, half, plain, open())
  return null
}

/**
 * The network that sees the photo first. One that comes from a chat is cleaned while it is doubled;
 * doubled again it is as sharp as others are.
 */
async function directNetwork(job: ToolJob, factor: 2 | 4): Promise<Network | null> {
  if (jpegTraces(job.source) >= COMPRESSED_FROM) {
    const cleaning = await job.network('super-resolution/x2-compressed')
    if (cleaning !== null) return cleaning
  }
  return await job.network(`super-resolution/x${factor}`)
}

async function enlargedOnce(
  env: ToolEnvironment,
  source: PixelSource,
  enlarger: Network,
): Promise<PixelSource> {
  const { scale } = enlarger.card
  const raster = createRaster(source.widthPx * scale, source.heightPx * scale)
  await enlarge(env, source, enlarger, rasterSink(raster))
  return rasterSource(raster)
}

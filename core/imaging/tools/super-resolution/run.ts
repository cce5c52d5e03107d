import { StampaError } from '../../../errors.ts'
import { limits } from '../../../limits.ts'
import { createRaster, type PixelSource, rasterSink, rasterSource } from '../../../pixels/pixels.ts'
import type { ModelTier, Network } from '../../models.ts'
import { networkFor } from '../../network-for.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { RunTool } from '../../tool-definition.ts'
import { enlarge } from './super-resolution.ts'

interface EnlargeSettings {
  readonly factor: 2 | 4
  readonly tier: ModelTier
}

export const run: RunTool<EnlargeSettings> = async (job, { factor, tier }) => {
  const { env, source, openSink } = job
  const widthPx = source.widthPx * factor
  const heightPx = source.heightPx * factor
  if (widthPx * heightPx > limits.workingPxMax) {
    const maxMegapixels = Math.floor(limits.workingPxMax / factor ** 2 / 1e5) / 10
    throw new StampaError('photo-too-large', { params: { maxMegapixels } })
  }
  const direct = await job.network(`super-resolution/x${factor}`, tier)
  if (direct !== null) {
    await enlarge(env, source, direct, openSink(widthPx, heightPx))
    return null
  }
  const twice = await networkFor(job, 'super-resolution/x2', tier)
  const half = factor === 4 ? await enlargedOnce(env, source, twice) : source
  await enlarge(env, half, twice, openSink(widthPx, heightPx))
  return null
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

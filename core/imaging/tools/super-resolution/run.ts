import { createRaster, type PixelSource, rasterSink, rasterSource } from '../../../pixels/pixels.ts'
import { admitResult } from '../../large-result.ts'
import { networkFor } from '../../network-for.ts'
import type { ToolEnvironment } from '../../tool.ts'
import type { RunTool, ToolJob } from '../../tool-definition.ts'
import { plainShare } from './plain-share.ts'
import { type Enlarger, enlarge } from './super-resolution.ts'

interface EnlargeSettings {
  readonly factor: 2 | 4
}

/** Of a photo that is nearly clean the network for four times makes more than two doublings do. */
const CLEAN_FROM = 0.8

export const run: RunTool<EnlargeSettings> = async (job, { factor }) => {
  const { env, source, openSink } = job
  const widthPx = source.widthPx * factor
  const heightPx = source.heightPx * factor
  await admitResult(env, source, factor)
  const open = () => openSink(widthPx, heightPx)
  const direct =
    (await cleaningDoubler(job, factor === 2 ? 1 : CLEAN_FROM)) ??
    (await job.network(`super-resolution/x${factor}`))
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
 * What sees a photo first that is not clean: one that comes from a chat is cleaned while it is
 * doubled; doubled again it is as sharp as others are. Null for one that needs no cleaning, and where
 * there is no network for it.
 * @param cleanFrom the plain network's share from which a photo counts as clean
 */
async function cleaningDoubler(job: ToolJob, cleanFrom: number): Promise<Enlarger | null> {
  const share = plainShare(job.source)
  const network = share < cleanFrom ? await job.network('super-resolution/x2-compressed') : null
  if (network === null || share === 0) return network
  const plain = await networkFor(job, 'super-resolution/x2')
  return { ...plain, over: { network, weight: 1 - share } }
}

async function enlargedOnce(
  env: ToolEnvironment,
  source: PixelSource,
  enlarger: Enlarger,
): Promise<PixelSource> {
  const { scale } = enlarger.card
  const raster = createRaster(source.widthPx * scale, source.heightPx * scale)
  await enlarge(env, source, enlarger, rasterSink(raster))
  return rasterSource(raster)
}

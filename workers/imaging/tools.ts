import { StampaError } from '#core/errors.ts'
import type { Network } from '#core/imaging/models.ts'
import type { ToolEnvironment } from '#core/imaging/tool.ts'
import { anime } from '#core/imaging/tools/anime/anime.ts'
import { applyMatte } from '#core/imaging/tools/cut-out/apply-matte.ts'
import { findPeople, matteOfPeople } from '#core/imaging/tools/cut-out/cut-out.ts'
import { enhance } from '#core/imaging/tools/enhance/enhance.ts'
import { sketch } from '#core/imaging/tools/sketch/sketch.ts'
import { enlarge } from '#core/imaging/tools/super-resolution/super-resolution.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { limits } from '#core/limits.ts'
import {
  createPlane,
  createRaster,
  type PixelSink,
  type PixelSource,
  planeSink,
  rasterSink,
  rasterSource,
} from '#core/pixels/pixels.ts'
import type { Plane } from '#core/pixels/raster.ts'
import type { Job } from '../job-registry.ts'
import type { ToolRequest, ToolSettings } from './api.ts'
import type { ModelCache } from './inference/model-cache.ts'

/** What a tool is given besides its request. */
export interface ToolContext {
  readonly job: Job
  readonly kernels: Kernels
  readonly models: ModelCache
}

/** Opens the result once the tool knows its size. */
export type OpenSink = (widthPx: number, heightPx: number) => PixelSink

/**
 * Runs one tool.
 * @param ratio size of `source` against the photo it stands for; under 1 in a preview
 * @returns the matte of a cut-out
 */
export async function runTool(
  context: ToolContext,
  request: ToolRequest,
  source: PixelSource,
  openSink: OpenSink,
  ratio = 1,
): Promise<Plane | null> {
  const env: ToolEnvironment = { ...context.job, kernels: context.kernels }
  const sameSize = () => openSink(source.widthPx, source.heightPx)
  switch (request.tool) {
    case 'cut-out':
      return cutOut(context, env, source, request.settings, sameSize, ratio)
    case 'sketch':
      await sketch(env, source, request.settings, sameSize())
      return null
    case 'enhance':
      await enhanceColour(context, env, source, request.settings, sameSize())
      return null
    case 'super-resolution':
      await enlargePhoto(context, env, source, request.settings, openSink)
      return null
    case 'anime':
      await anime(env, source, request.settings, sameSize())
      return null
  }
}

const unavailable = (role: string): StampaError =>
  new StampaError('tool-unavailable', { cause: `this build carries no model for ${role}` })

async function enhanceColour(
  context: ToolContext,
  env: ToolEnvironment,
  source: PixelSource,
  settings: ToolSettings['enhance'],
  sink: PixelSink,
): Promise<void> {
  const network = await context.models.network('enhance/colour', 'instant', context.job)
  if (network === null) throw unavailable('enhance/colour')
  await enhance(env, source, settings, network.session, sink)
}

async function cutOut(
  context: ToolContext,
  env: ToolEnvironment,
  source: PixelSource,
  settings: Extract<ToolRequest, { tool: 'cut-out' }>['settings'],
  openSink: () => PixelSink,
  ratio: number,
): Promise<Plane> {
  const people = await context.models.withPortrait(context.job, (models) =>
    findPeople(env, source, models, ratio),
  )
  const matte = createPlane(source.widthPx, source.heightPx)
  await matteOfPeople(env, source, people, planeSink(matte))
  await applyMatte(env, source, matte, scaledSettings(settings, ratio), openSink())
  return matte
}

/** Lengths in px of the photo, in px of a copy of it. */
export const scaledSettings = <Settings extends { featherPx: number; chokePx: number }>(
  settings: Settings,
  ratio: number,
): Settings => ({
  ...settings,
  featherPx: settings.featherPx * ratio,
  chokePx: settings.chokePx * ratio,
})

async function enlargePhoto(
  context: ToolContext,
  env: ToolEnvironment,
  source: PixelSource,
  { factor, tier }: ToolSettings['super-resolution'],
  openSink: OpenSink,
): Promise<void> {
  const widthPx = source.widthPx * factor
  const heightPx = source.heightPx * factor
  if (widthPx * heightPx > limits.workingPxMax) {
    const maxMegapixels = Math.floor(limits.workingPxMax / factor ** 2 / 1e5) / 10
    throw new StampaError('photo-too-large', { params: { maxMegapixels } })
  }
  const direct = await context.models.network(`super-resolution/x${factor}`, tier, context.job)
  if (direct !== null) return enlarge(env, source, direct, openSink(widthPx, heightPx))
  const twice =
    factor === 4 ? await context.models.network('super-resolution/x2', tier, context.job) : null
  if (twice === null) throw unavailable(`super-resolution/x${factor}`)
  const half = await enlargedOnce(env, source, twice)
  return enlarge(env, half, twice, openSink(widthPx, heightPx))
}

async function enlargedOnce(
  env: ToolEnvironment,
  source: PixelSource,
  enlarger: Network,
): Promise<PixelSource> {
  const raster = createRaster(
    source.widthPx * enlarger.card.scale,
    source.heightPx * enlarger.card.scale,
  )
  await enlarge(env, source, enlarger, rasterSink(raster))
  return rasterSource(raster)
}

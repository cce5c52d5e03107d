import { StampaError } from '#core/errors.ts'
import { anime } from '#core/imaging/anime/anime.ts'
import { applyMatte } from '#core/imaging/cut-out/apply-matte.ts'
import { findPeople, matteOfPeople } from '#core/imaging/cut-out/cut-out.ts'
import { enhance } from '#core/imaging/enhance/enhance.ts'
import type { Network } from '#core/imaging/models.ts'
import {
  createPlane,
  createRaster,
  type PixelSink,
  type PixelSource,
  planeSink,
  rasterSink,
  rasterSource,
} from '#core/imaging/pixels.ts'
import { sketch } from '#core/imaging/sketch/sketch.ts'
import { enlarge } from '#core/imaging/super-resolution/super-resolution.ts'
import type { Plane, ToolEnvironment } from '#core/imaging/tool.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { limits } from '#core/limits.ts'
import type { Job } from '../job-desk.ts'
import type { ToolRequest, ToolSettings } from './api.ts'
import type { ModelRoom } from './inference/model-room.ts'

/** What a tool is given besides its request. */
export interface Bench {
  readonly job: Job
  readonly kernels: Kernels
  readonly models: ModelRoom
}

/** Opens the result once the tool knows its size. */
export type OpenSink = (widthPx: number, heightPx: number) => PixelSink

/**
 * Runs one tool.
 * @param ratio size of `source` against the photo it stands for; under 1 in a preview
 * @returns the matte of a cut-out
 */
export async function runTool(
  bench: Bench,
  request: ToolRequest,
  source: PixelSource,
  openSink: OpenSink,
  ratio = 1,
): Promise<Plane | null> {
  const env: ToolEnvironment = { ...bench.job, kernels: bench.kernels }
  const sameSize = () => openSink(source.widthPx, source.heightPx)
  switch (request.tool) {
    case 'cut-out':
      return cutOut(bench, env, source, request.settings, sameSize, ratio)
    case 'sketch':
      await sketch(env, source, request.settings, sameSize())
      return null
    case 'enhance':
      await enhanceColour(bench, env, source, request.settings, sameSize())
      return null
    case 'super-resolution':
      await enlargePhoto(bench, env, source, request.settings, openSink)
      return null
    case 'anime':
      await anime(env, source, request.settings, sameSize())
      return null
  }
}

const unavailable = (role: string): StampaError =>
  new StampaError('tool-unavailable', { cause: `this build carries no model for ${role}` })

async function enhanceColour(
  bench: Bench,
  env: ToolEnvironment,
  source: PixelSource,
  settings: ToolSettings['enhance'],
  sink: PixelSink,
): Promise<void> {
  const network = await bench.models.network('enhance/colour', 'instant', bench.job)
  if (network === null) throw unavailable('enhance/colour')
  await enhance(env, source, settings, network.session, sink)
}

async function cutOut(
  bench: Bench,
  env: ToolEnvironment,
  source: PixelSource,
  settings: Extract<ToolRequest, { tool: 'cut-out' }>['settings'],
  openSink: () => PixelSink,
  ratio: number,
): Promise<Plane> {
  const people = await bench.models.withPortrait(bench.job, (models) =>
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
  bench: Bench,
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
  const direct = await bench.models.network(`super-resolution/x${factor}`, tier, bench.job)
  if (direct !== null) return enlarge(env, source, direct, openSink(widthPx, heightPx))
  const twice =
    factor === 4 ? await bench.models.network('super-resolution/x2', tier, bench.job) : null
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

import { StampaError } from '#core/errors.ts'
import { isLargeResult, LargeResult } from '#core/imaging/large-result.ts'
import type { ToolFiles } from '#core/imaging/tool-files.ts'
import { askedTool, type ToolId } from '#core/imaging/tools/table.ts'
import type { JobContext } from '#core/jobs.ts'
import { createRaster, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { decodePhoto } from './decode-photo.ts'
import { encodeLarge, encodeMatte, encodeResult } from './encode-result.ts'
import { loadKernels } from './kernels.ts'
import { networkOf, networksOf } from './networks.ts'

/** What a tool is to do to a photo's file; its settings are checked by the tool's own schema. */
export interface ImagingRequest {
  readonly tool: ToolId
  /** JPEG, PNG, WebP or AVIF, as the customer has it or as the studio keeps it. */
  readonly photo: Uint8Array<ArrayBuffer>
  readonly settings: unknown
  /** PNG where the result is opaque too; else JPEG, as the studio keeps it. */
  readonly lossless?: boolean
}

/**
 * Runs a tool as the studio's worker does: the same pipeline, kernels and networks. It keeps its
 * thread busy for seconds, and lets messages in at the job's checkpoints alone.
 * @throws StampaError what the photo's intake, the tool and the cancel say; ZodError for settings
 *   that are none of the tool's
 */
export async function runTool(request: ImagingRequest, job: JobContext): Promise<ToolFiles> {
  const { tool, settings } = askedTool(request.tool, request.settings)
  const kernels = await loadKernels()
  const source = rasterSource(await decodePhoto(request.photo, job))
  const { run } = await tool.load()
  const results: (Raster | LargeResult<Uint8Array>)[] = []
  const openSink = (widthPx: number, heightPx: number) => {
    if (isLargeResult(widthPx, heightPx) && request.lossless !== true) {
      const large = new LargeResult<Uint8Array>(widthPx, heightPx, (bytes) => bytes)
      results.push(large)
      return large
    }
    const raster = createRaster(widthPx, heightPx)
    results.push(raster)
    return rasterSink(raster)
  }
  const env = { ...job, kernels }
  // Of its own, so that nothing that was found in a photo outlives its job.
  const memory = {}
  const networks = { network: networkOf, networks: networksOf }
  const given = { env, source, openSink, ratio: 1, ...networks, memory }
  const taken = await run(given, settings)
  const [picture] = results
  if (picture === undefined)
    throw new StampaError('internal-fault', { cause: `${tool.id} made no result` })
  const result =
    picture instanceof LargeResult
      ? encodeLarge(picture)
      : await encodeResult(kernels, picture, job, request.lossless)
  const matte = taken === null ? null : await encodeMatte(kernels, taken.matte, job)
  return { result, matte, things: taken?.things ?? null }
}

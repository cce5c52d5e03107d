import type { PhotoRef } from '#core/design/document.ts'
import type { PackingKernels } from '#core/formats/image-rows.ts'
import {
  applyMatte,
  type CutOutSettings,
} from '#core/imaging/tools/cut-out/foreground/apply-matte.ts'
import { refineByBrush } from '#core/imaging/tools/cut-out/refine-brush.ts'
import { scaledSettings } from '#core/imaging/tools/cut-out/run.ts'
import type { Job } from '../job-registry.ts'
import { openMatte, openPhoto } from '../pixels/open-photo.ts'
import { ResultPicture, storeMatte } from '../pixels/result-picture.ts'
import type { MatteStroke, ToolRequest, ToolResult } from './api.ts'
import { type JobResources, type Resources, resourcesFor } from './resources.ts'
import { ResultHolder } from './result-holder.ts'
import { askedOf, envOf, fetchedWith, rolesFor, runTool } from './tools.ts'
import { watchedNetworks } from './watched-networks.ts'

/** A tool's result at working size, stored. */
export async function fullResult(
  resources: Resources,
  job: Job,
  request: ToolRequest,
): Promise<ToolResult> {
  const { store, copies, models } = resources
  const watched = watchedNetworks(models)
  const context = { ...(await resourcesFor(job, resources)), models: watched.models }
  const asked = askedOf(request)
  models.fetchAhead(fetchedWith(asked), job)
  models.warm(rolesFor(asked), job)
  const photo = await openPhoto(store, asked.photo, job)
  const packing = packingOf(context)
  const holder = new ResultHolder(packing)
  try {
    const copyOf = (px: number) => copies.of(asked.photo, px, envOf(context), photo)
    const given = { ...asked, copyOf }
    const taken = await runTool(context, given, photo, holder.open, photo.ratio)
    photo.close()
    context.strips.freeSpare()
    const result = await holder.result.store(store, job)
    const matte = taken === null ? null : await storeMatte(store, taken.matte, packing, job)
    return { result, matte, lacks: watched.lacks() }
  } finally {
    photo.close()
    holder.close()
    context.strips.freeSpare()
  }
}

/** A cut-out whose matte was brushed, both stored anew. */
export async function refinedCutOut(
  resources: Resources,
  job: Job,
  cut: { readonly original: PhotoRef; readonly matte: PhotoRef; readonly settings: CutOutSettings },
  strokes: readonly MatteStroke[],
): Promise<ToolResult> {
  const { store } = resources
  const context = await resourcesFor(job, resources)
  const env = { ...job, kernels: context.kernels }
  const packing = packingOf(context)
  const matte = await openMatte(store, cut.matte, job)
  const photo = await openPhoto(store, cut.original, job)
  const picture = new ResultPicture(photo.widthPx, photo.heightPx, packing)
  try {
    await refineByBrush(env, photo, matte, strokes.map(scaledBy(photo.ratio)))
    await applyMatte(env, photo, matte, scaledSettings(cut.settings, photo.ratio), picture)
    photo.close()
    const result = await picture.store(store, job)
    return { result, matte: await storeMatte(store, matte, packing, job), lacks: [] }
  } finally {
    photo.close()
    picture.close()
  }
}

/** Files are packed by whichever thread is free. */
const packingOf = ({
  kernels,
  strips: threads,
}: Pick<JobResources, 'kernels' | 'strips'>): PackingKernels => ({
  packRows: (rows, adler32) => threads.packRows(rows, adler32),
  crc32: (bytes, start) => kernels.crc32(bytes, start),
})

/** A stroke in px of the photo, in px of the working picture. */
const scaledBy =
  (ratio: number) =>
  (stroke: MatteStroke): MatteStroke => ({
    ...stroke,
    radiusPx: stroke.radiusPx * ratio,
    points: stroke.points.map(({ xPx, yPx }) => ({ xPx: xPx * ratio, yPx: yPx * ratio })),
  })

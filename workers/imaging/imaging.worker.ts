import { expose, transfer } from 'comlink'
import { type PhotoRef, photoRefSchema } from '#core/design/document.ts'
import { type Outcome, outcomeOf, succeed, unwrap } from '#core/errors.ts'
import type { PackingKernels } from '#core/formats/image-rows.ts'
import { keptBox } from '#core/imaging/kept-box.ts'
import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import type { Thing } from '#core/imaging/thing.ts'
import type { ToolEnvironment } from '#core/imaging/tool.ts'
import type { Tool } from '#core/imaging/tool-definition.ts'
import { applyMatte } from '#core/imaging/tools/cut-out/foreground/apply-matte.ts'
import { refineByBrush } from '#core/imaging/tools/cut-out/refine-brush.ts'
import { scaledSettings } from '#core/imaging/tools/cut-out/run.ts'
import { cutOut } from '#core/imaging/tools/cut-out/tool.ts'
import { tools } from '#core/imaging/tools/table.ts'
import { meanChange } from '#core/pixels/mean-change.ts'
import { createRaster, type PixelSource, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { type Job, JobRegistry } from '../job-registry.ts'
import { loadKernels } from '../kernels.ts'
import { PhotoStore } from '../photo-store/photo-store.ts'
import { openMatte, openPhoto } from '../pixels/open-photo.ts'
import { ResultPicture, storeMatte } from '../pixels/result-picture.ts'
import { readBytes } from '../read-bytes.ts'
import { sha256Hex } from '../sha256.ts'
import type {
  ImagingApi,
  MatteStroke,
  PreviewCare,
  SmallCopy,
  ToolPreview,
  ToolRequest,
  ToolResult,
} from './api.ts'
import { facesOf } from './faces.ts'
import { ModelCache } from './inference/model-cache.ts'
import { keepPicture } from './keep-picture.ts'
import { keptIn } from './kept-in.ts'
import { paperIn } from './paper.ts'
import { PreviewCopies } from './preview-copies.ts'
import { PreviewStudies, type StudyCare } from './preview-studies.ts'
import { type AskedPreview, PreviewsAhead } from './previews-ahead.ts'
import { probeDevice } from './probe-device.ts'
import { ResultHolder } from './result-holder.ts'
import { isHandheld, isSmall, stripWorkers } from './spared-device.ts'
import { StripWorkers } from './strip-threads.ts'
import { type Asked, askedOf, findPeopleForTools, runTool, type ToolContext } from './tools.ts'
import { watchedNetworks } from './watched-networks.ts'

const jobs = new JobRegistry()
const store = new PhotoStore()
const copies = new PreviewCopies(store)
const studies = new PreviewStudies()
const ahead = new PreviewsAhead<MadePreview>((asked) => studies.has(asked))
const models = new ModelCache()
const strips = new StripWorkers(stripWorkers())
/** A preview is made larger than it is shown, so that its fine lines are those of the print. */
const PREVIEW_OVERSIZE = 2

/** A stroke in px of the photo, in px of the working picture. */
const scaledBy =
  (ratio: number) =>
  (stroke: MatteStroke): MatteStroke => ({
    ...stroke,
    radiusPx: stroke.radiusPx * ratio,
    points: stroke.points.map(({ xPx, yPx }) => ({ xPx: xPx * ratio, yPx: yPx * ratio })),
  })

const contextFor = async (job: Job) => {
  const kernels = await loadKernels()
  return { job, kernels, strips: strips.forJob(kernels, job.signal), models }
}

/** Files are packed by whichever thread is free. */
const packingOf = ({ kernels, strips: threads }: ToolContext): PackingKernels => ({
  packRows: (rows, adler32) => threads.packRows(rows, adler32),
  crc32: (bytes, start) => kernels.crc32(bytes, start),
})

const rolesFor = ({ tool, settings }: Asked) => tool.rolesOf?.(settings) ?? tool.roles

async function run(job: Job, request: ToolRequest): Promise<ToolResult> {
  ahead.stop()
  studies.forget()
  const context = await contextFor(job)
  const asked = askedOf(request)
  models.warm(rolesFor(asked), job)
  const photo = await openPhoto(store, asked.photo, job)
  const packing = packingOf(context)
  const holder = new ResultHolder(packing)
  try {
    const env = { ...job, kernels: context.kernels, strips: context.strips }
    const copyOf = (px: number) => copies.of(asked.photo, px, env, photo)
    const given = { ...asked, copyOf }
    const matte = await runTool(context, given, photo, holder.open, photo.ratio)
    photo.close()
    context.strips.freeSpare()
    const result = await holder.result.store(store, job)
    return { result, matte: matte === null ? null : await storeMatte(store, matte, packing, job) }
  } finally {
    photo.close()
    holder.close()
    context.strips.freeSpare()
  }
}

/** Longest side of what a preview is made of. */
function copyPx({ tool, settings }: Asked, longSidePx: number): number {
  const scale = tool.scale?.(settings)
  return scale === undefined ? longSidePx * PREVIEW_OVERSIZE : longSidePx / scale
}

async function smallCopy(job: Job, request: ToolRequest, longSidePx: number): Promise<SmallCopy> {
  const asked = askedOf(request)
  const photo = await openPhoto(store, asked.photo, job)
  let picture: ResultPicture | null = null
  try {
    const env = { ...job, kernels: await loadKernels() }
    const copy = await scaledCopy(env, photo, copyPx(asked, longSidePx))
    photo.close()
    picture = new ResultPicture(copy.widthPx, copy.heightPx, env.kernels)
    await picture.write(0, copy)
    const { blob: file, mediaType } = await picture.encoded(job)
    const hash = await sha256Hex(await readBytes(file, 'photo-damaged'))
    const cut = request.tool === 'cut-out' ? cutOut.settings.safeParse(asked.settings) : null
    const ratio = copy.widthPx / asked.photo.widthPx
    const settings = cut?.success ? scaledSettings(cut.data, ratio) : request.settings
    return { file, mediaType, hash, settings: { ...settings } }
  } finally {
    photo.close()
    picture?.close()
  }
}

/** Mean change from which a customer sees that something was mended; chosen by looking at 70 photographs. */
const SEEN_CHANGE = 0.012

/** What a preview is made of. */
async function previewedCopy(
  env: ToolEnvironment & Job,
  asked: Asked,
  longSidePx: number,
  isQuick: boolean,
): Promise<Raster> {
  const { photo, tool } = asked
  const finePx = copyPx(asked, longSidePx)
  if (isQuick) {
    const known = tool.isSlowAtFirst ? copies.known(photo, finePx) : undefined
    const copy = known ?? (await copies.glance(photo, longSidePx, env))
    if (copy !== null) return copy
  }
  // Both are made of one decoded photo.
  const fine = await copies.of(photo, finePx, env)
  return isQuick ? await copies.of(photo, longSidePx, env) : fine
}

/** A preview before it is a picture of the browser's. */
interface MadePreview extends Omit<ToolPreview, 'picture'> {
  readonly pixels: ImageData
}

async function preview(
  job: Job,
  request: ToolRequest,
  longSidePx: number,
  care: PreviewCare,
): Promise<ToolPreview> {
  const asked = askedOf(request)
  const isFirst = care === 'quick'
  if (isFirst && asked.tool.isSlow === true) await looking
  const known = isFirst ? await ahead.of({ ...asked, longSidePx }) : ahead.stop()
  await job.checkpoint()
  // Its studies stay, those of others go.
  if (known !== undefined) studies.of(asked, care)
  const { pixels, ...made } = known ?? (await madePreview(job, asked, longSidePx, care, models))
  return { ...made, picture: await createImageBitmap(pixels) }
}

async function madePreview(
  job: Job,
  asked: Asked,
  longSidePx: number,
  care: StudyCare,
  networks: ToolContext['models'],
): Promise<MadePreview> {
  const watched = watchedNetworks(networks)
  const context = { ...(await contextFor(job)), models: watched.models }
  models.warm(rolesFor(asked), job)
  const env = { ...job, kernels: context.kernels, strips: context.strips }
  const isGlance = care !== 'fine' && care !== 'close'
  const isQuick = isGlance && longSidePx < copyPx(asked, longSidePx)
  const copy = await previewedCopy(env, asked, longSidePx, isQuick)
  const ratio = copy.widthPx / asked.photo.widthPx
  const previews = studies.of(asked, care)
  let things: ToolPreview['things'] = null
  const onThings = (found: readonly Thing[]) => {
    things = found
  }
  const given = { ...asked, isQuick, previews, onThings }
  try {
    const large = await largeResult(context, given, rasterSource(copy), ratio)
    const hardlyChanges = asked.tool.mends === true && meanChange(copy, large) < SEEN_CHANGE
    const shownPx = care === 'close' ? longSidePx * PREVIEW_OVERSIZE : longSidePx
    const shown = await scaledCopy(env, rasterSource(large), shownPx)
    const pixels = new ImageData(shown.rgba, shown.widthPx, shown.heightPx)
    const kept = things === null ? null : keptBox(large)
    return { pixels, hardlyChanges, lacksNetworks: watched.lacks(), things, kept }
  } finally {
    context.strips.freeSpare()
  }
}

/** What the slow tools ask networks for at once, in the order in which they do. */
const LOOKED_BY = ['face/points', 'face/detect', 'person/mask', 'head/hair'] as const

/** The look at a photo before a tool is chosen: a slow one asks for the same, and would take it a second time. */
let looking: Promise<Outcome<boolean>> = Promise.resolve(succeed(false))

async function prepare(job: Job, photo: PhotoRef, longSidePx: number): Promise<void> {
  looking = outcomeOf(() => lookAt(job, photo, longSidePx))
  if (!unwrap(await looking) || isSmall() || isHandheld()) return
  const wanted = tools
    .filter((tool: Tool) => tool.isSlow === true || tool.isSlowAtFirst === true)
    .map(({ id }) => ({ ...askedOf({ tool: id, photo, settings: {} }), longSidePx }))
  await ahead.make(job, wanted, madeAhead)
}

/** @returns whether people were looked for */
async function lookAt(job: Job, photo: PhotoRef, longSidePx: number): Promise<boolean> {
  const context = await contextFor(job)
  const env = { ...job, kernels: context.kernels, strips: context.strips }
  const copy = await copies.glance(photo, longSidePx, env)
  context.strips.freeSpare()
  await job.checkpoint()
  if (copy === null || !(await models.loadThoseHere(LOOKED_BY, job))) return false
  await findPeopleForTools(context, copy)
  return true
}

/** Of networks that are on the device: nothing is fetched for what nobody has asked for. */
async function madeAhead(job: Job, asked: AskedPreview): Promise<MadePreview | null> {
  if (!(await models.loadThoseHere(rolesFor(asked), job))) return null
  const networks = models.thoseHere()
  const made = await madePreview(job, asked, asked.longSidePx, 'ahead', networks)
  return networks.wereAll() ? made : null
}

/** The result of a small copy, as large as the tool makes it. */
async function largeResult(
  context: ToolContext,
  asked: Asked,
  copy: PixelSource,
  ratio: number,
): Promise<Raster> {
  const results: Raster[] = []
  const openSink = (widthPx: number, heightPx: number) => {
    const raster = createRaster(widthPx, heightPx)
    results.push(raster)
    return rasterSink(raster)
  }
  await runTool(context, asked, copy, openSink, ratio)
  const [large] = results
  if (large === undefined) throw new Error('the tool made no result')
  return large
}

const api: ImagingApi = {
  readiness: (tool) => outcomeOf(() => models.readiness(tool)),

  facesReadiness: () => outcomeOf(() => models.facesReadiness()),

  preview: async (jobId, request, longSidePx, care, report) => {
    const outcome = await jobs.run(jobId, report, (job) => preview(job, request, longSidePx, care))
    return outcome.ok ? transfer(outcome, [outcome.value.picture]) : outcome
  },

  prepare: (jobId, photo, longSidePx, report) =>
    jobs.run(jobId, report, (job) => prepare(job, photoRefSchema.parse(photo), longSidePx)),

  run: (jobId, request, report) => jobs.run(jobId, report, (job) => run(job, request)),

  refineMatte: (jobId, original, matteRef, strokes, settings, report) =>
    jobs.run(jobId, report, async (job) => {
      const context = await contextFor(job)
      const env = { ...job, kernels: context.kernels }
      const packing = packingOf(context)
      const matte = await openMatte(store, matteRef, job)
      const photo = await openPhoto(store, original, job)
      const picture = new ResultPicture(photo.widthPx, photo.heightPx, packing)
      try {
        await refineByBrush(env, photo, matte, strokes.map(scaledBy(photo.ratio)))
        await applyMatte(env, photo, matte, scaledSettings(settings, photo.ratio), picture)
        photo.close()
        const result = await picture.store(store, job)
        return { result, matte: await storeMatte(store, matte, packing, job) }
      } finally {
        photo.close()
        picture.close()
      }
    }),

  findFaces: (jobId, photo, report) =>
    jobs.run(jobId, report, (job) => facesOf(copies, models, photoRefSchema.parse(photo), job)),

  findPaper: (jobId, photo, report) =>
    jobs.run(jobId, report, (job) => paperIn(store, models, photoRefSchema.parse(photo), job)),

  probe: (jobId, tool, report) => jobs.run(jobId, report, (job) => probeDevice(job, models, tool)),

  speedup: (jobId, secondsHere, report) =>
    jobs.run(jobId, report, (job) => models.speedup(secondsHere, job)),

  photoFile: (photo) => outcomeOf(() => store.get(photoRefSchema.parse(photo).hash)),

  smallCopy: (jobId, request, longSidePx, report) =>
    jobs.run(jobId, report, (job) => smallCopy(job, request, longSidePx)),

  keepResult: (jobId, files, report) =>
    jobs.run(jobId, report, async (job) => ({
      result: await keepPicture(store, files.result, job),
      matte: files.matte === null ? null : await keepPicture(store, files.matte, job),
    })),

  keptIn: (file) => outcomeOf(() => keptIn(file)),

  cancel: (jobId) => jobs.cancel(jobId),
}

expose(api)

import type { PhotoRef } from '#core/design/document.ts'
import { type Outcome, outcomeOf, succeed, unwrap } from '#core/errors.ts'
import { keptBox } from '#core/imaging/kept-box.ts'
import { PREVIEW_OVERSIZE } from '#core/imaging/preview-sizes.ts'
import { scaledCopy } from '#core/imaging/scaled-copy.ts'
import type { Thing } from '#core/imaging/thing.ts'
import type { ToolEnvironment } from '#core/imaging/tool.ts'
import type { Tool } from '#core/imaging/tool-definition.ts'
import { tools } from '#core/imaging/tools/table.ts'
import { meanChange } from '#core/pixels/mean-change.ts'
import { createRaster, type PixelSource, rasterSink, rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import type { Job } from '../job-registry.ts'
import type { PreviewCare, ToolPreview, ToolRequest } from './api.ts'
import { pictureIn } from './kept-in.ts'
import { previewCopyPx } from './preview-copy-size.ts'
import { PreviewStudies, type StudyCare } from './preview-studies.ts'
import { type AskedPreview, PreviewsAhead } from './previews-ahead.ts'
import { type Resources, resourcesFor } from './resources.ts'
import { isHandheld, isSmall } from './spared-device.ts'
import {
  type Asked,
  askedOf,
  envOf,
  fetchedWith,
  findPeopleForTools,
  LOOKED_BY,
  rolesFor,
  runTool,
  type ToolContext,
} from './tools.ts'
import { watchedNetworks } from './watched-networks.ts'

/** Mean change from which a customer sees that something was mended; chosen by looking at 70 photographs. */
const SEEN_CHANGE = 0.012

/** A preview before it is a picture of the browser's. */
interface MadePreview extends Omit<ToolPreview, 'picture'> {
  readonly pixels: ImageData
}

/** Makes previews, those that are asked for and some before they are. */
export class Previews {
  readonly #resources: Resources
  readonly #studies = new PreviewStudies()
  readonly #ahead = new PreviewsAhead<MadePreview>((asked) => this.#studies.has(asked))
  /** The look at a photo before a tool is chosen: a slow one asks for the same, and would take it a second time. */
  #looking: Promise<Outcome<boolean>> = Promise.resolve(succeed(false))

  constructor(resources: Resources) {
    this.#resources = resources
  }

  async make(
    job: Job,
    request: ToolRequest,
    longSidePx: number,
    care: PreviewCare,
  ): Promise<ToolPreview> {
    const asked = askedOf(request)
    const isFirst = care === 'quick'
    if (isFirst && asked.tool.isSlow === true) await this.#looking
    const known = isFirst ? await this.#ahead.of({ ...asked, longSidePx }) : this.#ahead.stop()
    await job.checkpoint()
    // Its studies stay, those of others go.
    if (known !== undefined) this.#studies.of(asked, care)
    const { pixels, ...made } =
      known ?? (await this.#made(job, asked, longSidePx, care, this.#resources.models))
    return { ...made, picture: await createImageBitmap(pixels) }
  }

  /** Looks at a photo, and makes quick previews of the slow tools where a device bears that. */
  async prepare(job: Job, photo: PhotoRef, longSidePx: number): Promise<void> {
    this.#looking = outcomeOf(() => this.#lookAt(job, photo, longSidePx))
    if (!unwrap(await this.#looking) || isSmall() || isHandheld()) return
    const wanted = tools
      .filter((tool: Tool) => tool.isSlow === true || tool.isSlowAtFirst === true)
      .map(({ id }) => ({ ...askedOf({ tool: id, photo, settings: {} }), longSidePx }))
    await this.#ahead.make(job, wanted, (own, asked) => this.#madeAhead(own, asked))
  }

  /** Makes room for a run at full size. */
  giveWay(): void {
    this.#ahead.stop()
    this.#studies.forget()
  }

  async #made(
    job: Job,
    asked: Asked,
    longSidePx: number,
    care: StudyCare,
    networks: ToolContext['models'],
  ): Promise<MadePreview> {
    const watched = watchedNetworks(networks)
    const context = { ...(await resourcesFor(job, this.#resources)), models: watched.models }
    if (care !== 'ahead') this.#resources.models.fetchAhead(fetchedWith(asked), job)
    this.#resources.models.warm(rolesFor(asked), job)
    const env = envOf(context)
    const isGlance = care !== 'fine' && care !== 'close'
    const isQuick = isGlance && longSidePx < previewCopyPx(asked, longSidePx)
    const copy = await this.#copyFor(env, asked, longSidePx, isQuick)
    const given = { ...asked, isQuick, previews: this.#studies.of(asked, care) }
    try {
      const { large, things } = await smallResult(context, given, copy)
      const hardlyChanges = asked.tool.mends === true && meanChange(copy, large) < SEEN_CHANGE
      const shownPx = care === 'close' ? longSidePx * PREVIEW_OVERSIZE : longSidePx
      const shown = await scaledCopy(env, rasterSource(large), shownPx)
      const pixels = new ImageData(shown.rgba, shown.widthPx, shown.heightPx)
      const isWhole = things !== null || asked.tool.isSeenWhole?.(asked.settings) === true
      const kept = isWhole ? keptBox(large) : await pictureIn(asked.tool, large)
      return { pixels, hardlyChanges, lacks: watched.lacks(), things, kept }
    } finally {
      context.strips.freeSpare()
    }
  }

  /** What a preview is made of. */
  async #copyFor(
    env: ToolEnvironment & Job,
    asked: Asked,
    longSidePx: number,
    isQuick: boolean,
  ): Promise<Raster> {
    const { copies } = this.#resources
    const { photo, tool } = asked
    const finePx = previewCopyPx(asked, longSidePx)
    if (isQuick) {
      const known = tool.isSlowAtFirst ? copies.known(photo, finePx) : undefined
      const copy = known ?? (await copies.glance(photo, longSidePx, env))
      if (copy !== null) return copy
    }
    // Both are made of one decoded photo.
    const fine = await copies.of(photo, finePx, env)
    return isQuick ? await copies.of(photo, longSidePx, env) : fine
  }

  /** @returns whether people were looked for */
  async #lookAt(job: Job, photo: PhotoRef, longSidePx: number): Promise<boolean> {
    const { copies, models } = this.#resources
    const context = await resourcesFor(job, this.#resources)
    const copy = await copies.glance(photo, longSidePx, envOf(context))
    context.strips.freeSpare()
    await job.checkpoint()
    if (copy === null || !(await models.loadThoseHere(LOOKED_BY, job))) return false
    await findPeopleForTools(context, copy)
    return true
  }

  /** Of networks that are on the device: nothing is fetched for what nobody has asked for. */
  async #madeAhead(job: Job, asked: AskedPreview): Promise<MadePreview | null> {
    const { models } = this.#resources
    if (!(await models.loadThoseHere(rolesFor(asked), job))) return null
    const networks = models.thoseHere()
    const made = await this.#made(job, asked, asked.longSidePx, 'ahead', networks)
    return networks.wereAll() ? made : null
  }
}

interface SmallResult {
  /** As large as the tool makes it. */
  readonly large: Raster
  readonly things: readonly Thing[] | null
}

/** The result of a small copy. */
async function smallResult(context: ToolContext, asked: Asked, copy: Raster): Promise<SmallResult> {
  const results: Raster[] = []
  const openSink = (widthPx: number, heightPx: number) => {
    const raster = createRaster(widthPx, heightPx)
    results.push(raster)
    return rasterSink(raster)
  }
  const source: PixelSource = rasterSource(copy)
  const ratio = copy.widthPx / asked.photo.widthPx
  const taken = await runTool(context, asked, source, openSink, ratio)
  const [large] = results
  if (large === undefined) throw new Error('the tool made no result')
  return { large, things: taken?.things ?? null }
}

import type { SketchPlanes, SketchStyle } from '../../../kernels/sketch-rows.ts'
import type { PixelSink, PixelSource } from '../../../pixels/pixels.ts'
import type { Plane, Raster } from '../../../pixels/raster.ts'
import type { SampledPlane } from '../../../pixels/sample-rows.ts'
import { FILTERED_PX, planStrips, StepProgress, shareStrips } from '../../../pixels/strips.ts'
import { drawnLargerBy, ENLARGED_MAX } from '../../drawn-size.ts'
import { KeptOfPictures } from '../../kept-of-pictures.ts'
import { threadsOf } from '../../own-thread.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type Backdrop, backdropOf, type SketchBackground } from './background.ts'
import { rowsOf } from './drawing.ts'
import { keepAlpha } from './keep-alpha.ts'
import {
  copyToStudy,
  type FindHandNetworks,
  type FindNetwork,
  type PeopleIn,
  type PhotoStudy,
  type StudyOptions,
  studyOf,
} from './photo-study.ts'

export interface SketchSettings {
  readonly style: SketchStyle
  /** 0 a light hand to 1 a heavy one. */
  readonly strength: number
  readonly background: SketchBackground
}

/** A smaller picture than this is drawn larger than it is. */
const DRAWN_LEAST_PX = 1200

/** How much larger than a photo its drawing may be. */
export const enlargedBy = (photo: Size): number => drawnLargerBy(photo, DRAWN_LEAST_PX)

/** A pen's edges are thresholds, stairs where a drawing has few pixels: each of up to so many is drawn as four. */
const SMOOTHED_PX = 4e6
const SMOOTHER = 2

/** How much larger than a source it is drawn where it would be drawn as large as the result. */
function smootherIn(
  style: SketchStyle,
  { widthPx, heightPx }: Size,
  finer: number,
  enlarged: number,
): number {
  if (style !== 'ink' || finer !== enlarged) return finer
  return widthPx * heightPx * finer ** 2 <= SMOOTHED_PX ? finer * SMOOTHER : finer
}

interface SketchOptions {
  readonly peopleIn?: PeopleIn
  /** The network of hair about heads; null where it cannot be had. */
  readonly findHairNetwork?: FindNetwork
  /** The networks of where hands are, which a pen asks for; null where they cannot be had. */
  readonly findHandNetworks?: FindHandNetworks
  /** Cuts people out of a copy of the photo; null where it cannot. */
  readonly matteIn?: (copy: Raster) => Promise<Plane | null>
  /** Draws a small picture as small as it is. */
  readonly isQuick?: boolean
  /** How much larger than the photo the result is: 1, or {@link enlargedBy}. */
  readonly enlarged?: number
  /** Longer side of what is printed, where the picture is a preview of it. */
  readonly printPx?: number
  /** Where what was seen in the photo is kept for the next preview. */
  readonly previews?: object
}

/** How much of a picture is drawn, for the quick and the fine preview of a photo. */
const backdrops = new KeptOfPictures<Backdrop | null>(2)
const mattes = new KeptOfPictures<Plane | null>(2)

/**
 * Draws a photo by hand: Kang's coherent lines (flow-based difference of Gaussians along the edge
 * tangent flow) over stroke layers that follow the form, on paper with a tooth. The result is
 * opaque where the photo is and keeps its alpha.
 */
export async function sketch(
  env: ToolEnvironment,
  source: PixelSource,
  settings: SketchSettings,
  sink: PixelSink,
  { isQuick = false, enlarged = 1, ...options }: SketchOptions = {},
): Promise<void> {
  const { style, background } = settings
  const mostFiner = isQuick ? 1 : ENLARGED_MAX
  const isLetGo = background !== 'as-it-is'
  const asked = { ...options, style, mostFiner }
  const { study, matte, alpha } = await look(env, source, asked, isLetGo)
  const backdrop = await backdrops.of(
    options.previews,
    study.small,
    () => backdropOf(env, { ...study, matte }, background),
    `${background} ${study.people.faces.length} ${matte !== null}`,
  )
  await env.checkpoint()
  const planes = planesOf(study, backdrop)
  const isPreview = options.previews !== undefined
  const usual = isQuick ? 1 : enlargedBy(source)
  const finer = isPreview ? usual : smootherIn(style, source, usual, enlarged)
  await draw(env, alpha, sink, settings, planes, { finer, enlarged })
  if (options.previews === undefined) giveBack(env, planes)
}

/** What was drawn from has no use while the result is packed. */
function giveBack(env: ToolEnvironment, planes: SketchPlanes<SampledPlane>): void {
  const { release } = threadsOf(env)
  for (const { values } of Object.values(planes)) release(values.buffer)
}

/** The copy that is looked at is not kept while it is drawn. */
async function look(
  env: ToolEnvironment,
  source: PixelSource,
  { matteIn = async () => null, ...options }: StudyOptions & Pick<SketchOptions, 'matteIn'>,
  isCutOut: boolean,
) {
  const copy = await copyToStudy(env, source)
  const alpha = source.alphaOnly?.() ?? source
  const matte = isCutOut ? await mattes.of(options.previews, copy, () => matteIn(copy)) : null
  return { study: await studyOf(env, copy, options), matte, alpha }
}

const planesOf = ({ planes }: PhotoStudy, backdrop: Backdrop | null) => ({ ...planes, ...backdrop })

async function draw(
  env: ToolEnvironment,
  source: PixelSource,
  sink: PixelSink,
  { style, strength }: SketchSettings,
  planes: SketchPlanes<SampledPlane>,
  { finer, enlarged }: { readonly finer: number; readonly enlarged: number },
): Promise<void> {
  const threads = threadsOf(env)
  const { widthPx, heightPx } = source
  const size = { widthPx: widthPx * finer, heightPx: heightPx * finer }
  const stripPx = Math.round(FILTERED_PX / finer ** 2)
  const strips = planStrips(widthPx, heightPx, 0, stripPx)
  const progress = new StepProgress(env, 'draw', strips.length)
  await shareStrips(env, {
    strips,
    lanes: threads.lanes,
    begin: ({ topPx, heightPx: rows }) =>
      threads.drawSketch(
        rowsOf(planes, {
          ...size,
          topPx: topPx * finer,
          rows: rows * finer,
          style,
          strength,
        }),
      ),
    take: async ({ topPx, heightPx: rows }, drawn) => {
      const strip =
        finer === enlarged
          ? drawn
          : env.kernels.resizeArea(drawn, widthPx * enlarged, rows * enlarged)
      keepAlpha(strip, source, topPx, enlarged)
      await sink.write(topPx * enlarged, strip)
      threads.release(drawn.rgba.buffer)
      await progress.step()
    },
  })
}

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

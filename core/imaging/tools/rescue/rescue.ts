import type { ColourTables } from '../../../kernels/light.ts'
import type { LightField } from '../../../kernels/sheets.ts'
import type { PixelSink, PixelSource } from '../../../pixels/pixels.ts'
import { createRaster, rasterSink, rasterSource } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { eachStrip, planStrips } from '../../../pixels/strips.ts'
import { onWhite } from '../../../pixels/white-paper.ts'
import { type BrushStroke, strokesOf } from '../../brush-strokes.ts'
import { KeptOfPictures } from '../../kept-of-pictures.ts'
import { scaledCopy } from '../../scaled-copy.ts'
import type { InferenceSession, ToolEnvironment } from '../../tool.ts'
import { type BrushedSheet, brushedAway, type KeptSteps } from './brush/brush-away.ts'
import { stepsOf } from './brush/brush-steps.ts'
import { type Corners, cornersOf, type Size, wholePicture } from './corners.ts'
import type { FillEnvironment } from './filling/hole-guide.ts'
import { homographyOf, straightSize } from './homography.ts'
import { evenPart, lightFieldOf } from './light/even-light.ts'
import { freshTables } from './light/fresh-colours.ts'
import { type FoundSheet, findSheet, LOOKED_AT_PX } from './sheet/find-corners.ts'
import { seenIn } from './sheet/seen-sheet.ts'
import { smoothedCopy } from './sheet/smoothed-copy.ts'
import { straightPart } from './sheet/straighten.ts'
import { onSheet } from './sheet-strokes.ts'

export interface RescueSettings {
  /** As `cornersText` writes them; empty: as they are found, the whole picture where none are. */
  readonly corners: string
  /** How far the light is evened out, 0..1. */
  readonly evenLight: number
  /** How far a faded print is given its colours back, 0..1. */
  readonly freshColours: number
  /** What is brushed away, over the photo, as `strokesText` writes it. */
  readonly brushed: string
}

/** Pixels a strip holds. */
const STRIP_PX = 131_072
/** Longest side of the sheet that its light is read from. */
const LIGHT_PX = 320
/** Longest side of the photo's copy in which it is decided what fills a hole: a preview's. */
const PLAN_PX = 1440

/** So far the copy is smoothed, px, when the network is shown it once more. */
const SMOOTHED_PX = 4

/** The network of sheets, where it can be had. */
export type FindNetwork = () => Promise<InferenceSession | null>

/** The sheet of paper in a photo; null where none is found. */
export async function findPaper(
  env: ToolEnvironment,
  source: PixelSource,
  findNetwork?: FindNetwork,
): Promise<FoundSheet | null> {
  return await sheetIn(env, onWhite(await scaledCopy(env, source, LOOKED_AT_PX)), findNetwork)
}

async function sheetIn(
  env: ToolEnvironment,
  copy: Raster,
  findNetwork?: FindNetwork,
): Promise<FoundSheet | null> {
  const network = findNetwork === undefined ? null : await findNetwork()
  if (network === null) return await findSheet(env, copy)
  const found = await findSheet(env, copy, await seenIn(network, env.kernels, copy))
  if (found !== null) return found
  // The pattern of a cloth hides a sheet from the network, not its edges from us.
  const smooth = smoothedCopy(env.kernels, copy, SMOOTHED_PX)
  return await findSheet(env, copy, await seenIn(network, env.kernels, smooth))
}

/** How a sheet is rescued besides its settings. */
export interface RescueOptions {
  /** Pixels that a strip holds. */
  readonly stripPx?: number
  /** What was filled for a stroke is known to the next for as long as it lives. */
  readonly memory?: object
  /** Without it a sheet is found by its edges alone. */
  readonly findNetwork?: FindNetwork
}

/** How a sheet is straightened and lit, and what becomes of its colours. */
interface Flat {
  readonly corners: Corners
  readonly field: LightField | null
  readonly tables: ColourTables | null
}

/** A sheet of a preview's size, and what was filled in it. */
interface Plan extends Flat {
  readonly photo: Size
  readonly sheet: PixelSource
  readonly kept: KeptSteps
}

/** Another amount of light is asked for in the same sheet. */
const found = new KeptOfPictures<Corners>(1)
/** A stroke more is painted on the same picture. */
const plans = new KeptOfPictures<Plan>(1)

/**
 * Straightens a photographed sheet of paper, evens out the light that fell on it, and fills what was
 * brushed away.
 * @param openSink opens the result once its size is known
 */
export async function rescue(
  env: FillEnvironment,
  source: PixelSource,
  settings: RescueSettings,
  openSink: (widthPx: number, heightPx: number) => PixelSink,
  { stripPx = STRIP_PX, memory = {}, findNetwork }: RescueOptions = {},
): Promise<void> {
  const strokes = strokesOf(settings.brushed)
  const finding: Finding = { memory, ...(findNetwork && { findNetwork }) }
  const pixels =
    strokes.length === 0
      ? sheetOf(env, source, await flatten(env, source, settings, finding))
      : await brushedSheet(env, source, settings, strokes, finding)
  const { widthPx: width, heightPx } = pixels
  const sink = openSink(width, heightPx)
  const strips = planStrips(width, heightPx, 0, stripPx)
  await eachStrip(env, 'straighten', strips, async ({ topPx: y, heightPx: height }) => {
    await sink.write(y, pixels.read({ x: 0, y, width, height }))
  })
}

/** Where what was found is kept, and what it is found by. */
interface Finding {
  readonly memory: object
  readonly findNetwork?: FindNetwork
}

async function flatten(
  env: ToolEnvironment,
  source: PixelSource,
  settings: RescueSettings,
  { memory, findNetwork }: Finding,
): Promise<Flat> {
  const copy = onWhite(await scaledCopy(env, source, LOOKED_AT_PX))
  const find = async () => (await sheetIn(env, copy, findNetwork))?.corners ?? wholePicture
  const corners = cornersOf(settings.corners) ?? (await found.of(memory, copy, find))
  const { evenLight, freshColours } = settings
  // Where nobody found paper the photo itself is mended, and its haze and its backdrop are its own.
  const isSheet = corners !== wholePicture
  const isFreshened = freshColours > 0 && isSheet
  if (evenLight === 0 && !isFreshened) return { corners, field: null, tables: null }
  const small = smallSheet(env, copy, corners)
  const field = evenLight > 0 ? lightFieldOf(env.kernels, small, evenLight, isSheet) : null
  if (!isFreshened) return { corners, field, tables: null }
  if (field !== null) evenPart(env.kernels, field, small, { x: 0, y: 0 }, small)
  return { corners, field, tables: freshTables(small, freshColours) }
}

async function brushedSheet(
  env: FillEnvironment,
  source: PixelSource,
  settings: RescueSettings,
  strokes: readonly BrushStroke[],
  finding: Finding,
): Promise<PixelSource> {
  const copy = await scaledCopy(env, source, PLAN_PX)
  const asked = `${settings.corners} ${settings.evenLight} ${settings.freshColours}`
  const plan = await plans.of(
    finding.memory,
    copy,
    () => planOf(env, rasterSource(copy), settings, finding),
    asked,
  )
  const isWhole = copy.widthPx === source.widthPx && copy.heightPx === source.heightPx
  const on = (photo: Size, pixels: PixelSource): BrushedSheet => ({
    pixels,
    strokesOf: (step) => {
      const to = homographyOf(plan.corners, photo)
      return step.strokes.map((stroke) => onSheet(stroke, to, photo, pixels))
    },
  })
  const full = isWhole ? null : on(source, sheetOf(env, source, plan))
  const steps = stepsOf(strokes, copy.widthPx / copy.heightPx)
  return await brushedAway(env, steps, on(plan.photo, plan.sheet), full, plan.kept)
}

async function planOf(
  env: ToolEnvironment,
  photo: PixelSource,
  settings: RescueSettings,
  finding: Finding,
): Promise<Plan> {
  const flat = await flatten(env, photo, settings, finding)
  const sheet = await inMemory(env, sheetOf(env, photo, flat))
  const { widthPx, heightPx } = photo
  return { ...flat, photo: { widthPx, heightPx }, sheet, kept: new Map() }
}

/** The sheet lying flat in even light, of which parts are made as they are read. */
function sheetOf(
  { kernels }: ToolEnvironment,
  source: PixelSource,
  { corners, field, tables }: Flat,
): PixelSource {
  const size = straightSize(corners, source)
  const to = homographyOf(corners, source)
  return {
    ...size,
    read: (box) => {
      const part = straightPart(kernels, source, to, size, box)
      if (field !== null) evenPart(kernels, field, part, box, size)
      if (tables !== null) kernels.colourTables(part, tables, part)
      return part
    },
  }
}

/** A small sheet that is read again and again. */
async function inMemory(env: ToolEnvironment, source: PixelSource): Promise<PixelSource> {
  const { widthPx, heightPx } = source
  const whole = createRaster(widthPx, heightPx)
  const sink = rasterSink(whole)
  for (const { topPx: y, heightPx: height } of planStrips(widthPx, heightPx, 0, STRIP_PX)) {
    await sink.write(y, source.read({ x: 0, y, width: widthPx, height }))
    await env.checkpoint()
  }
  return rasterSource(whole)
}

/** The sheet as its light and colours are told from it. */
function smallSheet({ kernels }: ToolEnvironment, copy: Raster, corners: Corners): Raster {
  const seen = straightSize(corners, copy)
  const shrink = Math.min(1, LIGHT_PX / Math.max(seen.widthPx, seen.heightPx))
  const size: Size = {
    widthPx: Math.max(8, Math.round(seen.widthPx * shrink)),
    heightPx: Math.max(8, Math.round(seen.heightPx * shrink)),
  }
  const to = homographyOf(corners, copy)
  const whole = { x: 0, y: 0, width: size.widthPx, height: size.heightPx }
  return straightPart(kernels, rasterSource(copy), to, size, whole)
}

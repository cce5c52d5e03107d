import type { PixelSink, PixelSource } from '../../../pixels/pixels.ts'
import { rasterSource } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { eachStrip, planStrips } from '../../../pixels/strips.ts'
import { onWhite } from '../../../pixels/white-paper.ts'
import { scaledCopy } from '../../scaled-copy.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type Corners, cornersOf, wholePicture } from './corners.ts'
import { evenRows, type LightField, lightFieldOf } from './even-light.ts'
import { type FoundSheet, findSheet, LOOKED_AT_PX } from './find-corners.ts'
import { homographyOf, straightSize } from './homography.ts'
import { straightRows } from './straighten.ts'

export interface RescueSettings {
  /** As `cornersText` writes them; empty: as they are found, the whole picture where none are. */
  readonly corners: string
  /** How far the light is evened out, 0..1. */
  readonly evenLight: number
}

/** Pixels a strip holds. */
const STRIP_PX = 131_072
/** Longest side of the sheet that its light is read from. */
const LIGHT_PX = 320

/** The sheet of paper in a photo; null where none is found. */
export async function findPaper(
  env: ToolEnvironment,
  source: PixelSource,
): Promise<FoundSheet | null> {
  return await findSheet(env, onWhite(await scaledCopy(env, source, LOOKED_AT_PX)))
}

/**
 * Straightens a photographed sheet of paper and evens out the light that fell on it.
 * @param openSink opens the result once its size is known
 */
export async function rescue(
  env: ToolEnvironment,
  source: PixelSource,
  settings: RescueSettings,
  openSink: (widthPx: number, heightPx: number) => PixelSink,
  stripPx = STRIP_PX,
): Promise<void> {
  const copy = onWhite(await scaledCopy(env, source, LOOKED_AT_PX))
  const corners =
    cornersOf(settings.corners) ?? (await findSheet(env, copy))?.corners ?? wholePicture
  const size = straightSize(corners, source)
  const to = homographyOf(corners, source)
  const field = settings.evenLight > 0 ? fieldOf(env, copy, corners, settings.evenLight) : null
  const sink = openSink(size.widthPx, size.heightPx)
  const strips = planStrips(size.widthPx, size.heightPx, 0, stripPx)
  await eachStrip(env, 'straighten', strips, (strip) => {
    const rows = straightRows(source, to, size, strip)
    if (field !== null) evenRows(field, rows, strip.topPx, size.heightPx)
    sink.write(strip.topPx, rows)
  })
}

function fieldOf(
  { kernels }: ToolEnvironment,
  copy: Raster,
  corners: Corners,
  amount: number,
): LightField {
  const seen = straightSize(corners, copy)
  const shrink = Math.min(1, LIGHT_PX / Math.max(seen.widthPx, seen.heightPx))
  const size = {
    widthPx: Math.max(8, Math.round(seen.widthPx * shrink)),
    heightPx: Math.max(8, Math.round(seen.heightPx * shrink)),
  }
  const to = homographyOf(corners, copy)
  const rows = { topPx: 0, heightPx: size.heightPx }
  return lightFieldOf(kernels, straightRows(rasterSource(copy), to, size, rows), amount)
}

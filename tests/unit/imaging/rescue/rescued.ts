import { type Corners, cornersText, wholePicture } from '#core/imaging/tools/rescue/corners.ts'
import { type RescueSettings, rescue } from '#core/imaging/tools/rescue/rescue.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { keptResults, testJob } from '../made-pictures.ts'
import { grid, photographed } from '../rescue-pictures.ts'

export const PHOTO = { widthPx: 480, heightPx: 360 }
export const tilted: Corners = [
  { x: 0.19, y: 0.14 },
  { x: 0.83, y: 0.2 },
  { x: 0.9, y: 0.87 },
  { x: 0.09, y: 0.8 },
]

export const tiltedGrid = photographed({ ...PHOTO, corners: tilted, drawing: grid(6) })

export async function rescued(
  photo: Raster,
  settings: Partial<RescueSettings> = {},
  stripPx?: number,
): Promise<Raster> {
  const { results, openSink } = keptResults()
  const all = { corners: '', evenLight: 0, freshColours: 0, brushed: '', ...settings }
  await rescue(
    testJob(),
    rasterSource(photo),
    all,
    openSink,
    stripPx === undefined ? {} : { stripPx },
  )
  const [result] = results
  if (result === undefined) throw new Error('no result')
  return result
}

/** The corners of a picture that is all sheet. */
export const whole = cornersText(wholePicture)

/** Furthest that a corner is off, px of the photo. */
export function furthest(found: Corners | undefined, truth: Corners, size = PHOTO): number {
  if (found === undefined) return Number.POSITIVE_INFINITY
  return Math.max(
    ...truth.map(({ x, y }, at) => {
      const own = found[at] ?? { x: 0, y: 0 }
      return Math.hypot((own.x - x) * size.widthPx, (own.y - y) * size.heightPx)
    }),
  )
}

import { type BrushStroke, strokesText } from '#core/imaging/brush-strokes.ts'
import type { ToolEnvironment } from '#core/imaging/tool.ts'
import { cornersText, wholePicture } from '#core/imaging/tools/rescue/corners.ts'
import type { FillEnvironment } from '#core/imaging/tools/rescue/filling/hole-guide.ts'
import { rescue } from '#core/imaging/tools/rescue/rescue.ts'
import { rasterSource } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'
import { keptResults, testJob } from '../made-pictures.ts'

/** A photo as rescue makes it of the whole picture, in its own light and colours, with strokes brushed away; without a network of holes where none is given. */
export async function brushed(
  photo: Raster,
  strokes: readonly BrushStroke[],
  findGuess?: FillEnvironment['findGuess'],
  job: ToolEnvironment = testJob(),
): Promise<Raster> {
  const { results, openSink } = keptResults()
  const corners = cornersText(wholePicture)
  const settings = { corners, evenLight: 0, freshColours: 0, brushed: strokesText(strokes) }
  const env = { ...job, ...(findGuess && { findGuess }) }
  await rescue(env, rasterSource(photo), settings, openSink)
  const [result] = results
  if (result === undefined) throw new Error('no result')
  return result
}

import { StampaError } from '../../../../errors.ts'
import { grownBox, type PixelSource, rasterSource } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { onWhite } from '../../../../pixels/white-paper.ts'
import type { BrushStroke } from '../../../brush-strokes.ts'
import { KeptOfPictures } from '../../../kept-of-pictures.ts'
import { scaledCopy } from '../../../scaled-copy.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { FoundPeople } from '../cut-out.ts'
import { boundsOf } from '../region.ts'
import { flood } from './flood.ts'
import { type Superpixels, superpixelsOf } from './superpixels.ts'

/** Longest side of the picture that is flooded. */
const FLOODED_PX = 560
/** Of what stays, about it: hair and soft edges lie beyond its border. */
const MARGIN = 0.1

const cut = new KeptOfPictures<Superpixels>(1)

/**
 * What stays of a photo by strokes over it, or of people by strokes that mend what was found.
 * @param people as networks found them; null where the strokes alone decide
 * @param memory what is kept of the picture for the next stroke lives as long
 * @throws StampaError `nothing-painted` where nothing stays
 */
export async function floodedBy(
  env: ToolEnvironment,
  source: PixelSource,
  strokes: readonly BrushStroke[],
  people: FoundPeople | null,
  memory: object,
): Promise<FoundPeople> {
  if (people === null && !strokes.some(({ mode }) => mode === 'add'))
    throw new StampaError('nothing-painted')
  const from = people === null ? source : rasterSource(people.overview)
  const overview = onWhite(await scaledCopy(env, from, FLOODED_PX))
  const pieces = await cut.of(memory, overview, () => superpixelsOf(env, overview))
  const { widthPx, heightPx } = overview
  const seen = people && env.kernels.resizePlane(people.mask, widthPx, heightPx)
  const stays = await flood(env, pieces, strokes, seen)
  const bounds = boundsOf(stays, 0.5)
  if (bounds === null) throw new StampaError('nothing-painted')
  const margin = (Math.max(bounds.width, bounds.height) - 1) * MARGIN
  const box = grownBox(bounds, margin, stays)
  const faces = people?.faces ?? []
  const mask = seen === null ? stays : mended(seen, stays)
  return { mask, box, overview, faces, strokes }
}

/** Where strokes changed nothing, what the networks saw is finer than a border of pieces. */
function mended(seen: FloatPlane, stays: FloatPlane): FloatPlane {
  const values = stays.values.map((value, at) => {
    const was = seen.values[at] ?? 0
    return was > 0.5 === value > 0.5 ? was : value
  })
  return { ...stays, values }
}

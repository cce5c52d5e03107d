import { planeRows } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { partFor } from '../../../../pixels/sample-rows.ts'
import { planStrips } from '../../../../pixels/strips.ts'
import { lightRangeOf } from '../../../light-range.ts'
import { threadsOf } from '../../../own-thread.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { blurred, guided } from '../guided.ts'
import type { SeenLight } from './light.ts'

/** How much tone what is pale gets in a pale picture: more where nobody is, or white pots before a grey wall are as white as it is. */
const PALE = { more: 0.8, alone: 2.4 }

/** How much a dark mass takes of the lights in it. */
const OPENED = 0.4

export interface ShadingOptions {
  /** By a pen, which has no tone between black and paper: a light that it opens in black hair is a hole. */
  readonly isHatched?: boolean | undefined
  /** How much darker the middle tone is where no skin asks for restraint, 0..1: paper and black stay. */
  readonly firmer?: number | undefined
}

/**
 * How dark the hand would shade, 0 (paper) to 1: the picture's own range stretched, middle tones
 * lifted towards paper, and the small darks (lashes, folds, strands) that the classic dodge of a
 * picture with its own blur brings out.
 * @param unitPx a thousandth of the picture's longer side
 */
export async function shadingOf(
  env: ToolEnvironment,
  { luma, skin, near = null }: SeenLight,
  unitPx: number,
  { isHatched = false, firmer = 0 }: ShadingOptions = {},
): Promise<FloatPlane> {
  const [soft, wide] = await Promise.all([
    guided(env, luma, Math.max(2, Math.round(3 * unitPx)), 0.002),
    blurred(env, luma, 14 * unitPx),
  ])
  const { black, span, pale } = lightRangeOf(soft)
  const range = {
    black,
    span,
    more: (skin === null && near === null ? PALE.alone : PALE.more) * pale,
    opened: isHatched ? 0 : OPENED,
    firmer: skin ? 0 : firmer,
  }
  const { widthPx, heightPx: wholeHeightPx } = soft
  for (const { topPx, heightPx: rows } of planStrips(widthPx, wholeHeightPx, 0)) {
    const partOf = (plane: FloatPlane) => partFor(plane, wholeHeightPx, topPx, rows)
    const known = skin && { share: partOf(skin.share), bare: partOf(skin.bare) }
    const [own, about] = [planeRows(soft, topPx, rows), planeRows(wide, topPx, rows)]
    env.kernels.shadeRows(own, about, { topPx, wholeHeightPx }, range, known)
    await env.checkpoint()
  }
  threadsOf(env).release(wide.values.buffer)
  return soft
}

import { planeRows, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { partFor } from '../../../pixels/sample-rows.ts'
import { planStrips } from '../../../pixels/strips.ts'
import { threadsOf } from '../../own-thread.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { blurred, guided } from './guided.ts'
import type { SeenLight } from './light.ts'

/** Values below which shares of the pixels lie, from a 1024-bin count. */
function percentiles(
  plane: FloatPlane,
  ...[low, middle, high]: readonly [low: number, middle: number, high: number]
): [number, number, number] {
  const bins = new Uint32Array(1024)
  const { values } = plane
  // By their numbers: an iterator takes three times as long.
  for (let i = 0; i < values.length; i++) {
    const bin = Math.min(1023, Math.max(0, (values[i] as number) * 1023)) | 0
    bins[bin] = (bins[bin] as number) + 1
  }
  const at = (share: number): number => {
    let left = share * plane.values.length
    for (let bin = 0; bin < bins.length; bin++) {
      left -= bins[bin] ?? 0
      if (left <= 0) return bin / 1023
    }
    return 1
  }
  return [at(low), at(middle), at(high)]
}

/** A picture's black, and from there to white. */
interface Range {
  readonly black: number
  readonly span: number
  /** How pale the picture is, 0..1. */
  readonly pale: number
}

/** A picture's own range is taken to be this wide at least. */
const LEAST_SPAN = 0.15
/** Up to which span a picture is one tone, a blank page, and from which it is a photo, if in fog. */
const BLANK = { to: 0.02, from: 0.05 }

/**
 * Where between black and white a picture's middle tone lies from which it is pale, and how much tone what is pale
 * gets then: more where nobody is, or white pots before a grey wall are as white as it is.
 */
const PALE = { from: 0.72, wholly: 0.88, more: 0.8, alone: 2.4 }

/** Shares of the pixels that are darker than a picture's black, its middle tone and its white. */
const RANGE_SHARES = [0.01, 0.5, 0.97] as const

/** The range that is stretched to paper and black: what has one tone stays as light as it is. */
function rangeOf([black, middle, white]: readonly [number, number, number]): Range {
  const own = white - black
  const lacking = Math.max(0, LEAST_SPAN - own)
  const blank = 1 - smoothstep(BLANK.to, BLANK.from, own)
  const pale = smoothstep(PALE.from, PALE.wholly, (middle - black) / Math.max(LEAST_SPAN, own))
  return { black: black - blank * lacking * black, span: own + lacking, pale }
}

/** How pale a picture is, 0..1. */
export const paleOf = (luma: FloatPlane): number => rangeOf(percentiles(luma, ...RANGE_SHARES)).pale

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
  const { black, span, pale } = rangeOf(percentiles(soft, ...RANGE_SHARES))
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

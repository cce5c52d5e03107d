import { planeRows, smoothstep } from '../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../pixels/raster.ts'
import { RowSampler } from '../../../pixels/sample-rows.ts'
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

/** Where between black and white a picture's middle tone lies from which it is pale, and how much tone what is pale gets then. */
const PALE = { from: 0.72, wholly: 0.88, more: 0.8 }

/** The range that is stretched to paper and black: what has one tone stays as light as it is. */
function rangeOf([black, middle, white]: readonly [number, number, number]): Range {
  const own = white - black
  const lacking = Math.max(0, LEAST_SPAN - own)
  const blank = 1 - smoothstep(BLANK.to, BLANK.from, own)
  const pale = smoothstep(PALE.from, PALE.wholly, (middle - black) / Math.max(LEAST_SPAN, own))
  return { black: black - blank * lacking * black, span: own + lacking, pale }
}

/** Light of skin that is left as paper, and from which it is black: the same in every picture. */
const SKIN_RANGE = { black: 0.14, white: 0.93 }

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
  { luma, skin }: SeenLight,
  unitPx: number,
  { isHatched = false, firmer = 0 }: ShadingOptions = {},
): Promise<FloatPlane> {
  const [soft, wide] = await Promise.all([
    guided(env, luma, Math.max(2, Math.round(3 * unitPx)), 0.002),
    blurred(env, luma, 14 * unitPx),
  ])
  const range = {
    ...rangeOf(percentiles(soft, 0.01, 0.5, 0.97)),
    opened: isHatched ? 0 : OPENED,
    firmer: skin ? 0 : firmer,
  }
  const { widthPx, heightPx } = soft
  const samplers =
    skin && [skin.share, skin.bare].map((plane) => new RowSampler(plane, widthPx, heightPx))
  const strips = planStrips(widthPx, heightPx, 0)
  const none = new Float32Array((strips[0]?.heightPx ?? 0) * widthPx)
  for (const { topPx, heightPx: rows } of strips) {
    const [share, bare] = samplers?.map((at) => at.rows(topPx, rows).values) ?? []
    const own = planeRows(soft, topPx, rows).values
    const about = planeRows(wide, topPx, rows).values
    shadeRows(own, about, range, share ?? none, bare ?? none)
    await env.checkpoint()
  }
  threadsOf(env).release(wide.values.buffer)
  return soft
}

/** Darkness from which a mass is opened, how much lighter than what is about it a light is, and how much it takes. */
const MASS = { from: 0.35, wholly: 0.6 }
const LIT = { from: 1.12, wholly: 1.6 }
const OPENED = 0.4
/** What is darker holds noise. */
const BLACK = { to: 0.02, from: 0.06 }

/** How much of a dark mass a light in it takes: a petal's rim, a fold, a strand. In one black they are lost. */
function opened(mass: number, own: number, about: number, most: number): number {
  const lighter = own / Math.max(0.02, about)
  if (mass <= MASS.from || lighter <= LIT.from) return 0
  const light = smoothstep(LIT.from, LIT.wholly, lighter) * smoothstep(BLACK.to, BLACK.from, own)
  return most * light * smoothstep(MASS.from, MASS.wholly, mass)
}

/**
 * A light with the tone that a hand gives to what is nearly white where nearly all is: a grey wall behind a white hat was
 * paper, as the hat was. White stays white, and middle tones what they are.
 * @param more 0..1
 */
const toned = (light: number, more: number): number =>
  more === 0 || light <= 0 || light >= 1 ? light : light - more * light ** 4 * (1 - light)

/**
 * Makes rows of light the shading of it.
 * @param wide the same with its surroundings blurred in
 * @param range the picture's own
 */
function shadeRows(
  light: Float32Array,
  wide: Float32Array,
  {
    black,
    span,
    pale,
    opened: most,
    firmer,
  }: Range & Readonly<Record<'opened' | 'firmer', number>>,
  share: Float32Array,
  bare: Float32Array,
): void {
  const skinSpan = SKIN_RANGE.white - SKIN_RANGE.black
  const more = PALE.more * pale
  for (let i = 0; i < light.length; i++) {
    const own = light[i] as number
    const stretched = toned((own - black) / span, more)
    const onSkin = (own - SKIN_RANGE.black) / skinSpan
    const much = share[i] as number
    const dark = 1 - Math.min(1, Math.max(0, stretched + (onSkin - stretched) * much))
    // To the power of 1.25.
    const whole = dark * Math.sqrt(Math.sqrt(dark)) + firmer * (4 * dark * (1 - dark)) ** 2
    const mass =
      whole * (1 - opened(whole, own, wide[i] as number, most) * (1 - (bare[i] as number)))
    // Dodge of the picture with its inverted blur is base / blur: below 1 in the small darks.
    const dodged = Math.min(1, own / Math.max(0.04, wide[i] as number))
    const detail = (1 - dodged) * (1 - 0.4 * (bare[i] as number))
    light[i] = Math.min(1, mass * 0.78 + detail * 0.75 * (1 - mass * 0.5))
  }
}

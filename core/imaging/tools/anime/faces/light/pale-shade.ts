import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import type { LabPlanes } from '../../../../face-points/skin-likeness.ts'

/** What has less weight is no skin. */
const SKIN = 0.3
/** The darkest and the lightest of a face are hair at its edge, nostrils and gloss. */
const TRIMMED = { dark: 0.05, light: 0.96 }
/** Which parts of a face tell its colour in shade and in light. */
const PARTS = { dark: 0.3, lit: 0.6 }
/**
 * Pale skin has little colour against its light, and the less the more light falls on it, as it takes the light's own: dark skin
 * has as much where it is lit as elsewhere. And what is lit of it is light, however dim the rest.
 */
const PALE = {
  dark: { from: 0.125, to: 0.115 },
  lit: { from: 0.098, to: 0.088 },
  /** Of what is half lit against what is dark: gloss alone makes brown skin pale where it is lit. */
  less: { from: 1, to: 0.95 },
  light: { from: 0.5, to: 0.58 },
  /** Without any colour nobody can tell. */
  grey: { from: 0.015, to: 0.035 },
}
/** It is sure where so little colour lies in so much light, OKLab. */
const SURE = { lit: { from: 0.084, to: 0.076 }, light: { from: 0.56, to: 0.62 } }
/** From this mean light on a face is in good light, and needs no help to look pale. */
const SHADED = { from: 0.66, to: 0.6 }

/** Pale skin in the shade, as a face's own light shows it. */
export interface PaleShade {
  /** How surely it is that, 0..1. */
  readonly share: number
  /** How far it is beyond doubt, 0..1. */
  readonly sure: number
  /** How far the darker part of it lies below the rest, OKLab. */
  readonly apart: number
}

/** How much of such a face is painted as shade, at least, and how far both its tones lie apart at most, OKLab. */
const SHADE = { share: 0.3, most: 0.2 }

/** Every so many pixels are looked at: only means are asked for. */
const STEP = 7

/** @param weight how much each pixel is bare skin of the face */
export function paleShadeOf(lab: LabPlanes, weight: Float32Array): PaleShade {
  const skin: number[] = []
  for (let i = 0; i < weight.length; i += STEP) if ((weight[i] as number) >= SKIN) skin.push(i)
  const tone = meanOf(lab, skin)
  const dim = smoothstep(SHADED.from, SHADED.to, tone[0])
  if (dim === 0 || skin.length === 0) return NONE
  skin.sort((one, other) => (lab.light[one] as number) - (lab.light[other] as number))
  const part = (from: number, to: number) =>
    meanOf(lab, skin.slice(Math.floor(from * skin.length), Math.ceil(to * skin.length)))
  const dark = part(TRIMMED.dark, PARTS.dark)
  const half = part(PARTS.dark, PARTS.lit)
  const lit = part(PARTS.lit, TRIMMED.light)
  const colour = (skin: OkLab) => Math.hypot(skin[1], skin[2]) / Math.max(0.05, skin[0])
  const share =
    dim *
    smoothstep(PALE.dark.from, PALE.dark.to, colour(dark)) *
    smoothstep(PALE.lit.from, PALE.lit.to, colour(lit)) *
    smoothstep(PALE.less.from, PALE.less.to, colour(half) / Math.max(1e-6, colour(dark))) *
    smoothstep(PALE.light.from, PALE.light.to, lit[0]) *
    smoothstep(PALE.grey.from, PALE.grey.to, colour(tone))
  const rest = part(SHADE.share, TRIMMED.light)
  const sure =
    share ** 2 *
    smoothstep(SURE.lit.from, SURE.lit.to, colour(lit)) *
    smoothstep(SURE.light.from, SURE.light.to, lit[0])
  return { share, sure, apart: Math.min(SHADE.most, rest[0] - dark[0]) }
}

const NONE: PaleShade = { share: 0, sure: 0, apart: 0 }

function meanOf({ light, a, b }: LabPlanes, pixels: readonly number[]): OkLab {
  const sum: OkLab = [0, 0, 0]
  for (const i of pixels) {
    sum[0] += light[i] as number
    sum[1] += a[i] as number
    sum[2] += b[i] as number
  }
  const whole = Math.max(1, pixels.length)
  return [sum[0] / whole, sum[1] / whole, sum[2] / whole]
}

/**
 * Two tones as pale skin in the shade has them: as far apart as in the photo, which paint that is calmer would take for one
 * brown. The mean stays.
 */
export function spreadBy<T extends { readonly share: number; readonly apart: number }>(
  usual: T,
  pale: Pick<PaleShade, 'share' | 'apart'>,
): T {
  const share = Math.max(usual.share, SHADE.share)
  const apart = Math.max(usual.apart, pale.apart)
  return {
    ...usual,
    share: usual.share + (share - usual.share) * pale.share,
    apart: usual.apart + (apart - usual.apart) * pale.share,
  }
}

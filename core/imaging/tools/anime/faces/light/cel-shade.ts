import type { OkLab } from '../../../../../pixels/oklab.ts'
import { smoothstep } from '../../../../../pixels/pixels.ts'
import { withValues } from '../../../../../pixels/with-values.ts'
import { faceOutline } from '../../../../face-points/face-outlines.ts'
import { type FacePlaces, placedFrom, underNose } from '../../../../face-points/face-places.ts'
import type { FoundFace } from '../../../../face-points/find-faces.ts'
import type { FaceForm } from './face-form.ts'
import type { FittedLight } from './face-light.ts'
import { type PaleShade, spreadBy } from './pale-shade.ts'

/** Less skin than this at a place, and nothing is told by it. */
const SKIN = 0.3
/** How much of a face's own form its shade follows, against that of an egg: cheekbones turn its edge, features do not. */
const OWN_FORM = 0.22
/** A head goes on above its face, so much farther from its middle than a chin: where the face ended it would turn away, and a wedge of shade lie on the forehead. */
const CROWN = 1.7
/** So much more light from aside falls on the top of a forehead, that its shade ends along the hair and does not cut it in two. */
const FOREHEAD = 0.16
/**
 * Where light comes from against how far aside it does: from above by so much at least and at most, and from
 * before, which rounds the edge of the shade along the cheek.
 */
const FROM = { above: { least: 0.3, most: 1.1 }, before: 1.4 }
/** Light from aside that is fainter than this, OKLab, is none: it comes from where the head does not look. */
const ASIDE_LEAST = 0.006

/** How a face lies to the light of a painter's lamp, the more of it falls on a place the nearer to 1. */
export function lampOn(
  face: FoundFace,
  { across, down }: FacePlaces,
  form: FaceForm,
  { right, under }: FittedLight,
): Float32Array<ArrayBuffer> {
  const placed = placedFrom(face, underNose(face))
  const oval = faceOutline(face).map(placed)
  const [us, vs] = [oval.map(({ u }) => u), oval.map(({ v }) => v)]
  const middle = {
    u: (Math.min(...us) + Math.max(...us)) / 2,
    v: (Math.min(...vs) + Math.max(...vs)) / 2,
  }
  const half = { u: Math.max(...us) - middle.u, v: Math.max(...vs) - middle.v }
  const tall = half.v * CROWN
  const aside = right * face.across.x + under * face.across.y
  const lower = right * face.down.x + under * face.down.y
  // Of who looks aside, the cheek towards the ear lies in the shade.
  const side = Math.abs(aside) > ASIDE_LEAST ? Math.sign(aside) : middle.u > 0 ? -1 : 1
  const { above, before } = FROM
  const rise = Math.min(above.most, Math.max(above.least, -lower / Math.max(1e-4, Math.abs(aside))))
  const whole = Math.sqrt(1 + rise * rise + before * before)
  const forehead = FOREHEAD * (1 - rise / above.most)
  return withValues(new Float32Array(across.length), (i) => {
    const u = ((across[i] as number) - middle.u) / half.u
    const below = (down[i] as number) - middle.v
    const v = below / (below < 0 ? tall : half.v)
    const away = Math.sqrt(u * u + v * v)
    const rim = Math.max(1, away)
    const x = form.x[i] as number
    const y = form.y[i] as number
    const ownU = x * face.across.x + y * face.across.y
    const ownV = x * face.down.x + y * face.down.y
    const egg = 1 - OWN_FORM
    const nu = (egg * u) / rim + OWN_FORM * ownU
    const nv = (egg * v) / rim + OWN_FORM * ownV
    const nz = egg * Math.sqrt(Math.max(0, 1 - away * away)) + OWN_FORM * (form.z[i] as number)
    const top = Math.min(0, below / half.v)
    return (side * nu - rise * nv + before * nz) / whole + forehead * top * top
  })
}

/** How much of a face lies in a painter's shade, by how much the photo's does. */
const SHADED = { least: 0.15, most: 0.34, share: 0.75 }
/** How far both tones lie apart, OKLab: in even light, at most, and in a hard light. */
const APART = { least: 0.075, most: 0.17, hard: 0.28 }
/**
 * A far face in even light has a shade where cheeks and nose lie so far above the mean of its skin, OKLab: what is
 * darker is the shade of its edges, and in one tone of both it would be brown. Its share, and how far its tones lie apart.
 */
const FAR_SHADE = { from: 0.06, share: 0.3, by: 1.5, most: 0.15 }

/** What is known of a face's own light. */
interface SeenLight {
  readonly pale: Pick<PaleShade, 'share' | 'apart'>
  readonly hard: number
}

/** Whether so much light above the mean of a far face's skin, OKLab, asks for a shade. */
export const isShadedFar = (above: number): boolean => above > FAR_SHADE.from

/** The two tones of a far face whose own light has no edge. @param above how far cheeks and nose lie above the mean */
export function farShadeOf(lamp: Float32Array, weight: Float32Array, above: number): CelShade {
  const apart = Math.min(FAR_SHADE.most, Math.max(APART.least, FAR_SHADE.by * above))
  return { step: stepAt(FAR_SHADE.share, lamp, weight), apart }
}

/** Below which light such a share of skin lies. */
function stepAt(share: number, light: Float32Array, weight: Float32Array): number {
  const sorted = light.filter((_, i) => (weight[i] as number) >= SKIN).sort()
  return sorted[Math.floor(share * sorted.length)] ?? 0
}

/** The two tones of a face under a painter's lamp. */
interface CelShade {
  /** Below this of {@link lampOn} skin lies in the shade. */
  readonly step: number
  /** How far its light lies above its shade, OKLab. */
  readonly apart: number
}

/**
 * @param lamp of {@link lampOn}
 * @param centres lights of the tones into which the photo's own was cut, from the darkest on
 * @param shades how much of the skin has each
 * @param seen how surely it is pale skin in the shade, and how surely a hard light falls on it
 */
export function celShadeOf(
  lamp: Float32Array,
  weight: Float32Array,
  centres: readonly number[],
  shades: readonly number[],
  { pale, hard }: SeenLight = { pale: { share: 0, apart: 0 }, hard: 0 },
): CelShade {
  const lightest = centres.at(-1) ?? 0
  const dark = shades.slice(0, -1).reduce((sum, share) => sum + share, 0)
  const own = Math.min(SHADED.most, Math.max(SHADED.least, SHADED.share * dark))
  const middle =
    centres.slice(0, -1).reduce((sum, c, k) => sum + c * (shades[k] ?? 0), 0) / Math.max(1e-6, dark)
  const seen = dark === 0 ? 0 : lightest - middle
  const even = Math.min(APART.most, Math.max(APART.least, seen))
  const usual = { share: own, apart: even + hard * Math.max(0, APART.hard - even) }
  const { share, apart } = spreadBy(usual, pale)
  return { step: stepAt(share, lamp, weight), apart }
}

/** Shade on skin loses colour as this power of its light: less than in proportion. */
const WARMER = 0.4

/** What the form of a face explains of how its light differs, from which on it is drawn by a lamp. */
const EXPLAINED = { from: 0.3, to: 0.5 }
/** Lights that lie so far apart are a hard light, whose shapes are a photo's own. */
const HARD = 0.17

/** Whether shade is not the head's own but cast on it, as by a hat or by leaves: its shape is kept. */
export function isCast({ explained }: FittedLight, centres: readonly number[]): boolean {
  const range = (centres.at(-1) ?? 0) - (centres[0] ?? 0)
  return (
    range > HARD &&
    explained < EXPLAINED.from + (EXPLAINED.to - EXPLAINED.from) * smoothstep(HARD, 0.3, range)
  )
}

/** The tones of a face in a painter's light, with the mean of the photo's: shade is stronger against its light. */
export function litBy(
  { tone, shares }: { readonly tone: OkLab; readonly shares: readonly number[] },
  apart: number,
): OkLab[] {
  const [dark = 0, lit = 1] = shares
  const whole = Math.max(1e-6, dark + lit)
  return [(-apart * lit) / whole, (apart * dark) / whole].map((by): OkLab => {
    const light = Math.max(0.03, tone[0] + by)
    const strong = (light / Math.max(0.05, tone[0])) ** WARMER
    return [light, tone[1] * strong, tone[2] * strong]
  })
}

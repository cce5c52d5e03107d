import type { Kernels } from '../../../kernels/kernels.ts'
import { createFloatPlane, fittedSize, smoothstep } from '../../../pixels/pixels.ts'
import { atShare } from '../../../pixels/ranked.ts'
import type { FloatPlane, Raster } from '../../../pixels/raster.ts'
import type { FoundFace } from '../../face-points/find-faces.ts'
import { type LabPlanes, labOf } from '../../face-points/skin-likeness.ts'
import { type SkinOfFace, skinOfFace } from '../../face-points/skin-of-face.ts'
import { type People, personAt } from '../../portrait/people.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { beardOf } from './beard.ts'
import { guided } from './guided.ts'
import { liftOfShadows } from './shadow-side.ts'
import { withoutStrands, yellower } from './skin-like.ts'
import { deepness, lightIn } from './skin-tone.ts'
import { throatOf } from './throat.ts'

/**
 * Where skin is in a small copy of a picture, and how its light would have to change for every
 * face to lie in the same one: `log lit = log luma + share * (gain + (power - 1) * log luma)`.
 */
export interface Skin {
  /** Faces with their features, and the skin of bodies. */
  readonly share: FloatPlane
  /** The same without eyes, brows and lips. */
  readonly bare: FloatPlane
  readonly gain: FloatPlane
  readonly power: FloatPlane
  /** How dark the skin is in the photo, 0..1, before it is lit as all is. */
  readonly tone: FloatPlane
  /** How dark the skin itself is, 0..1: {@link deepness}. */
  readonly deep: FloatPlane
}

/** Luma of the middle of every face once it is lit as all are. */
export const FACE_LUMA = 0.7
/** Half the way from the 15th to the 85th percentile of log luma in such a face. */
const FACE_SPREAD = 0.15
const POWER = { least: 0.72, most: 1.5 }
/** Skin of bodies is looked for so far about a face's own hue, as ratios of OKLab. */
const HUE_SPREAD = 0.07
/** In the jaw's shadow skin is darker by this, and its hue further off. */
const THROAT = { darker: 0.27, hues: 0.6 }
/** Lightness of a face that lies in the dark, where hues are noise: skin may differ from it by twice as much. */
const DIM = { wholly: 0.22, from: 0.3, less: 0.2 }
/** Skin as far as this from a face, in face widths, is its own; hands and legs lie further, in other light. */
const REACH = { near: 3, far: 9 }
/** How much of the light of all such skin takes, in ink too: beside bare arms it would wear stockings. */
const FAR_SKIN = 0.55
/** How much less of the light of all a beard takes than skin does. */
const BEARD_SHARE = 0.85
const LIGHT_LONG_SIDE_PX = 64
const SHADOWS_LONG_SIDE_PX = 384
/** Skin ends at the edges of the picture. */
const EDGE_RADIUS_PX = 3
const EDGE_EPSILON = 0.0015

interface LitFace {
  readonly face: FoundFace
  readonly seen: SkinOfFace
  readonly gain: number
  readonly power: number
  /** Median luma. */
  readonly luma: number
  readonly lightness: number
  /** How much it lies in the dark, 0..1: {@link DIM}. */
  readonly dim: number
  readonly hue: readonly [red: number, yellow: number]
}

/**
 * @param picture the faces' own
 * @param small a copy of it
 */
export async function skinOf(
  env: ToolEnvironment,
  picture: Raster,
  small: Raster,
  { faces, mask }: People,
): Promise<Skin | null> {
  const { kernels } = env
  const lit: LitFace[] = []
  for (const face of faces) {
    const one = litFace(kernels, picture, face)
    if (one !== null) lit.push(one)
    await env.checkpoint()
  }
  if (lit.length === 0) return null
  const { widthPx, heightPx } = small
  const plane = () => createFloatPlane(widthPx, heightPx)
  const [share, bare, body] = [plane(), plane(), plane()]
  const lab = labOf(small)
  const person = mask === null ? null : personAt(kernels, mask, small)
  const scale = widthPx / picture.widthPx
  for (const one of lit) {
    addFace({ share, bare, body }, one, lit, { lab, person, scale })
    await env.checkpoint()
  }
  const luma = kernels.luma(small)
  withoutStrands(kernels, body, luma)
  addBody({ share, bare }, body)
  const aligned = async (plane: FloatPlane) => {
    const soft = kernels.gaussian(plane, 0.8)
    return clamped(await guided(env, soft, EDGE_RADIUS_PX, EDGE_EPSILON, luma))
  }
  const [found, smooth] = [
    { share: await aligned(share), bare: await aligned(bare) },
    lightOf(picture, lit, lightIn(luma)),
  ]
  const facePx = (scale * lit.reduce((sum, { face }) => sum + face.widthPx, 0)) / lit.length
  return { ...found, ...smooth, gain: await gainOf(env, luma, { ...smooth, ...found }, facePx) }
}

/** The gain with what it is more where a face lies in a shadow. */
async function gainOf(
  env: ToolEnvironment,
  luma: FloatPlane,
  { bare, gain, power }: Pick<Skin, 'bare' | 'gain' | 'power'>,
  facePx: number,
): Promise<FloatPlane> {
  const { widthPx, heightPx } = fittedSize(luma, SHADOWS_LONG_SIDE_PX)
  const at = (plane: FloatPlane) => env.kernels.resizePlane(plane, widthPx, heightPx)
  const small = { bare: at(bare), gain: at(gain), power: at(power) }
  const lift = await liftOfShadows(
    env,
    at(luma),
    small,
    FACE_LUMA,
    facePx * (widthPx / luma.widthPx),
  )
  for (let i = 0; i < lift.values.length; i++) {
    lift.values[i] = (lift.values[i] as number) + (small.gain.values[i] as number)
  }
  return lift
}

function clamped(plane: FloatPlane): FloatPlane {
  const { values } = plane
  for (let i = 0; i < values.length; i++) values[i] = Math.min(1, Math.max(0, values[i] ?? 0))
  return plane
}

const DARKEST = 0.02

/** How a face's own light is brought to the light of all; null where too little skin shows. */
function litFace(kernels: Kernels, picture: Raster, face: FoundFace): LitFace | null {
  const seen = skinOfFace(kernels, picture, face)
  if (seen === null) return null
  const { lab, inside, skin } = seen
  const lumas = kernels.luma(seen.picture).values
  const [found, lights, reds, yellows]: [number[], number[], number[], number[]] = [[], [], [], []]
  skin.values.forEach((share, i) => {
    if (share < 0.6 || (inside.values[i] ?? 0) < 0.6) return
    const light = Math.max(0.08, lab.light[i] ?? 0)
    found.push(Math.max(DARKEST, lumas[i] ?? 0))
    lights.push(light)
    reds.push((lab.a[i] ?? 0) / light)
    yellows.push((lab.b[i] ?? 0) / light)
  })
  if (found.length < 60) return null
  const luma = atShare(found, 0.5)
  const width = Math.log(atShare(found, 0.85) / atShare(found, 0.15)) / 2
  const power = Math.min(POWER.most, Math.max(POWER.least, FACE_SPREAD / Math.max(0.01, width)))
  const lightness = atShare(lights, 0.5)
  const dim = 1 - smoothstep(DIM.wholly, DIM.from, lightness)
  const gain = Math.log(FACE_LUMA - DIM.less * dim) - power * Math.log(luma)
  const hue = [atShare(reds, 0.5), atShare(yellows, 0.5)] as const
  return { face, seen, gain, power, luma, lightness, dim, hue }
}

/** What skin is looked for in: a copy of the picture. */
interface Seen {
  readonly lab: LabPlanes
  /** How much people are of each pixel. */
  readonly person: FloatPlane | null
  /** Its size against the picture's. */
  readonly scale: number
}

/** Adds the skin of one face, and of what is like it beside the face. */
function addFace(
  skin: Pick<Skin, 'share' | 'bare'> & { readonly body: FloatPlane },
  one: LitFace,
  all: readonly LitFace[],
  { lab, person, scale }: Seen,
): void {
  const { widthPx, heightPx } = skin.share
  const { box, inside, features, near } = one.seen
  const { widthPx: w, heightPx: h } = inside
  const throat = throatOf(one.face)
  const beard = beardOf(one.face)
  for (let y = 0; y < heightPx; y++) {
    const v = Math.floor((((y + 0.5) / scale - box.y) * h) / box.height)
    for (let x = 0; x < widthPx; x++) {
      const i = y * widthPx + x
      const u = Math.floor((((x + 0.5) / scale - box.x) * w) / box.width)
      const below = throat(x / scale, y / scale)
      let [bare, share] = [0, 0]
      if (u >= 0 && v >= 0 && u < w && v < h) {
        const at = v * w + u
        const feature = Math.min(features.values[at] ?? 0, inside.values[at] ?? 0)
        bare = (one.seen.skin.values[at] ?? 0) * (near.values[at] ?? 0) * (1 - feature)
        bare *= 1 - hairAt(one, at) * (1 - below)
        share = Math.max(bare, feature)
        const hair =
          bare === 0 ? 0 : beard(x / scale, y / scale, (lab.light[i] ?? 0) / one.lightness)
        bare *= 1 - hair
        share -= (share - feature) * BEARD_SHARE * hair
      }
      if (person !== null && share < 1) {
        const some = smoothstep(0.5, 0.9, person.values[i] ?? 0)
        const body = some === 0 ? 0 : some * bodyAt(one, lab, i, below)
        const own = body === 0 ? 0 : body * nearness(one, all, x / scale, y / scale)
        // Hair hangs no further, and a leg in the sun is as uneven as it.
        const sure =
          own === 0 || awayFrom(one, x / scale, y / scale) > REACH.near
            ? own
            : own * Math.max(below, one.dim)
        skin.body.values[i] = Math.max(skin.body.values[i] ?? 0, own === sure ? 0 : own)
        bare = Math.max(bare, share > bare ? 0 : sure)
        share = Math.max(share, sure)
      }
      skin.share.values[i] = Math.max(skin.share.values[i] ?? 0, share)
      skin.bare.values[i] = Math.max(skin.bare.values[i] ?? 0, bare)
    }
  }
}

/** How much a place beyond a face's oval has the colour of fair hair. */
function hairAt({ seen: { inside, lab }, hue, dim }: LitFace, at: number): number {
  const outside = 1 - (inside.values[at] ?? 0)
  if (outside === 0) return 0
  const light = Math.max(0.08, lab.light[at] ?? 0)
  return outside * (1 - dim) * yellower([(lab.a[at] ?? 0) / light, (lab.b[at] ?? 0) / light], hue)
}

function addBody({ share, bare }: Pick<Skin, 'share' | 'bare'>, body: FloatPlane): void {
  for (let i = 0; i < body.values.length; i++) {
    const own = body.values[i] as number
    if (own === 0) continue
    const [all, skin] = [share.values[i] as number, bare.values[i] as number]
    if (all <= skin) bare.values[i] = Math.max(skin, own)
    share.values[i] = Math.max(all, own)
  }
}

/**
 * How much a pixel is of a face's hue and within the reach of its light.
 * @param throat how much it lies where the jaw's shadow falls
 */
function bodyAt(
  { hue, lightness, dim }: LitFace,
  { light, a, b }: LabPlanes,
  i: number,
  throat: number,
): number {
  const own = light[i] ?? 0
  const red = (a[i] ?? 0) / Math.max(0.08, own) - hue[0]
  const yellow = (b[i] ?? 0) / Math.max(0.08, own) - hue[1]
  const away = Math.sqrt(red * red + yellow * yellow)
  const spread = HUE_SPREAD * (1 + Math.max(dim, THROAT.hues * throat))
  const alike = 1 - smoothstep(spread * 0.7, spread * 1.2, away)
  const least = 0.55 - Math.max(0.07 * dim, THROAT.darker * throat)
  const lit = smoothstep(lightness * least, lightness * (least + 0.2), own)
  const known = alike * lit * (1 - smoothstep(lightness * 1.3, lightness * 1.5, own))
  return known * (1 - yellower([red, yellow], hue) * (1 - dim) * (1 - throat))
}

const awayFrom = ({ face }: LitFace, x: number, y: number): number => {
  const nose = face.points.points[4] ?? { x: 0, y: 0 }
  const [across, down] = [x - nose.x, y - nose.y]
  // Each pixel asks: Math.hypot takes ten times as long.
  return Math.sqrt(across * across + down * down) / Math.max(1, face.widthPx)
}

/** 1 where a face is the nearest and near, by its own width; {@link FAR_SKIN} where it is far. */
function nearness(one: LitFace, all: readonly LitFace[], x: number, y: number): number {
  const own = awayFrom(one, x, y)
  if (all.some((other) => other !== one && awayFrom(other, x, y) < own)) return 0
  const near = 1 - smoothstep(REACH.near, REACH.near * 1.5, own)
  return near + FAR_SKIN * (1 - smoothstep(REACH.far, REACH.far * 1.5, own)) * (1 - near)
}

/** Gain, power and tone, small as they are smooth: each place takes them from the faces near to it. */
function lightOf(
  picture: Raster,
  all: readonly LitFace[],
  light: number,
): Omit<Skin, 'share' | 'bare'> {
  const { widthPx, heightPx } = fittedSize(picture, LIGHT_LONG_SIDE_PX)
  const plane = () => createFloatPlane(widthPx, heightPx)
  const [gain, power, tone, deep] = [plane(), plane(), plane(), plane()]
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const i = y * widthPx + x
      const place = [
        ((x + 0.5) * picture.widthPx) / widthPx,
        ((y + 0.5) * picture.heightPx) / heightPx,
      ] as const
      const weights = all.map((one) => 1 / (0.05 + awayFrom(one, ...place) ** 4))
      const sum = weights.reduce((a, b) => a + b, 0)
      const mean = (of: (one: LitFace) => number) =>
        all.reduce((whole, one, k) => whole + of(one) * (weights[k] ?? 0), 0) / sum
      gain.values[i] = mean((one) => one.gain)
      power.values[i] = mean((one) => one.power)
      tone.values[i] = mean((one) => 1 - one.luma)
      deep.values[i] = mean(({ luma, hue }) => deepness(luma, hue, light))
    }
  }
  return { gain, power, tone, deep }
}

import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { FoundFace } from '../../../face-points/find-faces.ts'
import type { LabPlanes } from '../../../face-points/skin-likeness.ts'
import type { SkinOfFace } from '../../../face-points/skin-of-face.ts'
import { beardOf } from './beard.ts'
import { flushedNoseOf } from './flushed-nose.ts'
import { hairyAt } from './hair.ts'
import { yellower } from './skin-like.ts'
import { throatOf } from './throat.ts'
import type { KnownTone } from './whites.ts'

/** Skin of bodies is looked for so far about a face's own hue, as ratios of OKLab. */
const HUE_SPREAD = 0.07
/**
 * Lightness of skin of a body against its face's, at least: an arm may lie in a shade of its own. The darker a face (its own
 * lightness), the more what is darker still is cloth, but in the dark all hues are noise.
 */
const SHADED = { least: 0.55, darker: 0.13, ofFace: { from: 0.32, wholly: 0.5 } }
const IN_THE_DARK = { darker: 0.07 }
const SHADED_WHOLLY = 0.2
/** In the jaw's shadow skin is darker by this, and its hue further off. */
const THROAT = { darker: 0.27, hues: 0.6 }
/** Skin as far as this from a face, in face widths, is its own; hands and legs lie further, in other light. */
const REACH = { near: 3, far: 9 }
/** How wide a face is at least against its height: turned aside it is narrow, and its legs are as long. */
const NARROWEST = 0.7
/** How much of the light of all such skin takes, in ink too: beside bare arms it would wear stockings. */
export const FAR_SKIN = 0.55
/** Less of a limb than this is its edge; a piece that is smaller than this share of a picture tells nothing of its own. */
export const LIMB = 0.25
export const SMALLEST_LIMB = 0.0005
/** How much further off a limb's hue may be where skin is about it, and how dark it may be against the face. */
const LIKELY = { hues: 1.2, darkest: 0.3 }
/** Blood is seen through all skin: what has less of a face's own red than this is olive cloth, or grey. */
const RED = { none: 0, from: 0.3 }
/** How much less of the light of all a beard takes than skin does. */
const BEARD_SHARE = 0.85
/** A face, and how its light is brought to the light of all. */
export interface LitFace {
  readonly face: FoundFace
  readonly seen: SkinOfFace
  readonly gain: number
  readonly power: number
  /** Median luma. */
  readonly luma: number
  readonly lightness: number
  /** How much it lies in the dark, 0..1: its hues are noise. */
  readonly dim: number
  readonly hue: readonly [red: number, yellow: number]
  /** {@link breadthOf} the face. */
  readonly breadth: number
  readonly known: KnownTone
}

/** Where skin is found. */
export interface FoundSkin {
  /** Faces with their features, and the skin of bodies. */
  readonly share: FloatPlane
  /** The same without eyes, brows and lips. */
  readonly bare: FloatPlane
  /** What may be hair, that hangs beside a face. */
  readonly body: FloatPlane
  /** Limbs far from a face: what is skin there, and what is where its surroundings are. */
  readonly far: FloatPlane
  readonly farLikely: FloatPlane
}

/** What skin is looked for in: a copy of the picture. */
export interface Seen {
  readonly lab: LabPlanes
  /** How much people are of each pixel. */
  readonly person: FloatPlane | null
  /** How likely each pixel is hair; null where nobody looked. */
  readonly hair: FloatPlane | null
  /** Its size against the picture's. */
  readonly scale: number
}

/** Adds the skin of one face, and of what is like it beside the face. */
export function addFace(skin: FoundSkin, one: LitFace, all: readonly LitFace[], seen: Seen): void {
  const throat = throatOf(one.face)
  const own = ownSkinOf(one, seen.scale, throat)
  for (let y = 0; y < skin.share.heightPx; y++) addRow(skin, one, all, seen, own, throat, y)
}

/** @param own of {@link ownSkinOf}, and `throat` of {@link throatOf} the face */
function addRow(
  skin: FoundSkin,
  one: LitFace,
  all: readonly LitFace[],
  seen: Seen,
  own: (x: number, y: number, chance: number) => typeof NO_SKIN,
  throat: (x: number, y: number) => number,
  y: number,
): void {
  const { widthPx } = skin.share
  const { scale, person, hair } = seen
  for (let x = 0; x < widthPx; x++) {
    const i = y * widthPx + x
    const some = person === null ? 0 : smoothstep(0.5, 0.9, person.values[i] ?? 0)
    const chance = hair?.values[i] ?? 0
    const found = own(x, y, chance)
    if (found === NO_SKIN && some === 0) continue
    const u = x / scale
    const v = y / scale
    let { bare, share } = found
    const { beard } = found
    // What lies nearer to another face is that one's: most of a group's picture, for each of its faces.
    const near = some > 0 && share < 1 && beard < 1 ? nearness(one, all, u, v) : 0
    if (near > 0) {
      const below = throat(u, v)
      const body = some * (1 - beard) * bodyAt(one, seen.lab, i, below)
      const likely = body > 0.95 ? body : some * likelyAt(one, seen.lab, i)
      const much = body * near
      // Hair hangs no further than this, and a leg in the sun is as uneven as it.
      const isFar = awayFrom(one, u, v) > REACH.near
      const dark = Math.max(below, one.dim) * (1 - hairyAt(chance, 0))
      const sure = isFar ? much : much * dark
      if (isFar) {
        skin.far.values[i] = Math.max(skin.far.values[i] ?? 0, much)
        const most = Math.max(much, likely * near)
        skin.farLikely.values[i] = Math.max(skin.farLikely.values[i] ?? 0, most)
      } else skin.body.values[i] = Math.max(skin.body.values[i] ?? 0, much)
      bare = Math.max(bare, share > bare ? 0 : sure)
      share = Math.max(share, sure)
    }
    skin.share.values[i] = Math.max(skin.share.values[i] ?? 0, share)
    skin.bare.values[i] = Math.max(skin.bare.values[i] ?? 0, bare)
  }
}

const NO_SKIN = { bare: 0, share: 0, beard: 0 }

/** Tells what of a place is a face's own skin, by the face's planes. */
function ownSkinOf(one: LitFace, scale: number, throat: (x: number, y: number) => number) {
  const { box, inside, features, near, skin, lab } = one.seen
  const { widthPx: w, heightPx: h } = inside
  const beardAt = beardOf(one)
  const noseAt = flushedNoseOf(one.face)
  return (x: number, y: number, chance: number): typeof NO_SKIN => {
    const u = Math.floor((((x + 0.5) / scale - box.x) * w) / box.width)
    const v = Math.floor((((y + 0.5) / scale - box.y) * h) / box.height)
    if (u < 0 || v < 0 || u >= w || v >= h) return NO_SKIN
    const at = v * w + u
    const feature = Math.min(features.values[at] ?? 0, inside.values[at] ?? 0)
    const light = lab.light[at] ?? 0
    const redder = (lab.a[at] ?? 0) / Math.max(0.08, light) - one.hue[0]
    const nose = noseAt(x / scale, y / scale, light / one.lightness, redder)
    const known = Math.max(nose, (skin.values[at] ?? 0) * (near.values[at] ?? 0))
    const within = inside.values[at] ?? 0
    const some = known * (1 - feature) * (1 - hairyAt(chance, within))
    const hair = some === 0 ? 0 : hairAt(one, at)
    const all = hair === 0 ? some : some * (1 - hair * (1 - throat(x / scale, y / scale)))
    const beard = beardAt(x / scale, y / scale, light / one.lightness)
    const share = Math.max(all, feature)
    return {
      bare: all * (1 - beard),
      share: share - (share - feature) * BEARD_SHARE * beard,
      beard,
    }
  }
}

/** How much a place beyond a face's oval has the colour of fair hair. */
function hairAt({ seen: { inside, lab }, hue, dim }: LitFace, at: number): number {
  const outside = 1 - (inside.values[at] ?? 0)
  if (outside === 0) return 0
  const light = Math.max(0.08, lab.light[at] ?? 0)
  return outside * (1 - dim) * yellower((lab.a[at] ?? 0) / light, (lab.b[at] ?? 0) / light, hue)
}

/** Adds the skin of bodies that may have been hair. */
export function addBody({ share, bare, body }: FoundSkin): void {
  for (let i = 0; i < body.values.length; i++) {
    const own = body.values[i] as number
    if (own === 0) continue
    const all = share.values[i] as number
    const skin = bare.values[i] as number
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
  const red = (a[i] ?? 0) / Math.max(0.08, own)
  const yellow = (b[i] ?? 0) / Math.max(0.08, own)
  const redder = red - hue[0]
  const more = yellow - hue[1]
  const away = Math.sqrt(redder * redder + more * more)
  const spread = HUE_SPREAD * (1 + Math.max(dim, THROAT.hues * throat))
  const alike = 1 - smoothstep(spread * 0.7, spread * 1.2, away)
  const { from, wholly } = SHADED.ofFace
  const shaded = SHADED.darker * smoothstep(from, wholly, lightness)
  const least = SHADED.least - Math.max(shaded, IN_THE_DARK.darker * dim, THROAT.darker * throat)
  const lit = smoothstep(lightness * least, lightness * (least + SHADED_WHOLLY), own)
  const known = alike * lit * (1 - smoothstep(lightness * 1.3, lightness * 1.5, own))
  if (known === 0) return 0
  const fair = yellower(red, yellow, hue) * (1 - dim) * (1 - throat)
  return known * (1 - fair) * bloodIn(red, hue, dim)
}

/** How much a place has of the red that a face's skin has; where hues are noise nobody can tell. */
const bloodIn = (red: number, [own]: LitFace['hue'], dim: number): number =>
  own <= 0 ? 1 : Math.max(dim, smoothstep(RED.none, RED.from, red / own))

/** How much a pixel may be skin of a limb in a light of its own. */
function likelyAt({ hue, lightness, dim }: LitFace, { light, a, b }: LabPlanes, i: number): number {
  const own = Math.max(0.08, light[i] ?? 0)
  const red = (a[i] ?? 0) / own
  const redder = red - hue[0]
  const more = (b[i] ?? 0) / own - hue[1]
  const away = Math.sqrt(redder * redder + more * more)
  const alike = 1 - smoothstep(HUE_SPREAD * LIKELY.hues, HUE_SPREAD * LIKELY.hues * 1.5, away)
  if (alike === 0) return 0
  const lit = smoothstep(lightness * LIKELY.darkest, lightness * (LIKELY.darkest + 0.1), own)
  const known = alike * lit * (1 - smoothstep(lightness * 1.6, lightness * 1.9, own))
  return known * bloodIn(red, hue, dim)
}

/** How far a place lies from a face, in its widths. */
export const awayFrom = ({ face }: LitFace, x: number, y: number): number => {
  const nose = face.points.points[4] ?? { x: 0, y: 0 }
  const across = x - nose.x
  const down = y - nose.y
  // Each pixel asks: Math.hypot takes ten times as long.
  return Math.sqrt(across * across + down * down) / Math.max(1, face.widthPx)
}

/** 1 where a face is the nearest and near, by its own width; {@link FAR_SKIN} where it is far. */
function nearness(one: LitFace, all: readonly LitFace[], x: number, y: number): number {
  const own = awayFrom(one, x, y)
  for (const other of all) if (other !== one && awayFrom(other, x, y) < own) return 0
  const near = 1 - smoothstep(REACH.near, REACH.near * 1.5, own)
  const far = REACH.far * one.breadth
  return near + FAR_SKIN * (1 - smoothstep(far, far * 1.5, own)) * (1 - near)
}

/** How wide a face would be if it were not turned aside, against how wide it is. */
export function breadthOf({ points: { points }, widthPx }: FoundFace): number {
  const [brow, chin] = [points[10], points[152]]
  if (brow === undefined || chin === undefined) return 1
  const height = Math.hypot(chin.x - brow.x, chin.y - brow.y)
  return Math.max(1, (NARROWEST * height) / Math.max(1, widthPx))
}

import { hypotenuse, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../pixels/raster.ts'
import { withValues } from '../../../../pixels/with-values.ts'
import { type Head, partOf } from '../../../face-points/head.ts'
import { giveBack } from '../../../give-back.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { OkLabPicture } from '../study.ts'

/** How far strands are followed, and how wide a lock is, head widths. */
const STRAND = 0.28
const STRAND_STEPS = 16
const LOCK = 0.13
/** How soft the light is of which locks are made, head widths. */
const SOFT = 0.01
/** Single strands make tips and edges of locks ragged: how wide they are, head widths, how much they count against the spread of locks, and the least spread of their own, OKLab. */
const TIPS = { wide: 0.03, clean: 0.006, weight: 0.55, least: 0.002 }
/** How much it counts that a place is lighter than the whole head's hair, and over how wide a place: the shade of hair lies together. */
const FORM = { weight: 0.2, about: 0.12 }
/** How far locks are smoothed. */
const CLEAN = 0.008
/** As wide as the rim of hair in which what lies behind it shines through, head widths. */
const RIM = 0.014
/** So near skin hair has the light of skin in it, which would be a lit lock about the face: as near as this, from and to so much skin about a place; it takes the light of the hair beyond that, over so wide a place. Lengths in head widths. */
const BESIDE_SKIN = { near: 0.03, from: 0.04, to: 0.22, about: 0.05, least: 0.02 } as const
/** Over how wide a place strands go one way, px and head widths: of single strands locks would be torn. */
const FLOW = { radiusPx: 4, radius: 0.03, rounds: 3 }
/** Curls: how far their light is smoothed, how far it is followed along their turns, and how wide they are, head widths. */
const CURL = { soft: 0.018, turn: 0.05, reach: 0.22, wide: 0.17 }
/** Over how wide a place strands go one way, and how much one way they go where they are curls and where they are straight, 0..1. */
const ORDER = { fine: 0.01, about: 0.07, curls: 0.3, straight: 0.5 }

/** Curls are looked at where a head is about so wide, px. */
const BROAD_PX = 110
/** About how wide a place the spread of locks counts, how much so against that of the head, and the least, OKLab. */
const SPREAD = { about: 0.35, near: 0.7, least: 0.012 }

type Plane = Float32Array<ArrayBuffer>

/** The locks of a head's hair. */
export interface Locks {
  /** How much lighter each pixel of the head's box is than what lies about its lock, OKLab. */
  readonly score: Plane
  /** How straight hair goes there, 0 curls to 1. */
  readonly straight: Plane
  /** Spread of the score about each place: in some light locks differ less. */
  readonly spread: Plane
  /** Spread of the light of strands in the whole head, OKLab. */
  readonly contrast: number
}

/**
 * How much lighter each strand of hair is than its lock, along the strands; and of curls, whose strands go all
 * ways, how much lighter each of them is than those about it.
 * @param hair of the head's box, 0..1
 * @param bare where skin is in the head's box, 0..1, which is written on
 */
export function locksOf(
  env: ToolEnvironment,
  head: Head,
  picture: Raster,
  fine: OkLabPicture,
  hair: FloatPlane,
  bare: Plane,
): Locks {
  const { kernels } = env
  const light = awayFromSkin(env, head, hair, bare, lightWithin(env, head, picture, fine, hair))
  const soft = { ...hair, values: meansOver(env, hair, SOFT * head.widthPx)(light.slice()) }
  const radiusPx = Math.max(FLOW.radiusPx, Math.round(FLOW.radius * head.widthPx))
  const flow = kernels.edgeTangentFlow(soft, radiusPx, FLOW.rounds)
  const combed = kernels.lineIntegral(
    { ...hair, values: light },
    flow,
    along(STRAND * head.widthPx),
    { plane: hair, from: 0 },
  ).values
  const strands = meansOver(env, hair, SOFT * head.widthPx)(combed.slice())
  const locks = awayFrom(env, hair, strands, LOCK * head.widthPx)
  // Softened, hair would be as faint as the folds of a hat.
  const contrast = spreadOf(awayFrom(env, hair, combed.slice(), LOCK * head.widthPx), hair.values)
  const score = kernels.gaussian(
    { ...hair, values: locks },
    Math.max(0.8, CLEAN * head.widthPx),
  ).values
  const broad = broadOf(head.widthPx, hair, light)
  const large = (values: Plane) =>
    kernels.resizePlane({ ...broad.hair, values }, hair.widthPx, hair.heightPx).values
  const straight = large(straightnessOf(env, broad))
  const curls = large(curlsOf(env, broad))
  const form = large(formOf(env, broad))
  for (let own = 0; own < score.length; own++) {
    const share = straight[own] as number
    const lock = (score[own] as number) * share + (curls[own] as number) * (1 - share)
    score[own] = lock + FORM.weight * (form[own] as number)
  }
  const spread = large(spreadAbout(env, broad, score, hair))
  const tips = tipsOf(env, head.widthPx, hair, combed)
  for (let own = 0; own < score.length; own++) {
    score[own] = (score[own] as number) + (spread[own] as number) * (tips[own] as number)
  }
  const seen = [light, soft.values, combed, locks, curls, form, tips]
  giveBack(env, seen, [broad.hair.values, hair.values, score, straight, spread])
  return { score, straight, spread, contrast }
}

/** A head that is made smaller: curls are looked at broadly. */
interface Broad {
  readonly headPx: number
  readonly hair: FloatPlane
  readonly light: Plane
}

/** @param headPx how wide the head is, px */
function broadOf(headPx: number, hair: FloatPlane, light: Plane): Broad {
  const by = Math.max(1, Math.round(headPx / BROAD_PX))
  const small = shrunk(hair, by)
  return { headPx: headPx / by, hair: small, light: shrunk({ ...hair, values: light }, by).values }
}

/** Means of squares of `by` by `by` pixels. */
export function shrunk({ widthPx, heightPx, values }: FloatPlane, by: number): FloatPlane {
  const [across, down] = [Math.ceil(widthPx / by), Math.ceil(heightPx / by)]
  const means = new Float32Array(across * down)
  for (let row = 0; row < down; row++) {
    const [top, bottom] = [row * by, Math.min(heightPx, (row + 1) * by)]
    for (let column = 0; column < across; column++) {
      const left = column * by
      const right = Math.min(widthPx, left + by)
      let sum = 0
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) sum += values[y * widthPx + x] as number
      }
      means[row * across + column] = sum / ((bottom - top) * (right - left))
    }
  }
  return { widthPx: across, heightPx: down, values: means }
}

function spreadOf(score: Float32Array, hair: Float32Array): number {
  let [square, count] = [0, 0]
  for (let own = 0; own < score.length; own++) {
    if ((hair[own] as number) < 0.5) continue
    square += (score[own] as number) ** 2
    count++
  }
  return Math.sqrt(square / Math.max(1, count))
}

function spreadAbout(env: ToolEnvironment, broad: Broad, score: Plane, whole: FloatPlane): Plane {
  const { headPx, hair } = broad
  const all = spreadOf(score, whole.values)
  const squares = withValues(new Float32Array(score.length), (own) => (score[own] as number) ** 2)
  const by = Math.round(whole.widthPx / hair.widthPx)
  const small = shrunk({ ...whole, values: squares }, by).values
  const about = meansOver(env, hair, SPREAD.about * headPx)(small)
  return withValues(about, (own) => {
    const near = Math.sqrt(about[own] as number)
    return Math.max(SPREAD.least, all + SPREAD.near * (near - all))
  })
}

/**
 * How much lighter single strands are than those beside them, in shares of the spread of locks.
 * @param combed light along the strands, which is written on
 */
function tipsOf(env: ToolEnvironment, headPx: number, hair: FloatPlane, combed: Plane): Plane {
  const away = { ...hair, values: awayFrom(env, hair, combed, TIPS.wide * headPx) }
  const tips = env.kernels.gaussian(away, Math.max(0.8, TIPS.clean * headPx)).values
  const gain = TIPS.weight / Math.max(TIPS.least, spreadOf(tips, hair.values))
  return withValues(tips, (own) => (tips[own] as number) * gain)
}

/** How much lighter each broad place is than the whole head's hair, OKLab. */
function formOf(env: ToolEnvironment, { headPx, hair, light }: Broad): Plane {
  const broad = meansOver(env, hair, FORM.about * headPx)(light.slice())
  let [sum, count] = [0, 0]
  for (let own = 0; own < broad.length; own++) {
    const share = hair.values[own] as number
    sum += share * (broad[own] as number)
    count += share
  }
  const mean = sum / Math.max(1, count)
  return withValues(broad, (own) => (broad[own] as number) - mean)
}

function along(reachOfStrand: number) {
  const reachPx = Math.max(3, reachOfStrand)
  const steps = Math.min(STRAND_STEPS, Math.round(reachPx))
  return { steps, stridePx: reachPx / steps }
}

/** Lightness of hair; at its rim, that of the hair beside it. */
function lightWithin(
  env: ToolEnvironment,
  head: Head,
  picture: Raster,
  fine: OkLabPicture,
  hair: FloatPlane,
): Plane {
  const rim = Math.max(1, RIM * head.widthPx)
  const inner = env.kernels.gaussian(hair, rim).values
  // What lies beside hair would be combed into it, and its outline be a lock of its own.
  const within = meansOver(env, hair, rim)(partOf(fine.lightness, head, picture))
  const light = partOf(fine.lightness, head, picture)
  for (let own = 0; own < light.length; own++) {
    const share = smoothstep(0.6, 1, inner[own] as number)
    light[own] = (light[own] as number) * share + (within[own] as number) * (1 - share)
  }
  return light
}

/** Lightness of hair, in its own memory, without what it has of skin close beside it. @param bare where skin is in the head's box, which is written on */
function awayFromSkin(
  env: ToolEnvironment,
  { widthPx }: Head,
  hair: FloatPlane,
  bare: Plane,
  light: Plane,
): Plane {
  const { near, from, to, about, least } = BESIDE_SKIN
  for (let at = 0; at < bare.length; at++) {
    bare[at] = (bare[at] as number) * (1 - (hair.values[at] as number))
  }
  const small = broadOf(widthPx, hair, light)
  const by = Math.max(1, Math.round(widthPx / BROAD_PX))
  const few = shrunk({ ...hair, values: bare }, by)
  const skin = env.kernels.gaussian(few, Math.max(0.7, near * small.headPx)).values
  for (let k = 0; k < skin.length; k++) {
    skin[k] = smoothstep(from, to, skin[k] as number)
  }
  const beyond = withValues(
    new Float32Array(skin.length),
    (k) => (small.hair.values[k] as number) * (1 - (skin[k] as number)),
  )
  const inner = { ...few, values: beyond }
  const sigma = Math.max(1, about * small.headPx)
  const own = meansOver(env, inner, sigma)(small.light)
  const seen = env.kernels.gaussian(inner, sigma).values
  for (let y = 0, at = 0; y < hair.heightPx; y++) {
    const row = Math.floor(y / by) * few.widthPx
    for (let x = 0; x < hair.widthPx; x++, at++) {
      const k = row + Math.floor(x / by)
      const share = (skin[k] as number) * smoothstep(0, least, seen[k] as number)
      light[at] = (light[at] as number) * (1 - share) + (own[k] as number) * share
    }
  }
  return light
}

/** Means of planes over the hair about each place; they are made in the planes' own memory. */
export function meansOver({ kernels }: ToolEnvironment, hair: FloatPlane, sigma: number) {
  const shares = hair.values
  const whole = kernels.gaussian(hair, sigma).values
  return (values: Plane): Plane => {
    for (let own = 0; own < values.length; own++) {
      values[own] = (values[own] as number) * (shares[own] as number)
    }
    const sums = kernels.gaussian({ ...hair, values }, sigma).values
    for (let own = 0; own < sums.length; own++) {
      sums[own] = (sums[own] as number) / Math.max(1e-4, whole[own] as number)
    }
    return sums
  }
}

/** How far values lie above the means over the hair about them; they are made in their own memory. */
function awayFrom(env: ToolEnvironment, hair: FloatPlane, values: Plane, sigma: number): Plane {
  const broad = meansOver(env, hair, sigma)(values.slice())
  return withValues(values, (own) => (values[own] as number) - (broad[own] as number))
}

/** How much lighter each curl is than those about it: light that is smoothed until strands are gone, along the curls' turns. */
function curlsOf(env: ToolEnvironment, { headPx, hair, light }: Broad): Plane {
  const soft = meansOver(env, hair, Math.max(1, CURL.soft * headPx))(light.slice())
  const plane = { ...hair, values: soft }
  const turnPx = Math.max(2, Math.round(CURL.turn * headPx))
  const turns = env.kernels.edgeTangentFlow(plane, turnPx, FLOW.rounds)
  const combed = env.kernels.lineIntegral(plane, turns, along(CURL.reach * headPx)).values
  const wide = awayFrom(env, hair, combed, CURL.wide * headPx)
  return env.kernels.gaussian({ ...hair, values: wide }, Math.max(0.8, CLEAN * headPx)).values
}

/** How much the strands about each place go one way, by the coherence of the structure tensor, 0 curls to 1. */
function straightnessOf({ kernels }: ToolEnvironment, { headPx, hair, light }: Broad): Plane {
  const { widthPx: across } = hair
  const plane = { ...hair, values: light }
  const fine = kernels.gaussian(plane, Math.max(0.7, ORDER.fine * headPx)).values
  const [xx, xy, yy] = [0, 1, 2].map(() => new Float32Array(fine.length)) as [Plane, Plane, Plane]
  for (let own = across + 1; own < fine.length - across - 1; own++) {
    if ((hair.values[own] as number) < 0.5) continue
    const dx = (fine[own + 1] as number) - (fine[own - 1] as number)
    const dy = (fine[own + across] as number) - (fine[own - across] as number)
    xx[own] = dx * dx
    xy[own] = dx * dy
    yy[own] = dy * dy
  }
  const about = Math.max(2, ORDER.about * headPx)
  const [sxx, sxy, syy] = [xx, xy, yy].map(
    (values) => kernels.gaussian({ ...hair, values }, about).values,
  ) as [Plane, Plane, Plane]
  return withValues(sxx, (own) => {
    const x = sxx[own] as number
    const y = syy[own] as number
    const one = hypotenuse(x - y, 2 * (sxy[own] as number)) / Math.max(1e-9, x + y)
    return smoothstep(ORDER.curls, ORDER.straight, one)
  })
}

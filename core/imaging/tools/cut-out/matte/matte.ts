import { gaussianHaloPx } from '../../../../kernels/filters.ts'
import { clearPiecesWithout } from '../../../../pixels/pieces.ts'
import { createFloatPlane, planeRows, rasterRows, smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane, Plane, Raster } from '../../../../pixels/raster.ts'
import {
  FILTERED_PX,
  filterPlane,
  type StepProgress,
  type Strip,
} from '../../../../pixels/strips.ts'
import { threadsOf } from '../../../own-thread.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { mark } from '../brush/marks.ts'
import { fillHoles, raiseSkulls } from '../people/heads/whole-heads.ts'
import { doubtColours } from './doubtful-colours.ts'
import { clearFog } from './fog.ts'
import { type GuidedTiles, guidedTiles } from './guided-tiles.ts'
import { clearHaze } from './haze.ts'
import { matteByColour } from './sampling.ts'
import { type Hairs, INSIDE, type Trimap, trimapOf, UNASKED, UNDECIDED } from './trimap.ts'

/** Rounds of agreement between a pixel and those of like colour around it. */
const ROUNDS = 3
const RADIUS_PX = 5
const EPSILON = 2e-5
/** Weight of the colour's own evidence against the neighbours' agreement. */
const EVIDENCE = 0.9
/** Weight of the coarse mask where colour has nothing to say. */
const PRIOR = 5
/** Fainter than this does not tie a scrap to a person. */
const TIE = 0.04

/**
 * The matte of a picture at matting size. A colour guess for every undecided pixel is brought into
 * agreement with its neighbours by the matting Laplacian of the guided filter: one application is
 * one Jacobi step (He et al. 2013, section 3.5), held to what is known after each.
 * @param marks what was painted over each pixel, values of `mark`; null where nothing was
 */
export async function matteOf(
  env: ToolEnvironment,
  picture: Raster,
  mask: FloatPlane,
  hairs: Hairs,
  progress: StepProgress,
  marks: Int8Array | null = null,
): Promise<FloatPlane> {
  const snapped = await onEdges(env, picture, mask)
  await progress.step()
  const { heads } = hairs
  const trimap = trimapOf(snapped, hairs)
  await progress.step()
  const texture = await textureOf(env, picture, trimap)
  const asked = askedOf(trimap, texture)
  const { alpha, confidence } = await matteByColour(env, picture, asked, snapped)
  await progress.step()
  const isOpen = openIn(trimap)
  const isHair = openIn(asked)
  const open = undecidedOf(trimap)
  const agreedOn = (wanted: Uint8Array) =>
    guidedBy(env, picture, alpha, { radiusPx: RADIUS_PX, epsilon: EPSILON, open: wanted })
  let agreed = await agreedOn(isOpen)
  await doubtColours(env, confidence, alpha, agreed, open)
  const evidence = weighed(trimap, open, { guess: alpha, confidence, texture, mask: snapped })
  for (let round = 0; round < ROUNDS; round++) {
    // Along the body the mask decides: one round brings it what others would.
    const wanted = round === 0 ? isOpen : isHair
    if (round > 0) agreed = await agreedOn(wanted)
    for (let index = 0; index < open.length; index++) {
      const at = open[index] as number
      if (wanted[at] === 1) alpha.values[at] = evidence.agree(agreed.values[at] ?? 0, index)
    }
    await progress.step()
  }
  const clean = cleaned(alpha, trimap, open, texture)
  clearFog(env.kernels, picture, clean, mask, heads)
  // Twigs and lights of the background that hang in the air.
  clearPiecesWithout(clean, TIE, (at) => trimap.values[at] === INSIDE)
  clearHaze(clean, trimap)
  raiseSkulls(clean, heads)
  fillHoles(clean, heads, snapped, marks !== null)
  if (marks !== null) holdTo(clean.values, marks)
  return clean
}

/** Holds a matte to what was painted over it, in place. */
function holdTo(matte: Float32Array, marks: Int8Array): void {
  for (let at = 0; at < matte.length; at++) {
    matte[at] = heldTo(marks[at] ?? 0, matte[at] as number)
  }
}

const heldTo = (said: number, value: number): number =>
  said === mark.open ? value : said === mark.stays ? 1 : 0

export const MATTE_STEPS = 3 + ROUNDS

/** Within this of one half a mask's edge may be moved; beyond it nothing near is. */
const UNSURE = 0.45

/** The coarse mask moved onto the picture's own edges. */
async function onEdges(
  env: ToolEnvironment,
  picture: Raster,
  mask: FloatPlane,
): Promise<FloatPlane> {
  const radius = Math.max(3, Math.round(Math.max(picture.widthPx, picture.heightPx) * 0.009))
  const snapped = await guidedBy(env, picture, mask, {
    radiusPx: radius,
    epsilon: 4e-4,
    open: unsureIn(mask),
    reachPx: 2 * radius,
  })
  step(snapped.values, 0.2, 0.8)
  return snapped
}

type Guided = Pick<GuidedTiles, 'radiusPx' | 'epsilon' | 'open'> &
  Partial<Pick<GuidedTiles, 'reachPx'>>

/** 1 for each pixel that a trimap leaves undecided. */
function openIn({ values }: Plane): Uint8Array {
  const open = new Uint8Array(values.length)
  for (let at = 0; at < open.length; at++) if (values[at] === UNDECIDED) open[at] = 1
  return open
}

/** 1 for each pixel of which a mask is not sure. */
function unsureIn({ values }: FloatPlane): Uint8Array {
  const unsure = new Uint8Array(values.length)
  for (let at = 0; at < unsure.length; at++) {
    if (Math.abs((values[at] as number) - 0.5) < UNSURE) unsure[at] = 1
  }
  return unsure
}

/** A colour-guided filter of the places of a picture where something is open, strip by strip. */
export function guidedBy(
  env: ToolEnvironment,
  picture: Raster,
  plane: FloatPlane,
  { radiusPx, epsilon, open, reachPx = 0 }: Guided,
): Promise<FloatPlane> {
  const threads = threadsOf(env)
  const { widthPx } = picture
  const filter = ({ topPx, heightPx, readTopPx: top, readHeightPx: height }: Strip) =>
    guidedTiles(threads, {
      guide: rasterRows(picture, top, height),
      plane: planeRows(plane, top, height),
      radiusPx,
      epsilon,
      open: open?.subarray(top * widthPx, (top + height) * widthPx) ?? null,
      reachPx,
      rows: { from: topPx - top, until: topPx - top + heightPx },
    })
  return filterPlane(env, picture, radiusPx * 2, filter, FILTERED_PX, threads)
}

/** Less than this of hair, colours are not asked: what they say would hardly count. */
const ASKED_MIN = 0.04

/** The trimap for colours: those are asked where there may be hair, which is where they are slow. */
function askedOf(trimap: Trimap, texture: FloatPlane): Plane {
  const values = trimap.values.slice()
  for (let at = 0; at < values.length; at++) {
    if (values[at] !== UNDECIDED) continue
    const hair = (trimap.hair[at] ?? 0) * (texture.values[at] ?? 0)
    if (hair < ASKED_MIN) values[at] = UNASKED
  }
  return { ...trimap, values }
}

interface Evidence {
  readonly guess: FloatPlane
  readonly confidence: FloatPlane
  /** 0 in a blurred background, 1 where there are strands. */
  readonly texture: FloatPlane
  readonly mask: FloatPlane
}

/** Where colours and neighbours are to decide. */
function undecidedOf({ values }: Trimap): Int32Array {
  let count = 0
  for (let at = 0; at < values.length; at++) if (values[at] === UNDECIDED) count++
  const open = new Int32Array(count)
  let next = 0
  for (let at = values.indexOf(UNDECIDED); at >= 0; at = values.indexOf(UNDECIDED, at + 1)) {
    open[next++] = at
  }
  return open
}

/**
 * Undecided pixels weigh agreement, colour and the mask: colour counts near a head, where there is
 * something as fine as hair; along the body, and in a smooth place that only looks like the person,
 * the mask does.
 */
function weighed(trimap: Trimap, open: Int32Array, evidence: Evidence) {
  const own = new Float32Array(open.length)
  const share = new Float32Array(open.length)
  for (let index = 0; index < open.length; index++) {
    const at = open[index] as number
    const confidence = evidence.confidence.values[at] ?? 0
    const fine = evidence.texture.values[at] ?? 0
    const hair = trimap.hair[at] ?? 0
    const colour = confidence * EVIDENCE * fine * (0.1 + 0.9 * hair)
    const prior = PRIOR * (1 - fine * hair * Math.sqrt(confidence))
    own[index] = (evidence.guess.values[at] ?? 0) * colour + (evidence.mask.values[at] ?? 0) * prior
    share[index] = 1 / (1 + colour + prior)
  }
  return {
    /** What becomes of the undecided pixel of an index whose neighbours agree on a value. */
    agree: (agreement: number, index: number): number =>
      Math.min(1, Math.max(0, (agreement + (own[index] ?? 0)) * (share[index] ?? 0))),
  }
}

/** A smooth step of each value, in place. */
function step(values: Float32Array, from: number, to: number): void {
  for (let at = 0; at < values.length; at++) values[at] = smoothstep(from, to, values[at] as number)
}

/** How far each value lies from another, in place. */
function differ(values: Float32Array, others: Float32Array): void {
  for (let at = 0; at < values.length; at++) {
    values[at] = Math.abs((values[at] as number) - (others[at] as number))
  }
}

/** What is lost to a blur of the first is fine; it counts as far about as the second. */
const FINE_PX = 1.6
const SPREAD_PX = 3

/**
 * How much fine detail there is about a pixel, 0..1, against what a lens's blur leaves; none is looked
 * for in strips where no hair may be.
 */
function textureOf(env: ToolEnvironment, picture: Raster, trimap: Trimap): Promise<FloatPlane> {
  const halo = gaussianHaloPx(FINE_PX) + gaussianHaloPx(SPREAD_PX)
  return filterPlane(env, picture, halo, (strip) => {
    if (!mayHaveHair(trimap, strip)) return createFloatPlane(picture.widthPx, strip.readHeightPx)
    const luma = env.kernels.luma(rasterRows(picture, strip.readTopPx, strip.readHeightPx))
    const soft = env.kernels.gaussian(luma, FINE_PX)
    differ(luma.values, soft.values)
    const spread = env.kernels.gaussian(luma, SPREAD_PX)
    step(spread.values, 0.006, 0.022)
    return spread
  })
}

/** Whether anything is undecided in a strip where hair may be. */
function mayHaveHair({ widthPx, values, hair }: Trimap, { topPx, heightPx }: Strip): boolean {
  const end = (topPx + heightPx) * widthPx
  for (let at = topPx * widthPx; at < end; at++) {
    if (values[at] === UNDECIDED && (hair[at] as number) > 0) return true
  }
  return false
}

/** Half of how steeply the body's edge rises. */
const EDGE = 0.08

/**
 * The last mist of a percent or two is cleared, since printed on white it would be a grey veil, and
 * the body's edge is drawn as crisp as a body's is.
 */
function cleaned(
  alpha: FloatPlane,
  trimap: Trimap,
  open: Int32Array,
  texture: FloatPlane,
): FloatPlane {
  for (let index = 0; index < open.length; index++) {
    const at = open[index] as number
    const value = alpha.values[at] ?? 0
    const strands = Math.min(1, Math.max(0, (value - 0.04) / 0.56))
    const edge = smoothstep(0.5 - EDGE, 0.5 + EDGE, value)
    const loose = (trimap.hair[at] ?? 0) * (texture.values[at] ?? 0)
    alpha.values[at] = edge + (strands - edge) * loose
  }
  return alpha
}

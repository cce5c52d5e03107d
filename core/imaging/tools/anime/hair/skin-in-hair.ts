import type { Kernels } from '../../../../kernels/kernels.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import {
  COLOUR,
  type HeadSquares,
  LIGHT,
  type SampledHead,
  smoothedInPeople,
  squaresOf,
  TEXTURE,
} from './head-squares.ts'

/** In the rounds after the first, what was more likely skin before is no sample of hair: hands lie on it. */
const ROUNDS = { count: 3, skin: 0.5 }
/** A place is a sample of skin from this share of what is painted as that, and of hair from this chance on where people are. */
const SAMPLE = { skin: 0.7, hair: 0.8, person: 0.5, least: 40 }
/** Samples of hair lie so close above a face, as arms hang lower: half axes and lowest place, head widths from its middle. */
const ON_TOP = { aside: 0.8, above: 1, below: -0.1 }
/** How much light and texture say beside colour, and what smoothness alone says at most: hands lie in another light than the face, and black hair may be smooth. */
const SAYS = { light: 0.7, texture: 0.9, smooth: 1 }
/** What fewer of them have says little. */
const RARE = 0.002
/** Of the squares of a face the smoother share is skin, the rest eyes, lips and outlines. */
const SMOOTHER = 0.5
/** A colour is the skin's from these shares of its commonest colour on. */
const LIKE = { from: 0.03, to: 0.2 }
/** How alike the textures of skin and hair may be: then light ends of hair are taken for skin. */
const ALIKE = { from: 0.4, to: 0.6 }
/** Odds of skin from which they count against hair, how much, and at most. */
const ODDS = { from: 0.25, weight: 2.2, most: 3.2 }
/** Hands and arms go on so far where hair is less likely than this, square head widths; light on hair does not. */
const BEYOND = { against: 0.5, chance: 0.4, least: 0.01 }
/** How far odds are smoothed and how far skin tells of what lies beside it, head widths, and how much. */
const SMOOTH = { odds: 0.03, beside: 0.05 }
const BESIDE = 0.6

/** Counts of samples of skin and of hair for each step of what is seen. */
interface Samples {
  readonly skin: Float32Array
  readonly hair: Float32Array
}

/**
 * Compares places of a head's box that may be hair with the skin of its face and the hair on top of it: hands and
 * arms before hair have the colour of the one, and none of the strands of the other.
 * @returns how much each pixel of the head's box speaks against hair, natural logarithm of odds, from 0 on; null where
 * nothing does
 */
export function skinInHair(
  kernels: Kernels,
  sampled: SampledHead,
): ((own: number) => number) | null {
  const headPx = sampled.head.widthPx
  const squares = squaresOf(kernels, sampled)
  const { across, down, sidePx, chance } = squares
  const told = oddsOf(kernels, squares, headPx)
  if (told === null) return null
  const against = told.odds.map((own) =>
    Math.min(ODDS.most, Math.max(0, ODDS.weight * (own - ODDS.from))),
  )
  if (!keepGoingOn(kernels, against, squares, headPx)) return null
  const disputed = against.map((own, k) => own * (chance[k] as number))
  const size = { widthPx: across, heightPx: down }
  const sigmaPx = (SMOOTH.beside * headPx) / sidePx
  const beside = kernels.gaussian({ ...size, values: disputed }, sigmaPx).values
  for (let k = 0; k < against.length; k++) {
    const all = (against[k] as number) + BESIDE * (beside[k] as number)
    against[k] = told.trust * Math.min(ODDS.most, all)
  }
  const { widthPx } = sampled.chance
  return (own) => {
    const row = Math.floor(Math.floor(own / widthPx) / sidePx)
    return against[row * across + Math.floor((own % widthPx) / sidePx)] as number
  }
}

/** Odds of skin against hair for each square, and how far they can be trusted, 0..1. */
interface Told {
  readonly odds: Float32Array<ArrayBuffer>
  readonly trust: number
}

function oddsOf(kernels: Kernels, squares: HeadSquares, headPx: number): Told | null {
  const { skin, chance, seen, u, v } = squares
  const isSkin = (k: number) => (skin[k] as number) > SAMPLE.skin
  const isHair = (k: number) =>
    (chance[k] as number) > SAMPLE.hair &&
    (seen[k] as number) > SAMPLE.person &&
    isOnTop(u[k] as number, v[k] as number)
  let told: Told | null = null
  for (let round = 0; round < ROUNDS.count; round++) {
    const before = told?.odds
    const isStill = (k: number) => isHair(k) && !((before?.[k] ?? 0) > ROUNDS.skin)
    const next = onceTold(squares, isSkin, isStill)
    if (next === null || next.trust === 0) break
    const odds = smoothedInPeople(kernels, squares, next.odds, SMOOTH.odds, headPx)
    told = { odds, trust: next.trust }
  }
  return told
}

/** Whether a place lies close above a face, where its own hair is. */
const isOnTop = (u: number, v: number): boolean =>
  v < ON_TOP.below && (u / ON_TOP.aside) ** 2 + (v / ON_TOP.above) ** 2 < 1

/** What each square says by itself; null where samples are too few. */
function onceTold(
  { colour, light, texture }: HeadSquares,
  isSkin: (k: number) => boolean,
  isHair: (k: number) => boolean,
): Told | null {
  const of = (steps: Uint16Array, count: number): Samples => {
    const [skin, hair] = [new Float32Array(count), new Float32Array(count)]
    for (let k = 0; k < steps.length; k++) {
      const to = isSkin(k) ? skin : isHair(k) ? hair : null
      if (to !== null) to[steps[k] as number] = (to[steps[k] as number] as number) + 1
    }
    return { skin, hair }
  }
  const lights = of(light, LIGHT.count)
  if (sumOf(lights.skin) < SAMPLE.least || sumOf(lights.hair) < SAMPLE.least) return null
  const all = of(texture, TEXTURE.count)
  const textures = { ...all, skin: smootherPart(all.skin) }
  const trust = 1 - smoothstep(ALIKE.from, ALIKE.to, alike(textures))
  const colours = of(colour, COLOUR.count ** 2)
  const byLight = saysOf(lights, [1])
  const byColour = saysOf(colours, [1, COLOUR.count])
  const byTexture = saysOf(textures, [1])
  const like = likenessOf(colours.skin)
  const odds = new Float32Array(colour.length)
  for (let k = 0; k < odds.length; k++) {
    const smooth = SAYS.texture * (byTexture[texture[k] as number] as number)
    const own =
      (byColour[colour[k] as number] as number) +
      SAYS.light * (byLight[light[k] as number] as number) +
      Math.min(SAYS.smooth, smooth)
    odds[k] = own > 0 ? own * (like[colour[k] as number] as number) : own
  }
  return { odds, trust }
}

/**
 * Drops patches of skin that do not go on beyond hair, in their own memory.
 * @returns whether one is left
 */
function keepGoingOn(
  kernels: Kernels,
  against: Float32Array,
  { across, down, sidePx, seen, skin, chance }: HeadSquares,
  headPx: number,
): boolean {
  const least = BEYOND.least * (headPx / sidePx) ** 2
  const of = new Uint32Array(against.length)
  for (let k = 0; k < of.length; k++) {
    const isFace = (skin[k] as number) > SAMPLE.skin
    const isPerson = (seen[k] as number) > SAMPLE.person
    if (!isFace && isPerson && (against[k] as number) > BEYOND.against) of[k] = 1
  }
  const patches = kernels.connectCells({ widthPx: across, heightPx: down, of, total: 2 })
  const beyond = new Uint32Array(patches.total)
  for (let k = 0; k < of.length; k++) {
    const patch = patches.of[k] as number
    if (of[k] === 1 && (chance[k] as number) < BEYOND.chance) {
      beyond[patch] = (beyond[patch] as number) + 1
    }
  }
  for (let k = 0; k < of.length; k++) {
    if (!((beyond[patches.of[k] as number] as number) > least)) against[k] = 0
  }
  return beyond.some((count) => count > least)
}

const sumOf = (counts: Float32Array): number => counts.reduce((sum, count) => sum + count, 0)

/** How much of two distributions is one, 0..1 (Bhattacharyya's coefficient). */
function alike({ skin, hair }: Samples): number {
  const [bare, own] = [sumOf(skin), sumOf(hair)]
  return skin.reduce(
    (sum, count, bin) => sum + Math.sqrt((count / bare) * ((hair[bin] as number) / own)),
    0,
  )
}

/** @param beside how far on the steps lie that are next to one another */
function saysOf({ skin, hair }: Samples, beside: readonly number[]): Float32Array {
  const [bare, own] = [shares(skin, beside), shares(hair, beside)]
  return bare.map((share, bin) => Math.log((share + RARE) / ((own[bin] as number) + RARE)))
}

/** Counts of textures without the rougher ones. */
function smootherPart(counts: Float32Array): Float32Array {
  let left = SMOOTHER * sumOf(counts)
  return counts.map((count) => {
    const own = Math.min(count, left)
    left -= own
    return own
  })
}

/** How much each colour is one that the skin has, 0..1. */
function likenessOf(skin: Float32Array): Float32Array {
  const own = shares(skin, [1, COLOUR.count])
  const most = own.reduce((commonest, share) => Math.max(commonest, share), 0)
  return own.map((share) => smoothstep(LIKE.from * most, LIKE.to * most, share))
}

/** Counts as shares of their sum, each with its neighbours, twice. */
function shares(counts: Float32Array, beside: readonly number[]): Float32Array {
  const sum = Math.max(1, sumOf(counts))
  let now = counts.map((count) => count / sum)
  for (const apart of [...beside, ...beside]) {
    const before = now
    now = before.map(
      (own, bin) => (2 * own + (before[bin - apart] ?? 0) + (before[bin + apart] ?? 0)) / 4,
    )
  }
  return now
}

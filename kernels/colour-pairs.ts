// Pairs of colours that explain a pixel as their mixture.
import { at4 } from './indices'
import { reserve } from './memory'
import { loadPixel } from './quads'

/** Room for the samples of one kind, in whole vectors. */
const ROOM: i32 = 12

/** Squared: colours less than 9 levels apart differ by noise only. */
const NOISE: f32 = 81
/** Squared colour distance at which a pair is half trusted: about 45 levels. */
const SEPARATE: f32 = 2000
/** Squared colour distance between pixel and mixture at which little trust is left. */
const MISS: f32 = 500
/** Keeps pairs of like colours from explaining everything. */
const SOFTNESS: f32 = 400
/** How much the prior leans on the choice. */
const LEAN: f32 = 0.25
/** Far enough never to be chosen. */
const NOWHERE: f32 = 1e9

// Samples of a kind lie as four lists of ROOM floats: red, green, blue, distance.
let inside: usize = 0
let outside: usize = 0
let insideCount: i32 = 0
let outsideCount: i32 = 0
// The best pair of each of four lanes: cost, alpha, distance of its colours, miss.
let lanes: usize = 0
export let bestAlpha: f32 = 0
export let bestConfidence: f32 = 0

export function reserveSamples(): void {
  inside = reserve(ROOM * 16)
  outside = reserve(ROOM * 16)
  lanes = reserve(64)
}

export function forgetSamples(): void {
  insideCount = 0
  outsideCount = 0
}

// @ts-ignore: decorator
@inline
function keep(samples: usize, count: i32, pixel: usize, far: i32): void {
  const colour = loadPixel(pixel)
  const at = at4(samples, count)
  store<f32>(at, f32x4.extract_lane(colour, 0))
  store<f32>(at, f32x4.extract_lane(colour, 1), ROOM * 4)
  store<f32>(at, f32x4.extract_lane(colour, 2), ROOM * 8)
  store<f32>(at, far as f32, ROOM * 12)
}

// @ts-ignore: decorator
@inline
export function keepInside(pixel: usize, far: i32): void {
  keep(inside, insideCount++, pixel, far)
}

// @ts-ignore: decorator
@inline
export function keepOutside(pixel: usize, far: i32): void {
  keep(outside, outsideCount++, pixel, far)
}

// @ts-ignore: decorator
@inline
function square(a: v128): v128 {
  return f32x4.mul(a, a)
}

// @ts-ignore: decorator
@inline
function sum3(a: v128, b: v128, c: v128): v128 {
  return f32x4.add(f32x4.add(a, b), c)
}

/**
 * The pair of samples that best explains a colour as their mixture: little missed, near, and not
 * far from the prior. Four outside samples are weighed at a time.
 */
function explain(pixel: usize, prior: f32, farCost: f32): void {
  for (let b = outsideCount; b < ((outsideCount + 3) & ~3); b++) {
    memory.copy(at4(outside, b), outside, 4)
    store<f32>(at4(outside, b), NOWHERE, ROOM * 12)
  }
  const colour = loadPixel(pixel)
  const red = f32x4.splat(f32x4.extract_lane(colour, 0))
  const green = f32x4.splat(f32x4.extract_lane(colour, 1))
  const blue = f32x4.splat(f32x4.extract_lane(colour, 2))
  const zero = f32x4.splat(0)
  const one = f32x4.splat(1)
  let least = f32x4.splat(Infinity)
  let alphas = zero
  let aparts = zero
  let misses = zero
  for (let f = 0; f < insideCount; f++) {
    const fa = at4(inside, f)
    const fr = v128.load32_splat(fa)
    const fg = v128.load32_splat(fa, ROOM * 4)
    const fb = v128.load32_splat(fa, ROOM * 8)
    const ff = v128.load32_splat(fa, ROOM * 12)
    for (let b = 0; b < outsideCount; b += 4) {
      const ba = at4(outside, b)
      const br = v128.load(ba)
      const bg = v128.load(ba, ROOM * 4)
      const bb = v128.load(ba, ROOM * 8)
      const dr = f32x4.sub(fr, br)
      const dg = f32x4.sub(fg, bg)
      const db = f32x4.sub(fb, bb)
      const ir = f32x4.sub(red, br)
      const ig = f32x4.sub(green, bg)
      const ib = f32x4.sub(blue, bb)
      const apart = sum3(square(dr), square(dg), square(db))
      const along = sum3(f32x4.mul(ir, dr), f32x4.mul(ig, dg), f32x4.mul(ib, db))
      const share = f32x4.div(along, f32x4.add(apart, f32x4.splat(NOISE)))
      const alpha = f32x4.min(one, f32x4.max(zero, share))
      const miss = sum3(
        square(f32x4.sub(ir, f32x4.mul(alpha, dr))),
        square(f32x4.sub(ig, f32x4.mul(alpha, dg))),
        square(f32x4.sub(ib, f32x4.mul(alpha, db))),
      )
      const far = f32x4.mul(f32x4.add(ff, v128.load(ba, ROOM * 12)), f32x4.splat(farCost))
      const lean = f32x4.mul(square(f32x4.sub(alpha, f32x4.splat(prior))), f32x4.splat(LEAN))
      const cost = sum3(f32x4.div(miss, f32x4.add(apart, f32x4.splat(SOFTNESS))), far, lean)
      const better = f32x4.lt(cost, least)
      least = v128.bitselect(cost, least, better)
      alphas = v128.bitselect(alpha, alphas, better)
      aparts = v128.bitselect(apart, aparts, better)
      misses = v128.bitselect(miss, misses, better)
    }
  }
  chooseLane(least, alphas, aparts, misses)
}

function chooseLane(costs: v128, alphas: v128, aparts: v128, misses: v128): void {
  v128.store(lanes, costs)
  v128.store(lanes, alphas, 16)
  v128.store(lanes, aparts, 32)
  v128.store(lanes, misses, 48)
  let at = lanes
  for (let lane = 1; lane < 4; lane++) {
    if (load<f32>(at4(lanes, lane)) < load<f32>(at)) at = at4(lanes, lane)
  }
  bestAlpha = load<f32>(at, 16)
  const apart = load<f32>(at, 32)
  const separation = (apart * apart) / (apart * apart + SEPARATE * SEPARATE)
  bestConfidence = separation * Mathf.exp(-load<f32>(at, 48) / MISS)
}

/** What the samples that were kept tell of a pixel; the prior where they are of one kind only. */
export function weighSamples(pixel: usize, prior: f32, farCost: f32): void {
  if (insideCount > 0 && outsideCount > 0) {
    explain(pixel, prior, farCost)
    return
  }
  bestAlpha = insideCount > 0 ? max<f32>(prior, 0.5) : prior
  bestConfidence = 0
}

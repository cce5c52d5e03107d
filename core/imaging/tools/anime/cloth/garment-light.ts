import { inParts } from '../../../../pixels/in-parts.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cells } from '../cells/cells.ts'
import { meansWithin } from '../cells/means-within.ts'
import { LOOKED, tonesOfPlaces } from '../cells/tones-of-places.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { gainInDark } from './dark-cloth.ts'
import { edgedSteps, FIRM, stepsWithEdge } from './shadow-edges.ts'

/** Texture that is smoothed away, thousandths. */
const TEXTURE = 2.5
/** So near to where a garment ends its light is that of what lies beyond as well, thousandths. */
const EDGE = 4
/** How far folds are smoothed, as a share of the root of what is worn, and how much light is a fold, squared. */
const FOLD = { reach: 0.022, epsilon: 0.003 }
/**
 * Tones of a garment lie so far apart at least, OKLab; of a large one that would have one alone, as soft light
 * leaves it, so far: cloth without a shadow is a cut-out. Large is so much of the picture.
 */
const APART = 0.09
const SOFT = { apart: 0.042, share: 0.012 }
/** Cloth that is darker, OKLab, has no painter's shade: on what is opened it would be a swoop across seams and print. */
const DARK = 0.305
/** Where the light of a garment spreads over more than this, OKLab, but for a tenth on either side, its own shadows tell people and limbs apart. */
const WIDE = { spread: 0.22, beyond: 0.1 } as const
/** A tone between two others has at least this share of its garment. */
const BETWEEN = 0.25

/**
 * The light of garments against their own, that of dark ones stretched, without their texture: what is large
 * keeps its edges.
 * @param numbers of those cells that are looked at, below 0 for all others
 * @param own lightness of each cell
 * @param sizePx as wide as a square as large as all that is worn
 */
export function lightOfGarments(
  env: ToolEnvironment,
  picture: OkLabPicture,
  { of, widthPx, heightPx }: Cells,
  numbers: Int32Array,
  own: Float64Array,
  sizePx: number,
): Float32Array<ArrayBuffer> {
  const weight = new Float32Array(of.length)
  const lit = new Float32Array(of.length)
  const edgePx = Math.max(1, Math.round(EDGE * unitPxOf(picture)))
  const isWithin = (at: number, cell: number) =>
    of[at - edgePx] === cell &&
    of[at + edgePx] === cell &&
    of[at - edgePx * widthPx] === cell &&
    of[at + edgePx * widthPx] === cell
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const cell = of[at] as number
      if ((numbers[cell] as number) < 0 || !isWithin(at, cell)) continue
      weight[at] = 1
      const light = own[cell] as number
      lit[at] = ((picture.lightness[at] as number) - light) * gainInDark(light)
    }
  })
  const soft = TEXTURE * unitPxOf(picture)
  const near = { widthPx, heightPx, values: meansWithin(env.kernels, picture, lit, weight, soft) }
  const reachPx = Math.max(2, Math.round(FOLD.reach * sizePx))
  return env.kernels.guidedFilter(near, near, reachPx, FOLD.epsilon).values
}

/** How the light of garments is cut, by their numbers. */
export interface CutLight {
  readonly steps: readonly (readonly number[])[]
  /** 1 for each that has a painter's shade: large, not dark, no shadow with a firm edge, and its light does not spread wide. */
  readonly isSoft: Uint8Array
}

/**
 * Where the light of each garment is cut into tones; none where it has one.
 * @param numbers of the garments' cells, below 0 for all others
 * @param total of the garments
 */
export function stepsOfGarments(
  picture: OkLabPicture,
  light: Float32Array,
  { of }: Cells,
  numbers: Int32Array,
  total: number,
): CutLight {
  const places = Array.from({ length: total }, (): number[] => [])
  for (let at = 0; at < of.length; at += LOOKED) {
    places[numbers[of[at] as number] as number]?.push(at)
  }
  const large = (SOFT.share * of.length) / LOOKED
  const isSame = (at: number, to: number) => numbers[of[at] as number] === numbers[of[to] as number]
  const isSoft = new Uint8Array(total)
  const steps = places.map((own, garment) => {
    const found = stepsOf(light, own, APART)
    const isLarge = own.length >= large
    const all = found.length > 0 || !isLarge ? found : stepsOf(light, own, SOFT.apart)
    const edged = edgedSteps(picture, light, own, all, isSame)
    const isFirm = stepsWithEdge(picture, light, own, edged, isSame, FIRM).length > 0
    const isPlain = meanOf(picture.lightness, own) > DARK && spreadOf(light, own) < WIDE.spread
    if (isLarge && !isFirm && isPlain) isSoft[garment] = 1
    return edged
  })
  return { steps, isSoft }
}

const meanOf = (plane: Float32Array, places: readonly number[]): number =>
  places.reduce((sum, at) => sum + (plane[at] as number), 0) / Math.max(1, places.length)

function spreadOf(light: Float32Array, places: readonly number[]): number {
  const sorted = Float32Array.from(places, (at) => light[at] as number).sort()
  const from = Math.floor(WIDE.beyond * sorted.length)
  return (sorted[sorted.length - 1 - from] ?? 0) - (sorted[from] ?? 0)
}

/** Where the one shadow of a garment begins, if it has one: a third tone is a blot. */
function stepsOf(light: Float32Array, places: readonly number[], apart: number): readonly number[] {
  const { values, steps } = tonesOfPlaces(light, places, apart)
  const [low, high] = steps
  if (low === undefined || high === undefined) return steps
  // A narrow tone between two is the soft edge of one shadow.
  const between = values.filter((value) => value > low && value <= high).length
  if (between < BETWEEN * values.length) return [(low + high) / 2]
  return partedBy(values, low) > partedBy(values, high) ? [low] : [high]
}

/** How well a step parts light in two (Otsu 1979). */
function partedBy(values: Float32Array, step: number): number {
  let [low, lows, high, highs] = [0, 0, 0, 0]
  for (const value of values) {
    if (value > step) {
      high += value
      highs++
    } else {
      low += value
      lows++
    }
  }
  return lows * highs * (high / Math.max(1, highs) - low / Math.max(1, lows)) ** 2
}

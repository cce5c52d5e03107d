import type { Kernels } from '../../../../kernels/kernels.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import type { Cells } from '../cells/cells.ts'
import { meansWithin } from '../cells/means-within.ts'
import { LOOKED, tonesOfPlaces } from '../cells/tones-of-places.ts'
import { type OkLabPicture, unitPxOf } from '../study.ts'
import { gainInDark } from './dark-cloth.ts'
import { edgedSteps, isDarkCloth, stepsWithEdge } from './shadow-edges.ts'

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
/** How far light is smoothed where it fades, thousandths. */
const FADING = 9
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
): Float32Array {
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
  /** 1 for each on which light fades from one tone to the other. */
  readonly isFading: Uint8Array
}

/**
 * Where the light of each garment is cut into tones; none where it has one. Where it fades from one to the other all
 * over a garment its light is made one wide form, in place: else its border follows every small thing, and is a blot.
 * @param numbers of the garments' cells, below 0 for all others
 * @param total of the garments
 */
export function stepsOfGarments(
  { kernels }: Pick<ToolEnvironment, 'kernels'>,
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
  const isFading = new Uint8Array(total)
  const all = places.map((own, garment) => {
    const found = stepsOf(light, own, APART)
    const steps = found.length > 0 || own.length < large ? found : softStepOf(light, own)
    const isLarge = own.length >= large && steps.length > 0 && !isDarkCloth(picture, own)
    if (isLarge && stepsWithEdge(picture, light, own, steps, isSame).length === 0) {
      isFading[garment] = 1
    }
    return edgedSteps(picture, light, own, steps, isSame)
  })
  if (!isFading.includes(1)) return { steps: all, isFading }
  const isWithin = (at: number) => isFading[numbers[of[at] as number] as number] === 1
  widenForms(kernels, picture, light, isWithin)
  const steps = all.map((own, garment) =>
    isFading[garment] === 1 ? softStepOf(light, places[garment] as number[]) : own,
  )
  return { steps, isFading }
}

/** Makes the light of garments on which it fades wide forms, in place. */
function widenForms(
  kernels: Kernels,
  picture: OkLabPicture,
  light: Float32Array,
  isWithin: (at: number) => boolean,
): void {
  const [weight, lit] = [new Float32Array(light.length), new Float32Array(light.length)]
  inParts(light.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (!isWithin(at)) continue
      weight[at] = 1
      lit[at] = light[at] as number
    }
  })
  const wide = meansWithin(kernels, picture, lit, weight, FADING * unitPxOf(picture))
  inParts(light.length, (from, until) => {
    for (let at = from; at < until; at++) {
      if (weight[at] === 1) light[at] = wide[at] as number
    }
  })
}

/** Where the one shadow of soft light begins. */
function softStepOf(light: Float32Array, places: readonly number[]) {
  const steps = stepsOf(light, places, SOFT.apart)
  const [low, high] = steps
  return low === undefined || high === undefined ? steps : [(low + high) / 2]
}

function stepsOf(light: Float32Array, places: readonly number[], apart: number): readonly number[] {
  const { values, steps } = tonesOfPlaces(light, places, apart)
  const [low, high] = steps
  if (low === undefined || high === undefined) return steps
  // A narrow tone between two is the soft edge of one shadow.
  const between = values.filter((value) => value > low && value <= high).length
  return between < BETWEEN * values.length ? [(low + high) / 2] : steps
}

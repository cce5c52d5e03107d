import { withValues } from '../../../pixels/with-values.ts'
import type { ToolEnvironment } from '../../tool.ts'
import { type Cells, meansOf, sizesOf, withoutSpecks } from './cells.ts'
import { TONES, tonesOf } from './faces/skin-tones.ts'
import { garmentsOf, wornCells } from './garments.ts'
import { colourDistance, type OkLabPicture, unitPxOf } from './study.ts'

/** A smaller garment is a part of a pattern and has one tone, square thousandths. */
const PATTERN = 900
/** Parts of a pattern that are nearer than this have one colour, OKLab. */
const SAME = 0.06
/** Texture that is smoothed away, thousandths. */
const TEXTURE = 2.5
/** How far folds are smoothed, as a share of the root of what people cover, and how much light is a fold, squared. */
const FOLD = { reach: 0.022, epsilon: 0.003 }
/** Tones of a garment lie so far apart at least, OKLab. */
const APART = 0.09
/** The smallest piece of a tone, square thousandths and as a share of its garment. */
const PIECE = { least: 220, share: 0.012 }
/** Every so many pixels tell the tones of a garment. */
const LOOKED = 7

/** Cells of which some are painted alike. */
export interface Cloth {
  readonly cells: Cells
  /** Of each cell what it is painted with; 0 for what is painted by itself. */
  readonly groups: Uint32Array
}

/**
 * Cuts what people wear, and arms and legs, anew: each garment into one colour, one shadow and perhaps a
 * light by its smoothed light.
 * @param isOwn where people are, but for their heads and what else is painted by itself
 */
export function withCloth(
  env: ToolEnvironment,
  picture: OkLabPicture,
  cells: Cells,
  isOwn: (at: number) => boolean,
): Cloth {
  const isWorn = wornCells(cells, isOwn)
  const garments = garmentsOf(env, picture, cells, isWorn)
  const unitPx = unitPxOf(picture)
  const sizes = sizesOf(garments)
  let ownPx = 0
  sizes.forEach((size, cell) => {
    if (isWorn[cell] === 1) ownPx += size
  })
  const none = new Uint32Array(cells.total)
  if (ownPx === 0) return { cells, groups: none }
  // TODO
  const toned: number[] = []
  const numbers = new Int32Array(cells.total).fill(-1)
  sizes.forEach((size, cell) => {
    if (isWorn[cell] === 1 && size > PATTERN * unitPx ** 2) numbers[cell] = toned.push(cell) - 1
  })
  const means = meansOf(picture, garments, sizes)
  const light = lightWithin(env, picture, garments, numbers, means.lightness, Math.sqrt(ownPx))
  const steps = toned.map((cell) => stepsOf(picture, light, garments, cell))
  const of = garments.of.slice()
  for (let at = 0; at < of.length; at++) {
    const k = numbers[garments.of[at] as number] as number
    if (k < 0) continue
    const lit = light[at] as number
    const [first = 1, second = 1] = steps[k] ?? []
    of[at] = cells.total + k * TONES + (lit > second ? 2 : lit > first ? 1 : 0)
  }
  const total = cells.total + toned.length * TONES
  const connected = env.kernels.connectCells({ ...cells, of, total })
  const kinds = new Uint32Array(connected.total)
  const least = new Float32Array(connected.total)
  for (let at = 0; at < of.length; at++) {
    const cell = connected.of[at] as number
    const kind = of[at] as number
    if (kind < cells.total) {
      kinds[cell] = isWorn[kind] === 1 ? kind : 0
      continue
    }
    kinds[cell] = kind
    const size = sizes[garments.of[at] as number] as number
    least[cell] = Math.max(PIECE.least * unitPx ** 2, PIECE.share * size)
  }
  const calm = withoutSpecks(env.kernels, connected, (at) => least[connected.of[at] as number] as number)
  const groups = patternsOf(means, sizes, isWorn, numbers)
  return { cells: calm, groups: kinds.map((kind) => (kind === 0 ? 0 : kind < cells.total ? (groups[kind] as number) : kind + 1)) }
}

/** Small garments of like colour are painted alike: of each the number of the first, plus one. */
function patternsOf(means: ReturnType<typeof meansOf>, sizes: Uint32Array, isWorn: Uint8Array, numbers: Int32Array): Uint32Array {
  const groups = new Uint32Array(sizes.length)
  const firsts: number[] = []
  const own = [...sizes.keys()].filter((cell) => isWorn[cell] === 1 && (sizes[cell] as number) > 0 && (numbers[cell] as number) < 0)
  own.sort((one, other) => (sizes[other] as number) - (sizes[one] as number))
  for (const cell of own) {
    let first = firsts.find((known) => colourDistance(means, known, cell) < SAME)
    if (first === undefined) {
      first = cell
      firsts.push(cell)
    }
    groups[cell] = first + 1
  }
  return groups
}

/** The light of garments against their own, without their texture. */
function lightWithin(
  env: ToolEnvironment,
  picture: OkLabPicture,
  { of, widthPx, heightPx }: Cells,
  numbers: Int32Array,
  own: Float64Array,
  sizePx: number,
): Float32Array {
  const unitPx = unitPxOf(picture)
  const weight = new Float32Array(of.length)
  const lit = new Float32Array(of.length)
  for (let at = 0; at < of.length; at++) {
    const cell = of[at] as number
    if ((numbers[cell] as number) < 0) continue
    weight[at] = 1
    lit[at] = (picture.lightness[at] as number) - (own[cell] as number)
  }
  const plane = (values: Float32Array<ArrayBuffer>) => ({ widthPx, heightPx, values })
  const about = (sigma: number) => {
    const whole = env.kernels.gaussian(plane(weight), sigma).values
    const sums = env.kernels.gaussian(plane(lit), sigma).values
    for (let at = 0; at < sums.length; at++) {
      sums[at] = (sums[at] as number) / Math.max(1e-3, whole[at] as number)
    }
    return sums
  }
  const reach = Math.max(2, FOLD.reach * sizePx)
  const wide = about(reach)
  const near = about(TEXTURE * unitPx)
  for (let at = 0; at < near.length; at++) if (weight[at] === 0) near[at] = wide[at] as number
  return env.kernels.guidedFilter(plane(near), plane(near), Math.round(reach), FOLD.epsilon).values
}

function stepsOf(
  { lightness, a, b }: OkLabPicture,
  light: Float32Array,
  { of }: Cells,
  own: number,
): readonly number[] {
  const places: number[] = []
  for (let at = 0; at < of.length; at += LOOKED) if (of[at] === own) places.push(at)
  const from = (plane: Float32Array) =>
    withValues(new Float32Array(places.length), (k) => plane[places[k] as number] as number)
  const lab = { light: from(lightness), a: from(a), b: from(b) }
  return tonesOf(from(light), lab, new Float32Array(places.length).fill(1), APART).steps
}

/** Paints cells of one group in their mean colour. */
export function paintGroups(colours: OkLabPicture, picture: OkLabPicture, cells: Cells, groups: Uint32Array): void {
  const total = groups.reduce((most, group) => Math.max(most, group), 0) + 1
  const of = cells.of.map((cell) => groups[cell] as number)
  const whole = { ...cells, of, total }
  const means = meansOf(picture, whole, sizesOf(whole))
  for (let at = 0; at < of.length; at++) {
    const group = of[at] as number
    if (group === 0) continue
    colours.lightness[at] = means.lightness[group] as number
    colours.a[at] = means.a[group] as number
    colours.b[at] = means.b[group] as number
  }
}

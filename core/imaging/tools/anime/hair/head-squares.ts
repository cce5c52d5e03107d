import type { Kernels } from '../../../../kernels/kernels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import { eachRow, type Head } from '../../../face-points/head.ts'
import type { OkLabPicture } from '../study.ts'

/** Squares of a head have such a side, head widths. */
const SIDE = 0.025
/** Colour is seen against its light, as if that were this; what is darker has less and less of one, OKLab. */
const SEEN = { light: 0.6, least: 0.2 }
/** Steps of colour so seen and of lightness, OKLab, and how many there are. */
export const COLOUR = { step: 0.0125, count: 32 }
export const LIGHT = { step: 0.05, count: 21 }
/** Steps of how much light changes, octaves; how many there are; the most and the least change that is told apart. */
export const TEXTURE = { step: 0.5, count: 20, most: 0.25, faintest: 2.5e-4 }
/** Strands are so wide, head widths, and in pixels at least: light is compared so far apart. */
const STRAND = { width: 0.008, leastPx: 2 }
/** So many samples across a square are enough. */
const ACROSS = 4
/** How far texture is smoothed, head widths. */
const SMOOTH = 0.024
/** From this share of the mask on a place is people's; what is not counts so little. */
const PERSON = { from: 0.5, unseen: 0.001 }

/** A head, and what is known of its places. */
export interface SampledHead {
  readonly head: Head
  /** Lightness of the head's box, 0..1. */
  readonly guide: FloatPlane
  readonly fine: OkLabPicture
  /** Where people are, 0..1; null where nobody looked. */
  readonly person: FloatPlane | null
  /** Where skin is painted, 0..1. */
  readonly skin: Float32Array
  /** How likely each pixel of the head's box is hair, 0..1, as the network has it. */
  readonly chance: FloatPlane
}

/** What small squares of a head's box have, row by row. */
export interface HeadSquares {
  readonly sidePx: number
  readonly across: number
  readonly down: number
  /** Steps of {@link COLOUR}, red against green and yellow against blue in one number. */
  readonly colour: Uint16Array
  /** Steps of {@link LIGHT}. */
  readonly light: Uint16Array
  /** Steps of {@link TEXTURE}. */
  readonly texture: Uint16Array
  /** How much of each is people's, 0..1. */
  readonly seen: Float32Array
  /** How much of it is painted as a face's skin, and how likely it is hair, 0..1. */
  readonly skin: Float32Array
  readonly chance: Float32Array
  /** Its place from the middle of the face, head widths. */
  readonly u: Float32Array
  readonly v: Float32Array
}

/** Looks at a head in squares: each is seen at its middle, its texture all over. */
export function squaresOf(kernels: Kernels, sampled: SampledHead): HeadSquares {
  const { head, fine, skin, chance } = sampled
  const { widthPx, heightPx } = chance
  const sidePx = Math.max(1, Math.round(SIDE * head.widthPx))
  const [across, down] = [Math.ceil(widthPx / sidePx), Math.ceil(heightPx / sidePx)]
  const count = across * down
  const squares = {
    ...texturesOf(kernels, sampled, { across, down, sidePx }),
    colour: new Uint16Array(count),
    light: new Uint16Array(count),
    skin: new Float32Array(count),
    chance: new Float32Array(count),
    u: new Float32Array(count),
    v: new Float32Array(count),
  }
  const middleOf = (k: number, endPx: number) => Math.min(endPx - 1, k * sidePx + (sidePx >> 1))
  eachRow(head, fine.widthPx, (start, first, left, top, du, dv) => {
    const y = first / widthPx
    const row = Math.floor(y / sidePx)
    if (y !== middleOf(row, heightPx)) return
    for (let column = 0; column < across; column++) {
      const x = middleOf(column, widthPx)
      const at = start + x
      const k = row * across + column
      const lightness = fine.lightness[at] as number
      const by = SEEN.light / Math.max(SEEN.least, lightness)
      squares.colour[k] =
        COLOUR.count * stepOf((fine.a[at] as number) * by, COLOUR) +
        stepOf((fine.b[at] as number) * by, COLOUR)
      squares.light[k] = Math.min(LIGHT.count - 1, Math.max(0, Math.floor(lightness / LIGHT.step)))
      squares.skin[k] = skin[at] as number
      squares.chance[k] = chance.values[first + x] as number
      squares.u[k] = left + x * du
      squares.v[k] = top + x * dv
    }
  })
  return { ...squares, sidePx, across, down }
}

/** A plane of squares smoothed by what is people's of it alone. @param sigma head widths */
export function smoothedInPeople(
  kernels: Kernels,
  { sidePx, across, down, seen }: Pick<HeadSquares, 'sidePx' | 'across' | 'down' | 'seen'>,
  plane: Float32Array,
  sigma: number,
  headPx: number,
): Float32Array<ArrayBuffer> {
  const size = { widthPx: across, heightPx: down }
  const weights = seen.map((own) => Math.max(PERSON.unseen, own))
  const values = plane.map((own, k) => own * (weights[k] as number))
  const sigmaPx = (sigma * headPx) / sidePx
  const sums = kernels.gaussian({ ...size, values: Float32Array.from(values) }, sigmaPx).values
  const whole = kernels.gaussian({ ...size, values: Float32Array.from(weights) }, sigmaPx).values
  for (let k = 0; k < sums.length; k++) sums[k] = (sums[k] as number) / (whole[k] as number)
  return sums
}

const stepOf = (value: number, { step, count }: typeof COLOUR): number =>
  Math.min(count - 1, Math.max(0, Math.floor(value / step + count / 2)))

/** How much light changes within squares and about them where people are. */
function texturesOf(
  kernels: Kernels,
  sampled: SampledHead,
  grid: Pick<HeadSquares, 'sidePx' | 'across' | 'down'>,
): Pick<HeadSquares, 'texture' | 'seen'> {
  const { sums, counts } = changesOf(sampled, grid)
  // Octaves are smoothed, not light: else the outline of an arm would be strands far into it.
  const octaves = sums.map((sum, k) => {
    const mean = sum / Math.max(1, counts[k] as number)
    return Math.log2(Math.max(TEXTURE.faintest, mean) / TEXTURE.most) / TEXTURE.step
  })
  const seen = counts.map((count) => Math.min(1, count / grid.sidePx ** 2))
  const { widthPx } = sampled.head
  const soft = smoothedInPeople(kernels, { ...grid, seen }, octaves, SMOOTH, widthPx)
  const last = TEXTURE.count - 1
  const texture = Uint16Array.from(soft, (own) =>
    Math.min(last, Math.max(0, Math.round(last + own))),
  )
  return { texture, seen }
}

/** Sums of how much light changes in each square from people to people, and of how many places. */
function changesOf(
  { head, guide, fine, person }: SampledHead,
  { across, down, sidePx }: Pick<HeadSquares, 'sidePx' | 'across' | 'down'>,
): { readonly sums: Float32Array; readonly counts: Float32Array } {
  const { widthPx, heightPx, values } = guide
  const [sums, counts] = [new Float32Array(across * down), new Float32Array(across * down)]
  const apartPx = Math.max(STRAND.leastPx, Math.round(STRAND.width * head.widthPx))
  const stepPx = Math.max(1, Math.floor(sidePx / ACROSS))
  const weight = stepPx ** 2
  const isPerson = (at: number) => person === null || (person.values[at] as number) > PERSON.from
  const [belowPx, underPx] = [apartPx * widthPx, apartPx * fine.widthPx]
  const sumRow = (y: number) => {
    const row = Math.floor(y / sidePx) * across
    const start = (head.box.y + y) * fine.widthPx + head.box.x
    for (let x = 0; x + apartPx < widthPx; x += stepPx) {
      const at = start + x
      const own = y * widthPx + x
      if (!isPerson(at) || !isPerson(at + apartPx) || !isPerson(at + underPx)) continue
      const light = values[own] as number
      const k = row + Math.floor(x / sidePx)
      counts[k] = (counts[k] as number) + weight
      const aside = Math.abs(light - (values[own + apartPx] as number))
      const below = Math.abs(light - (values[own + belowPx] as number))
      sums[k] = (sums[k] as number) + weight * (aside + below)
    }
  }
  for (let y = 0; y + apartPx < heightPx; y += stepPx) sumRow(y)
  return { sums, counts }
}

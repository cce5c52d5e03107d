import type { Kernels } from '../../../../kernels/kernels.ts'
import { colourDistance } from '../../../../pixels/colour-distance.ts'
import { inParts } from '../../../../pixels/in-parts.ts'
import { smoothstep } from '../../../../pixels/pixels.ts'
import type { FloatPlane } from '../../../../pixels/raster.ts'
import type { Cel } from '../cel.ts'
import type { Cells, Means } from '../cells/cells.ts'
import type { OkLabPicture } from '../study.ts'
import type { Cloth } from './cloth.ts'
import { garmentOfKind, PART } from './cloth-kinds.ts'

/** Parts of a pattern that are nearer than this have one colour, OKLab. */
const SAME = 0.045
/** How much a tone keeps of what its colour differs from that of the whole garment in its light. */
const OWN_COLOUR = 0.5

/** How strongly folds and seams are drawn; where so much of a garment is line it is a knit or a pattern, and none is. */
const FOLDS = { ink: 1, from: 0.14, to: 0.22 }

/**
 * Paints what people wear: all pieces of a garment's tone alike, its shadow in its own colour, and parts of
 * patterns that are nearly alike in one.
 * @param colours which are written on
 * @param picture that garments are painted from
 * @param fine that patterns are painted from
 * @param cells of the cloth, by its numbers
 */
export function paintCloth(
  kernels: Kernels,
  colours: OkLabPicture,
  picture: OkLabPicture,
  fine: OkLabPicture,
  cells: Cells,
  { kinds }: Pick<Cloth, 'kinds'>,
): void {
  const tones = tonesByKind(kernels, picture, cells, kinds)
  const { sizes, ...parts } = kernels.cellMeans(fine, cells)
  const likes = patternsOf(parts, sizes, kinds)
  const [lightness, a, b] = [colours.lightness, colours.a, colours.b]
  inParts(cells.of.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const cell = cells.of[at] as number
      const kind = kinds[cell] ?? 0
      if (kind === 0) continue
      const means = kind === PART ? parts : tones
      const number = kind === PART ? (likes[cell] as number) : kind
      lightness[at] = means.lightness[number] as number
      a[at] = means.a[number] as number
      b[at] = means.b[number] as number
    }
  })
}

/** The colour of each kind: its own light, and half of what its colour differs from its garment's in that light. */
function tonesByKind(
  kernels: Kernels,
  picture: OkLabPicture,
  cells: Cells,
  kinds: Uint32Array,
): Means {
  const total = kinds.reduce((most, kind) => Math.max(most, kind), 0) + 1
  const of = new Uint32Array(cells.of.length)
  inParts(of.length, (from, until) => {
    for (let at = from; at < until; at++) of[at] = kinds[cells.of[at] as number] ?? 0
  })
  const whole = { ...cells, of, total }
  const { sizes, ...tones } = kernels.cellMeans(picture, whole)
  const garments = garmentMeans(tones, sizes)
  for (let kind = 0; kind < total; kind++) {
    const garment = garmentOfKind(kind)
    if (garment === 0) continue
    const light = Math.max(0.02, garments.lightness[garment] as number)
    const share = (tones.lightness[kind] as number) / light
    for (const plane of ['a', 'b'] as const) {
      const own = tones[plane][kind] as number
      const lit = (garments[plane][garment] as number) * share
      tones[plane][kind] = lit + (own - lit) * OWN_COLOUR
    }
  }
  return tones
}

/** The mean colours of garments, by their numbers, from those of their tones. */
function garmentMeans(tones: Means, sizes: Uint32Array): Means {
  const total = garmentOfKind(sizes.length) + 1
  const [count, sums] = [new Float64Array(total), () => new Float64Array(total)]
  const means = { lightness: sums(), a: sums(), b: sums() }
  sizes.forEach((size, kind) => {
    const garment = garmentOfKind(kind)
    count[garment] = (count[garment] as number) + size
    for (const plane of ['lightness', 'a', 'b'] as const) {
      means[plane][garment] =
        (means[plane][garment] as number) + size * (tones[plane][kind] as number)
    }
  })
  for (const plane of Object.values(means)) {
    for (let garment = 0; garment < total; garment++) {
      plane[garment] = (plane[garment] as number) / Math.max(1, count[garment] as number)
    }
  }
  return means
}

/** Of each part of a pattern the largest one that it is so like. */
function patternsOf(means: Means, sizes: Uint32Array, kinds: Uint32Array): Uint32Array {
  const likes = new Uint32Array(sizes.length)
  const firsts: number[] = []
  const parts = [...kinds.keys()].filter(
    (cell) => kinds[cell] === PART && (sizes[cell] as number) > 0,
  )
  parts.sort((one, other) => (sizes[other] as number) - (sizes[one] as number))
  for (const cell of parts) {
    const known = firsts.find((first) => colourDistance(means, first, cell) < SAME)
    likes[cell] = known ?? cell
    if (known === undefined) firsts.push(cell)
  }
  return likes
}

/**
 * Marks where folds and seams are drawn that paint alone does not show: on garments but for those that are
 * full of lines.
 * @param lines of the picture, 1 paper to 0 line
 * @param isDark not 0 where cloth is so dark that ink would not be seen
 * @param leastPx shorter ones are its texture
 */
export function markFolds(
  cel: Cel,
  kinds: Uint32Array,
  lines: FloatPlane,
  isDark: Uint8Array,
  leastPx: number,
): void {
  const garmentOf = kinds.map(garmentOfKind)
  const total = garmentOf.reduce((most, garment) => Math.max(most, garment), 0) + 1
  const [sizes, inked] = [new Uint32Array(total), new Float64Array(total)]
  inParts(cel.cells.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const garment = garmentOf[cel.cells[at] as number] ?? 0
      if (garment === 0) continue
      sizes[garment] = (sizes[garment] as number) + 1
      inked[garment] = (inked[garment] as number) + 1 - (lines.values[at] as number)
    }
  })
  const strengths = inked.map((sum, garment) => {
    if (garment === 0) return 0
    const share = sum / Math.max(1, sizes[garment] as number)
    return FOLDS.ink * (1 - smoothstep(FOLDS.from, FOLDS.to, share))
  })
  inParts(cel.cells.length, (from, until) => {
    for (let at = from; at < until; at++) {
      const garment = garmentOf[cel.cells[at] as number] ?? 0
      if (garment === 0) continue
      cel.folds[at] = isDark[at] !== 0 ? 0 : (strengths[garment] as number)
      cel.shortest[at] = leastPx
    }
  })
}

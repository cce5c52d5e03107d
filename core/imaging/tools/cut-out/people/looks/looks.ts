import type { Kernels } from '../../../../../kernels/kernels.ts'
import {
  type Box,
  clampBox,
  createFloatPlane,
  createRaster,
  cropRaster,
  floatFromPlane,
  scaledBox,
  smoothstep,
} from '../../../../../pixels/pixels.ts'
import type { FloatPlane, Raster } from '../../../../../pixels/raster.ts'
import type { SegmentBody } from '../../../../portrait/segment-body.ts'
import type { SegmentPerson, ToolEnvironment } from '../../../../tool.ts'

const MODEL_PX = 256
/** A corner's share of the sides of what is looked at; of its own sides a part fades in over this. */
const CORNER = 0.8
const PART_FADE = 0.15
/** A square along the people is at least so much of their longer side: what it sees has a body about it. */
const SQUARE_MIN = 0.5

/** The networks that tell people from what is behind them. */
export interface PersonLooks {
  readonly segmentPerson: SegmentPerson
  readonly segmentBody: SegmentBody
}

/** Lengths of a mask, which may be smaller than the picture that it is of. */
type MaskSize = Pick<FloatPlane, 'widthPx' | 'heightPx'>

/** What the network says of a part of the picture, a box of its mask, and of its mirror image, at the box's size. */
export async function lookAt(
  env: ToolEnvironment,
  picture: Raster,
  mask: MaskSize,
  box: Box,
  segment: SegmentPerson,
): Promise<FloatPlane> {
  return (await lookTwice(env, picture, mask, box, segment)).mean
}

/** The same of the part as it is: where several looks are averaged its mirror image adds nothing. */
export async function lookOnce(
  env: ToolEnvironment,
  picture: Raster,
  size: MaskSize,
  box: Box,
  segment: SegmentPerson,
): Promise<FloatPlane> {
  await env.checkpoint()
  const mask = await segment(squeezed(env.kernels, partOf(picture, size, box)))
  return env.kernels.resizePlane(floatFromPlane(mask), box.width, box.height)
}

/** A part as the network sees it at first, and the mean with what it sees mirrored. */
export async function lookTwice(
  env: ToolEnvironment,
  picture: Raster,
  size: MaskSize,
  box: Box,
  segment: SegmentPerson,
): Promise<{ readonly first: FloatPlane; readonly mean: FloatPlane }> {
  await env.checkpoint()
  const look = squeezed(env.kernels, partOf(picture, size, box))
  const first = floatFromPlane(await segment(look))
  const other = floatFromPlane(await segment(mirrored(look)))
  const sized = (mask: FloatPlane) => env.kernels.resizePlane(mask, box.width, box.height)
  return { first: sized(first), mean: sized(meanOf(first, other)) }
}

/** What a box of the mask shows of the picture. */
function partOf(picture: Raster, mask: MaskSize, box: Box): Raster {
  const part = scaledBox(box, picture.widthPx / mask.widthPx)
  return cropRaster(picture, clampBox(part, picture.widthPx, picture.heightPx))
}

/** The mean of the mask and of the mirrored picture's: what only one of them sees counts half. */
function meanOf(mask: FloatPlane, other: FloatPlane): FloatPlane {
  const { widthPx } = mask
  const values = new Float32Array(mask.values.length)
  for (let row = 0; row < values.length; row += widthPx) {
    meanRow(values, mask.values, other.values, row, widthPx)
  }
  return { ...mask, values }
}

function meanRow(
  into: Float32Array,
  one: Float32Array,
  other: Float32Array,
  row: number,
  widthPx: number,
): void {
  for (let at = row, mirror = row + widthPx - 1; mirror >= row; at++, mirror--) {
    into[at] = ((one[at] as number) + (other[mirror] as number)) / 2
  }
}

function mirrored(look: Raster): Raster {
  const { widthPx } = look
  const result = createRaster(widthPx, look.heightPx)
  const from = wordsOf(look)
  const to = wordsOf(result)
  to.set(from)
  for (let row = 0; row < to.length; row += widthPx) to.subarray(row, row + widthPx).reverse()
  return result
}

/** A word for each pixel. */
const wordsOf = ({ rgba }: Raster) => new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4)

/** A part as the network takes it. */
export const squeezed = (kernels: Kernels, part: Raster): Raster =>
  kernels[part.widthPx > MODEL_PX ? 'resizeArea' : 'resizeLanczos3'](part, MODEL_PX, MODEL_PX)

/**
 * Averages a mask, in place, with looks at parts of the picture. They overlap, so that most pixels
 * are seen at many places of the network's grid: that is finer than any one look, and outvotes what
 * only one of them sees.
 */
export async function averageWithParts(
  env: ToolEnvironment,
  picture: Raster,
  mask: FloatPlane,
  parts: readonly Box[],
  segment: SegmentPerson,
): Promise<void> {
  const sum = createFloatPlane(mask.widthPx, mask.heightPx)
  const weights = createFloatPlane(mask.widthPx, mask.heightPx)
  for (const part of parts) {
    const look = await lookOnce(env, picture, mask, part, segment)
    addLook(sum.values, weights.values, mask, look, part)
  }
  for (let row = 0; row < mask.values.length; row += mask.widthPx) {
    averageRow(mask.values, sum.values, weights.values, row, row + mask.widthPx)
  }
}

/** Functions of a row, here and below: they are compiled after some rows, and until then every number is garbage. */
function averageRow(
  values: Float32Array,
  sum: Float32Array,
  weights: Float32Array,
  from: number,
  until: number,
): void {
  for (let at = from; at < until; at++) {
    const total = (values[at] as number) + (sum[at] as number)
    values[at] = total / (1 + (weights[at] as number))
  }
}

/** Adds a look at a part, and what it weighs: of every pixel, so without a call for each. */
function addLook(
  sum: Float32Array,
  weights: Float32Array,
  mask: MaskSize,
  look: FloatPlane,
  { x, y, width, height }: Box,
): void {
  const across = weightsAlong(x, width, mask.widthPx, PART_FADE)
  const down = weightsAlong(y, height, mask.heightPx, PART_FADE)
  for (let row = 0; row < height; row++) {
    const at = (y + row) * mask.widthPx + x
    const seen = look.values.subarray(row * width, (row + 1) * width)
    const into = { sum: sum.subarray(at, at + width), weights: weights.subarray(at, at + width) }
    addLookRow(into, seen, across, down[row] as number)
  }
}

function addLookRow(
  { sum, weights }: Readonly<Record<'sum' | 'weights', Float32Array>>,
  seen: Float32Array,
  across: Float32Array,
  down: number,
): void {
  for (let x = 0; x < across.length; x++) {
    const weight = (across[x] as number) * down
    sum[x] = (sum[x] as number) + (seen[x] as number) * weight
    weights[x] = (weights[x] as number) + weight
  }
}

/** The four corners of a box. */
export function cornersOf(box: Box): readonly Box[] {
  const width = Math.round(box.width * CORNER)
  const height = Math.round(box.height * CORNER)
  const left = { width, x: box.x }
  const right = { width, x: box.x + box.width - width }
  const top = { height, y: box.y }
  const bottom = { height, y: box.y + box.height - height }
  return [
    { ...left, ...top },
    { ...right, ...top },
    { ...left, ...bottom },
    { ...right, ...bottom },
  ]
}

/** Squares at both ends and in the middle of the people's longer side: little beside them is seen. */
export function squaresAlong(box: Box): readonly Box[] {
  const longer = Math.max(box.width, box.height)
  const shorter = Math.min(box.width, box.height)
  const side = Math.round(Math.max(shorter, longer * SQUARE_MIN))
  const width = Math.min(box.width, side)
  const height = Math.min(box.height, side)
  return [0, 0.5, 1].map((share) => ({
    x: box.x + Math.round((box.width - width) * share),
    y: box.y + Math.round((box.height - height) * share),
    width,
    height,
  }))
}

/** Lays a closer look over the mask, fading in from its sides where they lie inside the picture. */
export function blend(mask: FloatPlane, look: FloatPlane, box: Box, fade: number): void {
  eachPixel(mask, box, fade, (at, from, weight) => {
    const old = mask.values[at] ?? 0
    mask.values[at] = old + ((look.values[from] ?? 0) - old) * weight
  })
}

/** Every pixel of a box in a mask: its place there and in the box, and its weight, 0..1. */
function eachPixel(
  mask: FloatPlane,
  box: Box,
  fade: number,
  visit: (at: number, from: number, weight: number) => void,
): void {
  const across = weightsAlong(box.x, box.width, mask.widthPx, fade)
  const down = weightsAlong(box.y, box.height, mask.heightPx, fade)
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const at = (box.y + y) * mask.widthPx + box.x + x
      visit(at, y * box.width + x, (across[x] ?? 0) * (down[y] ?? 0))
    }
  }
}

/** One side's weights: rising from either end that lies inside the picture. */
function weightsAlong(start: number, length: number, end: number, fade: number): Float32Array {
  const reach = Math.max(1, length * fade)
  return Float32Array.from({ length }, (_, at) => {
    if (fade === 0) return 1
    const before = start === 0 ? reach : at + 1
    const after = start + length >= end ? reach : length - at
    return smoothstep(0, reach, Math.min(before, after))
  })
}

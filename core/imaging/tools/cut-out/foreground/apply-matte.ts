import {
  type Box,
  createFloatPlane,
  createRaster,
  cropPlane,
  grownBox,
  type PixelSink,
  type PixelSource,
  pasteRaster,
  rasterRows,
  smoothstep,
} from '../../../../pixels/pixels.ts'
import { boundsOf } from '../../../../pixels/plane-bounds.ts'
import type { FloatPlane, Plane, Raster } from '../../../../pixels/raster.ts'
import { PointSampler } from '../../../../pixels/sample-rows.ts'
import { eachStrip, FILTERED_PX, planStrips } from '../../../../pixels/strips.ts'
import { scaledCopy } from '../../../scaled-copy.ts'
import type { ToolEnvironment } from '../../../tool.ts'
import { distanceTo } from '../distance.ts'
import { boxSource } from '../region.ts'
import { estimateLayers } from './foreground.ts'
import { rimColours } from './rim.ts'
import { RimReader } from './rim-reader.ts'

export interface CutOutSettings {
  /** Softness of the edge, px of the photo. */
  readonly featherPx: number
  /** How far the edge moves inwards (positive) or outwards, px of the photo. */
  readonly chokePx: number
  /** Width of a white border like a sticker's, for a photo printed with its longer side at 100 mm. */
  readonly outlineMm: number
}

/** Layers are told apart at this size and carried to the photo's. */
const LAYERS_PX = 1024
/** The same for a preview. */
export const PREVIEW_LAYERS_PX = 512
/** A layer's pixel is smoothed by some beside it. */
const LAYERS_REACH_PX = 4
const PRINTED_LONG_SIDE_MM = 100

/** Width of the border in px of the photo. */
export const outlinePxOf = (photo: { widthPx: number; heightPx: number }, outlineMm: number) =>
  (outlineMm * Math.max(photo.widthPx, photo.heightPx)) / PRINTED_LONG_SIDE_MM

/**
 * Cuts a photo out by its matte: edge moved and softened as set, the old background's colour taken
 * out of the edge, a white border around it where one is asked for.
 * @param matte of the photo's size
 * @param layersPx at which the person's colours are told from those behind
 */
export async function applyMatte(
  env: ToolEnvironment,
  source: PixelSource,
  matte: Plane,
  settings: CutOutSettings,
  sink: PixelSink,
  layersPx = LAYERS_PX,
): Promise<void> {
  const outlinePx = outlinePxOf(source, settings.outlineMm)
  const bounds = boundsOf(matte)
  const box = grown(bounds ?? { x: 0, y: 0, width: 1, height: 1 }, outlinePx, settings, source)
  const picture = await scaledCopy(env, boxSource(source, box), layersPx)
  const small = shrunkMatte(matte, box, picture)
  await env.checkpoint()
  const halo = Math.ceil(Math.abs(settings.chokePx) + settings.featherPx * 2) + 6
  const reachPx = (halo * small.widthPx) / box.width + LAYERS_REACH_PX
  const layers = await estimateLayers(env, picture, small, reachPx)
  const readers = {
    inside: layers.inside.map((plane) => new PointSampler(plane, box.width, box.height)),
    behind: layers.behind.map((plane) => new PointSampler(plane, box.width, box.height)),
    border:
      outlinePx > 0
        ? new PointSampler(borderDistance(env, small, box), box.width, box.height)
        : null,
    rim: new RimReader(rimColours(env.kernels, picture, small), box.width, box.height),
  }
  const strips = planStrips(source.widthPx, source.heightPx, halo, FILTERED_PX)
  const drawn = createRaster(source.widthPx, strips[0]?.heightPx ?? 0)
  await eachStrip(env, 'draw', strips, async (strip) => {
    const result = rasterRows(drawn, 0, strip.heightPx)
    result.rgba.fill(0)
    const top = Math.max(strip.topPx, box.y)
    const bottom = Math.min(strip.topPx + strip.heightPx, box.y + box.height)
    if (bottom > top) {
      const part = { x: box.x, y: top, width: box.width, height: bottom - top }
      const alpha = edgeOf(env, matte, part, halo, settings)
      const cut = composed(source.read(part), alpha, readers, top - box.y, outlinePx)
      pasteRaster(result, cut, box.x, top - strip.topPx)
    }
    await sink.write(strip.topPx, result)
  })
}

function grown(box: Box, outlinePx: number, settings: CutOutSettings, source: PixelSource): Box {
  const margin = Math.ceil(outlinePx + settings.featherPx + Math.abs(settings.chokePx)) + 8
  return grownBox(box, margin, source)
}

/** Mean of the matte over the area of each small pixel. */
function shrunkMatte(matte: Plane, box: Box, size: Raster): FloatPlane {
  const { widthPx, heightPx } = size
  const small = createFloatPlane(widthPx, heightPx)
  const columns = startsOf(widthPx, box.width)
  const rows = startsOf(heightPx, box.height)
  // Of each column of the photo first: one loop without a branch over all that is read.
  const sums = new Uint32Array(box.width)
  const { values } = matte
  for (let y = 0; y < heightPx; y++) {
    const [top, bottom] = [rows[y] as number, rows[y + 1] as number]
    sums.fill(0)
    const first = (box.y + top) * matte.widthPx + box.x
    const last = (box.y + bottom - 1) * matte.widthPx + box.x
    // Two rows at a time: half as often is a sum read and written.
    for (let at = first; at < last; at += 2 * matte.widthPx) {
      addTwo(sums, values, at, at + matte.widthPx)
    }
    if ((bottom - top) % 2 === 1) addOne(sums, values, last)
    meansOfRow(small.values.subarray(y * widthPx, (y + 1) * widthPx), sums, columns, bottom - top)
  }
  return small
}

// Functions of a row, so that they are compiled after a few of them.

/** Means, 0..1, between columns of sums of so many rows. */
function meansOfRow(
  into: Float32Array,
  sums: Uint32Array,
  columns: ArrayLike<number>,
  rows: number,
): void {
  for (let x = 0; x < into.length; x++) {
    const left = columns[x] as number
    const right = columns[x + 1] as number
    let sum = 0
    for (let column = left; column < right; column++) sum += sums[column] as number
    into[x] = sum / (255 * Math.max(1, rows * (right - left)))
  }
}

/** Adds two rows to sums. */
function addTwo(sums: Uint32Array, values: Plane['values'], one: number, other: number): void {
  for (let x = 0; x < sums.length; x++) {
    const two = (values[one + x] as number) + (values[other + x] as number)
    sums[x] = (sums[x] as number) + two
  }
}

function addOne(sums: Uint32Array, values: Plane['values'], row: number): void {
  for (let x = 0; x < sums.length; x++) {
    sums[x] = (sums[x] as number) + (values[row + x] as number)
  }
}

/** Where each small pixel begins among those of a side, and where the last ends. */
const startsOf = (small: number, large: number): Int32Array =>
  Int32Array.from({ length: small + 1 }, (_, at) => Math.ceil((at * large) / small))

/** Distance from the person in px of the photo, rounded off so that the border runs smoothly. */
function borderDistance(env: ToolEnvironment, small: FloatPlane, box: Box): FloatPlane {
  const distance = distanceTo(small, (at) => (small.values[at] ?? 0) >= 0.5)
  const smooth = env.kernels.gaussian(distance, Math.max(1.5, small.widthPx / 300))
  const scale = box.width / small.widthPx
  return { ...smooth, values: smooth.values.map((value) => value * scale) }
}

/** The matte of one strip with its edge moved and softened. */
function edgeOf(
  env: ToolEnvironment,
  matte: Plane,
  part: Box,
  halo: number,
  settings: CutOutSettings,
): Uint8ClampedArray {
  const around = grownBox(part, halo, matte)
  let plane = cropPlane(matte, around)
  if (settings.chokePx !== 0) plane = env.kernels.choke(plane, settings.chokePx)
  if (settings.featherPx > 0) plane = env.kernels.feather(plane, settings.featherPx)
  return cropPlane(plane, { ...part, x: part.x - around.x, y: part.y - around.y }).values
}

interface Readers {
  readonly inside: readonly PointSampler[]
  readonly behind: readonly PointSampler[]
  readonly border: PointSampler | null
  /** Of what still shines through where the matte does not say so. */
  readonly rim: RimReader
}

/** From here on a pixel is the person's own. */
const SOLID = 0.995

/** The strip's pixels cut out, in place. */
function composed(
  pixels: Raster,
  alpha: Uint8ClampedArray,
  readers: Readers,
  topInBox: number,
  outlinePx: number,
): Raster {
  const { rgba, widthPx, heightPx } = pixels
  const words = new Uint32Array(rgba.buffer, rgba.byteOffset, widthPx * heightPx)
  const whiteAt = (x: number, y: number): number =>
    readers.border === null
      ? 0
      : 1 - smoothstep(outlinePx - 0.8, outlinePx + 0.8, readers.border.at(x, y))
  // Bytes alone, in a function of a row that is compiled after some rows: the others are few.
  const edge = new Int32Array(widthPx)
  for (let row = 0; row < heightPx; row++) {
    const y = topInBox + row
    const near = readers.rim.near(y)
    const from = row * widthPx
    const count = edgeRow(words, alpha, { from, near, edge, isBare: readers.border === null })
    for (let next = 0; next < count; next++) {
      const x = edge[next] as number
      const at = from + x
      const to = at * 4
      const a = (alpha[at] as number) / 255
      if (a >= SOLID) {
        if (near[x] === 1) readers.rim.clean(rgba, to, x, y)
        if (readers.border === null) rgba[to + 3] = a * (rgba[to + 3] as number)
        continue
      }
      const white = whiteAt(x, y)
      const out = Math.max(a, white)
      if (out === 0) words[at] = 0
      else mix(rgba, to, { a, white, out }, readers, x, y)
    }
  }
  return pixels
}

interface EdgeRow {
  /** Where the row begins. */
  readonly from: number
  /** 1 where the old background may shine through. */
  readonly near: Uint8Array
  /** The columns that are told. */
  readonly edge: Int32Array
  /** Whether nothing lies about the person. */
  readonly isBare: boolean
}

/** Clears of a row what is nobody's, and tells where anything is to be worked out. @returns how many columns */
function edgeRow(
  words: Uint32Array,
  alpha: Uint8ClampedArray,
  { from, near, edge, isBare }: EdgeRow,
): number {
  let count = 0
  for (let x = 0; x < edge.length; x++) {
    const held = alpha[from + x] as number
    if (held === 255 && near[x] === 0) continue
    if (held === 0 && isBare) words[from + x] = 0
    else edge[count++] = x
  }
  return count
}

interface Shares {
  /** Of the person, of the white border, and of both. */
  readonly a: number
  readonly white: number
  readonly out: number
}

/** A pixel at an edge: the person's own colour, over the white border where there is one. */
function mix(
  rgba: Uint8ClampedArray,
  to: number,
  { a, white, out }: Shares,
  { inside, behind, rim }: Readers,
  x: number,
  y: number,
): void {
  for (let c = 0; c < 3; c++) {
    const mixed = (rgba[to + c] as number) / 255
    const colour = ownColour(mixed, a, inside[c]?.at(x, y) ?? 0, behind[c]?.at(x, y) ?? 0)
    rgba[to + c] = colour * 255
  }
  if (a > 0) rim.clean(rgba, to, x, y)
  if (white > a) {
    const share = a / out
    for (let c = 0; c < 3; c++) rgba[to + c] = (rgba[to + c] as number) * share + 255 * (1 - share)
  }
  rgba[to + 3] = out * (rgba[to + 3] as number)
}

/**
 * The person's own colour in a mixed pixel: the estimate, corrected so that estimate and matte
 * explain the photo's pixel (the least change that does).
 */
function ownColour(mixed: number, alpha: number, inside: number, behind: number): number {
  const miss = mixed - alpha * inside - (1 - alpha) * behind
  const share = alpha / (alpha * alpha + (1 - alpha) * (1 - alpha) + 0.1)
  return Math.min(1, Math.max(0, inside + miss * share * alpha))
}

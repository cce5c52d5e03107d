import {
  type Box,
  clampBox,
  createRaster,
  isOpaque,
  type PixelSource,
} from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import type { Size } from './corners.ts'
import { type Homography, placeIn } from './homography.ts'

/** Columns that are read together: of a turned sheet a whole row would need half the photo. */
const BLOCK_PX = 256
/** Pixels about a place that a cubic needs. */
const REACH_PX = 3
/** Places between two pixels that weights are known for. */
const PHASES = 512

/**
 * A part of the sheet as it lies flat, by Catmull and Rom's cubic: crisp, and exactly the photo's own
 * pixels where they lie on each other.
 * @param size of the whole straightened sheet
 */
export function straightPart(source: PixelSource, to: Homography, size: Size, part: Box): Raster {
  const result = createRaster(part.width, part.height)
  for (let x = part.x; x < part.x + part.width; x += BLOCK_PX) {
    const block = { ...part, x, width: Math.min(BLOCK_PX, part.x + part.width - x) }
    const box = boxUnder(to, size, block, source)
    const read = source.read(box)
    const opaque = isOpaque(read)
    if (!opaque) premultiply(read)
    sampleBlock({ part: read, box, opaque }, to, size, block, result, x - part.x)
  }
  return result
}

function boxUnder(to: Homography, size: Size, block: Box, source: PixelSource) {
  const us = [block.x / size.widthPx, (block.x + block.width) / size.widthPx]
  const vs = [block.y / size.heightPx, (block.y + block.height) / size.heightPx]
  const places = us.flatMap((u) => vs.map((v) => placeIn(to, u, v)))
  const xs = places.map(({ x }) => x)
  const ys = places.map(({ y }) => y)
  const [x, y] = [Math.floor(Math.min(...xs)) - REACH_PX, Math.floor(Math.min(...ys)) - REACH_PX]
  return clampBox(
    {
      x,
      y,
      width: Math.ceil(Math.max(...xs)) + REACH_PX - x,
      height: Math.ceil(Math.max(...ys)) + REACH_PX - y,
    },
    source.widthPx,
    source.heightPx,
  )
}

interface ReadPart {
  readonly part: Raster
  readonly box: { readonly x: number; readonly y: number }
  readonly opaque: boolean
}

function sampleBlock(
  { part, box, opaque }: ReadPart,
  { a, b, c, d, e, f, g, h }: Homography,
  size: Size,
  block: Box,
  into: Raster,
  left: number,
): void {
  for (let y = 0; y < block.height; y++) {
    const v = (block.y + y + 0.5) / size.heightPx
    let at = (y * into.widthPx + left) * 4
    for (let x = 0; x < block.width; x++, at += 4) {
      const u = (block.x + x + 0.5) / size.widthPx
      const depth = g * u + h * v + 1
      const fromX = (a * u + b * v + c) / depth - 0.5 - box.x
      const fromY = (d * u + e * v + f) / depth - 0.5 - box.y
      samplePixel(part, fromX, fromY, into.rgba, at)
      if (opaque) into.rgba[at + 3] = 255
      else divideByAlpha(into.rgba, at)
    }
  }
}

const weights = cubicWeights()

/** Four weights for each place between two pixels (Catmull & Rom: Keys' cubic at -1/2). */
function cubicWeights(): Float32Array {
  const table = new Float32Array((PHASES + 1) * 4)
  for (let phase = 0; phase <= PHASES; phase++) {
    const t = phase / PHASES
    table.set(
      [
        ((2 - t) * t - 1) * t * 0.5,
        ((3 * t - 5) * t * t + 2) * 0.5,
        ((4 - 3 * t) * t + 1) * t * 0.5,
        (t - 1) * t * t * 0.5,
      ],
      phase * 4,
    )
  }
  return table
}

/** The picture at a place in px from the first pixel's middle; beyond its edges they repeat. */
function samplePixel(
  { rgba, widthPx, heightPx }: Raster,
  fromX: number,
  fromY: number,
  into: Uint8ClampedArray,
  at: number,
): void {
  const x0 = Math.floor(fromX)
  const y0 = Math.floor(fromY)
  const wx = Math.round((fromX - x0) * PHASES) * 4
  const wy = Math.round((fromY - y0) * PHASES) * 4
  const lastX = widthPx - 1
  const lastY = heightPx - 1
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (let j = 0; j < 4; j++) {
    const y = Math.min(lastY, Math.max(0, y0 - 1 + j))
    const down = weights[wy + j] as number
    if (down === 0) continue
    for (let i = 0; i < 4; i++) {
      const x = Math.min(lastX, Math.max(0, x0 - 1 + i))
      const weight = down * (weights[wx + i] as number)
      const from = (y * widthPx + x) * 4
      red += weight * (rgba[from] as number)
      green += weight * (rgba[from + 1] as number)
      blue += weight * (rgba[from + 2] as number)
      alpha += weight * (rgba[from + 3] as number)
    }
  }
  into[at] = red
  into[at + 1] = green
  into[at + 2] = blue
  into[at + 3] = alpha
}

function premultiply({ rgba }: Raster): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const share = (rgba[at + 3] as number) / 255
    if (share === 1) continue
    for (let c = 0; c < 3; c++) rgba[at + c] = (rgba[at + c] as number) * share
  }
}

function divideByAlpha(rgba: Uint8ClampedArray, at: number): void {
  const alpha = rgba[at + 3] as number
  if (alpha === 255) return
  for (let c = 0; c < 3; c++)
    rgba[at + c] = alpha === 0 ? 0 : ((rgba[at + c] as number) * 255) / alpha
}

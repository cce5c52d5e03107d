import { lumaOf } from '../../../pixels/luma.ts'
import { createRaster, type PixelSink, type PixelSource } from '../../../pixels/pixels.ts'
import type { Raster } from '../../../pixels/raster.ts'
import { StepProgress } from '../../../pixels/strips.ts'
import type { Network } from '../../models.ts'
import type { Tensor, ToolEnvironment } from '../../tool.ts'
import { planTiles, type Tile } from './tiles.ts'

/** Lanczos looks three source pixels around each place. */
const LANCZOS_HALO_PX = 4

/** What enlarges a photo: a network, and another one of the same factor whose picture is mixed in. */
export interface Enlarger extends Network {
  /** Its picture counts by `weight`, 0..1, the first one's by the rest. */
  readonly over?: { readonly network: Network; readonly weight: number }
}

/**
 * Enlarges a photo by the network's factor, tile by tile; tiled and whole agree, because each tile
 * is read with the network's whole receptive field around it. Alpha is enlarged by Lanczos, and so is
 * chroma where the network sees luma only. A cancel is heard after each tile.
 * @param sink takes the result in strips of the network's factor times the photo's width
 */
export async function enlarge(
  env: ToolEnvironment,
  source: PixelSource,
  { over, ...network }: Enlarger,
  sink: PixelSink,
): Promise<void> {
  const { scale } = network.card
  const tiles = [network, over?.network ?? network].map(({ card }) => card.tile)
  const overlap = Math.max(...tiles.map(({ overlapPx }) => overlapPx), LANCZOS_HALO_PX)
  const size = Math.min(...tiles.map(({ sizePx }) => sizePx))
  const rows = planTiles(source.widthPx, source.heightPx, size, overlap)
  const total = rows.reduce((sum, row) => sum + row.length, 0)
  const progress = new StepProgress(env, 'enhance', total)
  for (const row of rows) {
    const first = row[0]
    if (first === undefined) continue
    const strip = createRaster(source.widthPx * scale, first.kept.height * scale)
    for (const tile of row) {
      const pixels = source.read(tile.seen)
      const large = env.kernels.resizeLanczos3(
        pixels,
        pixels.widthPx * scale,
        pixels.heightPx * scale,
      )
      await drawOver(large, pixels, network, 1)
      if (over !== undefined) await drawOver(large, pixels, over.network, over.weight)
      place(large, tile, scale, strip)
      await progress.step()
    }
    await sink.write(first.kept.y * scale, strip)
  }
}

/** Draws what a network makes of a tile over what is there. */
async function drawOver(
  large: Raster,
  pixels: Raster,
  { card, session }: Network,
  weight: number,
): Promise<void> {
  const colour = card.inputs[0]?.colour === 'y' ? 'y' : 'rgb'
  const { shape, values } = await session.run(tensorOf(pixels, colour))
  if (shape[2] !== large.heightPx || shape[3] !== large.widthPx) {
    throw new Error(`${card.name} gave ${shape.join('x')}, not ${large.heightPx}x${large.widthPx}`)
  }
  if (colour === 'y') withLuma(large, values, weight)
  else withColour(large, values, weight)
}

/** NCHW, 0..1; `y` is full-range BT.601 luma. */
function tensorOf(pixels: Raster, colour: 'y' | 'rgb'): Tensor {
  const count = pixels.widthPx * pixels.heightPx
  const channels = colour === 'y' ? 1 : 3
  const values = new Float32Array(count * channels)
  for (let i = 0; i < count; i++) {
    const r = (pixels.rgba[i * 4] as number) / 255
    const g = (pixels.rgba[i * 4 + 1] as number) / 255
    const b = (pixels.rgba[i * 4 + 2] as number) / 255
    if (colour === 'y') values[i] = lumaOf(r, g, b)
    else {
      values[i] = r
      values[count + i] = g
      values[count * 2 + i] = b
    }
  }
  return { shape: [1, channels, pixels.heightPx, pixels.widthPx], values }
}

/** Moves the luma to another; the colour differences stay those that are there. */
function withLuma(large: Raster, luma: Float32Array, weight: number): void {
  const { rgba } = large
  for (let i = 0; i < luma.length; i++) {
    const at = i * 4
    const old = lumaOf(rgba[at] as number, rgba[at + 1] as number, rgba[at + 2] as number)
    const change = ((luma[i] as number) * 255 - old) * weight
    for (let c = 0; c < 3; c++) rgba[at + c] = (rgba[at + c] as number) + change
  }
}

function withColour(large: Raster, colour: Float32Array, weight: number): void {
  const { rgba } = large
  const count = large.widthPx * large.heightPx
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) {
      const old = rgba[i * 4 + c] as number
      rgba[i * 4 + c] = old + ((colour[c * count + i] as number) * 255 - old) * weight
    }
  }
}

function place(large: Raster, tile: Tile, scale: number, strip: Raster): void {
  const left = (tile.kept.x - tile.seen.x) * scale
  const top = (tile.kept.y - tile.seen.y) * scale
  const width = tile.kept.width * scale
  for (let y = 0; y < tile.kept.height * scale; y++) {
    const from = ((top + y) * large.widthPx + left) * 4
    const to = (y * strip.widthPx + tile.kept.x * scale) * 4
    strip.rgba.set(large.rgba.subarray(from, from + width * 4), to)
  }
}

import type { Box, PixelSource } from '../../../../pixels/pixels.ts'
import type { Plane, Raster } from '../../../../pixels/raster.ts'

const TILE_PX = 256

interface Tile {
  /** A pixel is one word. */
  readonly pixels: Uint32Array
  readonly painted: Uint8Array
}

/**
 * A picture with other pixels painted over it here and there. Only tiles that hold any take memory:
 * at most as much as the picture itself.
 */
export class PaintedTiles implements PixelSource {
  readonly widthPx: number
  readonly heightPx: number
  readonly #under: PixelSource
  readonly #tiles = new Map<number, Tile>()
  readonly #across: number

  constructor(under: PixelSource) {
    this.#under = under
    this.widthPx = under.widthPx
    this.heightPx = under.heightPx
    this.#across = Math.ceil(under.widthPx / TILE_PX)
  }

  read(box: Box): Raster {
    const result = this.#under.read(box)
    const words = wordsOf(result)
    this.#each(box, null, (tile, from, at) => {
      if (tile.painted[from] !== 0) words[at] = tile.pixels[from] as number
    })
    return result
  }

  /** Paints those pixels of a box that a mask marks. */
  paint(box: Box, pixels: Raster, mask: Plane): void {
    const words = wordsOf(pixels)
    this.#each(box, mask, (tile, to, at) => {
      tile.pixels[to] = words[at] as number
      tile.painted[to] = 1
    })
  }

  /** Takes the paint away where a mask marks it. */
  giveBack(box: Box, mask: Plane): void {
    this.#each(box, null, (tile, to, at) => {
      if (mask.values[at] !== 0) tile.painted[to] = 0
    })
  }

  /** Visits the pixels of a box: all in tiles there are, or those of a mask, whose tiles are made. */
  #each(box: Box, mask: Plane | null, visit: (tile: Tile, inTile: number, at: number) => void) {
    for (let top = Math.floor(box.y / TILE_PX); top * TILE_PX < box.y + box.height; top++) {
      for (let left = Math.floor(box.x / TILE_PX); left * TILE_PX < box.x + box.width; left++) {
        const key = top * this.#across + left
        let tile = this.#tiles.get(key)
        if (tile === undefined && mask === null) continue
        for (let y = Math.max(box.y, top * TILE_PX); y < bottomOf(box, top); y++) {
          for (let x = Math.max(box.x, left * TILE_PX); x < rightOf(box, left); x++) {
            const at = (y - box.y) * box.width + x - box.x
            if (mask !== null && mask.values[at] === 0) continue
            tile ??= this.#make(key)
            visit(tile, (y % TILE_PX) * TILE_PX + (x % TILE_PX), at)
          }
        }
      }
    }
  }

  #make(key: number): Tile {
    const count = TILE_PX * TILE_PX
    const tile = { pixels: new Uint32Array(count), painted: new Uint8Array(count) }
    this.#tiles.set(key, tile)
    return tile
  }
}

const wordsOf = ({ rgba }: Raster) => new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4)

const bottomOf = (box: Box, tile: number) => Math.min(box.y + box.height, (tile + 1) * TILE_PX)
const rightOf = (box: Box, tile: number) => Math.min(box.x + box.width, (tile + 1) * TILE_PX)

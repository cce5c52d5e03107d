import type { PackingKernels } from '#core/formats/image-rows.ts'
import { createPicturePng } from '#core/formats/png/writer.ts'
import type { RowWriter } from '#core/formats/sink.ts'
import type { PixelSink } from '#core/pixels/pixels.ts'
import type { Raster } from '#core/pixels/raster.ts'

/** A picture's file. */
export interface PictureFile {
  readonly blob: Blob
  readonly mediaType: 'image/jpeg' | 'image/png'
}

/** Strips that wait to be packed: while it is drawn faster, drawing waits. */
const WAITING = 4

/**
 * A result that becomes a PNG while it is drawn, on another thread where there is one: it lies
 * nowhere whole, and none of its colours go through a canvas, which rounds those of a soft edge.
 */
export class PackedPng implements PixelSink {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = []
  readonly #writer: Promise<RowWriter>
  #packed: Promise<void>
  /** The packing of each strip that waits, oldest first. */
  readonly #waiting: Promise<void>[] = []
  /** Memory of strips that are packed, for the next ones. */
  readonly #spare: Uint8ClampedArray[] = []

  constructor(
    size: { readonly widthPx: number; readonly heightPx: number },
    packing: PackingKernels,
  ) {
    const write = (bytes: Uint8Array<ArrayBuffer>) => void this.#pieces.push(bytes)
    this.#writer = createPicturePng({ ...size, samples: 4 }, packing, { write })
    this.#packed = this.#writer.then(() => undefined)
  }

  write: PixelSink['write'] = async (_topPx, strip) => {
    const pixels = this.#copyOf(strip)
    this.#packed = this.#packed.then(async () => {
      const writer = await this.#writer
      await writer.writeRows(pixels, strip.heightPx)
      this.#spare.push(pixels)
    })
    // What fails while nobody waits for it is thrown when somebody does.
    this.#packed.catch(() => undefined)
    this.#waiting.push(this.#packed)
    if (this.#waiting.length > WAITING) await this.#waiting.shift()
  }

  #copyOf({ rgba }: Raster): Uint8ClampedArray {
    const spare = this.#spare.pop()
    const copy = spare?.length === rgba.length ? spare : new Uint8ClampedArray(rgba.length)
    copy.set(rgba)
    return copy
  }

  /** @throws StampaError `cancelled` */
  async encoded(): Promise<PictureFile> {
    await this.#packed
    const writer = await this.#writer
    await writer.finish()
    const mediaType = 'image/png'
    return { blob: new Blob(this.#pieces, { type: mediaType }), mediaType }
  }
}

import type { PackingKernels } from '#core/formats/image-rows.ts'
import { createPicturePng } from '#core/formats/png/writer.ts'
import type { RowWriter } from '#core/formats/sink.ts'
import type { PixelSink } from '#core/pixels/pixels.ts'

/** A picture's file. */
export interface PictureFile {
  readonly blob: Blob
  readonly mediaType: 'image/jpeg' | 'image/png'
}

/**
 * A result that becomes a PNG while it is drawn, on another thread where there is one: it lies
 * nowhere whole, and none of its colours go through a canvas, which rounds those of a soft edge.
 */
export class PackedPng implements PixelSink {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = []
  readonly #writer: Promise<RowWriter>
  #packed: Promise<void>

  constructor(
    size: { readonly widthPx: number; readonly heightPx: number },
    packing: PackingKernels,
  ) {
    const write = (bytes: Uint8Array<ArrayBuffer>) => void this.#pieces.push(bytes)
    this.#writer = createPicturePng({ ...size, samples: 4 }, packing, { write })
    this.#packed = this.#writer.then(() => undefined)
  }

  write: PixelSink['write'] = (_topPx, strip) => {
    const pixels = strip.rgba.slice()
    this.#packed = this.#packed.then(async () => {
      const writer = await this.#writer
      await writer.writeRows(pixels, strip.heightPx)
    })
    // What fails before the file is asked for is thrown then.
    this.#packed.catch(() => undefined)
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

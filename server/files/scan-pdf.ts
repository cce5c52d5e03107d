import {
  PDF_FRAME_BYTES_MAX,
  type PdfPage,
  pdfFrame,
  readPdfImageBytes,
  readPdfPage,
} from '#core/formats/pdf/frame.ts'
import { limits } from '#core/limits.ts'
import { PictureRows } from './picture-rows.ts'
import { refusedFile } from './refuse-file.ts'

const FILTER_BYTE = 1
const CHANNELS = 3

/**
 * Reads a PDF print file once, in pieces. Only what our own writer makes is taken: everything but
 * the pixels must be, byte for byte, what it writes for the page that the file describes, so there
 * is no room for scripts, forms or a second page.
 * @throws StampaError `file-refused`
 */
export async function scanPdf(pieces: AsyncIterable<Uint8Array>): Promise<PdfPage> {
  const scan = new FrameScan()
  try {
    for await (const piece of pieces) await scan.take(piece)
    return await scan.finish()
  } finally {
    scan.close()
  }
}

class FrameScan {
  /** Not yet judged: the head until it is whole, then what may be the tail. */
  #held: Uint8Array = new Uint8Array(0)
  #begun: { page: PdfPage; tail: (imageBytes: number) => Uint8Array; rows: PictureRows } | null =
    null
  #imageBytes = 0

  async take(piece: Uint8Array): Promise<void> {
    this.#held = Buffer.concat([this.#held, piece])
    if (this.#held.length < PDF_FRAME_BYTES_MAX) return
    this.#begin()
    await this.#pixels(this.#held.length - PDF_FRAME_BYTES_MAX)
  }

  async finish(): Promise<PdfPage> {
    const { page, tail, rows } = this.#begin()
    const imageBytes = readPdfImageBytes(this.#held)
    if (imageBytes === null || imageBytes < this.#imageBytes) throw refusedFile('no trailer')
    const rest = imageBytes - this.#imageBytes
    if (!Buffer.from(tail(imageBytes)).equals(this.#held.subarray(rest))) {
      throw refusedFile('another trailer than its pages have')
    }
    await this.#pixels(rest)
    await rows.finish()
    return page
  }

  close(): void {
    this.#begun?.rows.close()
  }

  #begin() {
    if (this.#begun !== null) return this.#begun
    const page = readPdfPage(this.#held)
    if (page === null) throw refusedFile('no print file of ours')
    const { head, tail } = pdfFrame(page)
    if (!Buffer.from(head).equals(this.#held.subarray(0, head.length))) {
      throw refusedFile('another head than its page has')
    }
    const { widthPx, heightPx } = page
    const most = limits.printSidePxMax
    if (widthPx === 0 || heightPx === 0 || widthPx > most || heightPx > most) {
      throw refusedFile('a side that no print has')
    }
    this.#held = this.#held.subarray(head.length)
    const rowBytes = widthPx * CHANNELS + FILTER_BYTE
    const rows = new PictureRows([{ rowBytes, rows: heightPx }])
    this.#begun = { page, tail, rows }
    return this.#begun
  }

  async #pixels(count: number): Promise<void> {
    if (count <= 0) return
    const pixels = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(pixels.length)
    this.#imageBytes += pixels.length
    await this.#begun?.rows.write(pixels)
  }
}

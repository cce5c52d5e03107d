import { createInflate, type Inflate } from 'node:zlib'
import { refusedFile } from './refuse-file.ts'

/** Row filters of PNG and of PDF's predictor 15 (ISO/IEC 15948, clause 9). */
const FILTER_MAX = 4

/** Rows of one length, each behind its filter. */
export interface RowsOfLength {
  readonly rowBytes: number
  readonly rows: number
}

/**
 * Unpacks the compressed rows of a picture to see that they are all there, and keeps none. It stops
 * at the first byte too many, so a small file cannot unpack without bounds; zlib works off the
 * event loop.
 */
export class PictureRows {
  readonly #inflate: Inflate = createInflate({ chunkSize: 1 << 18 })
  /** A write that fails is not called back. */
  readonly #closed: Promise<void>
  readonly #passes: readonly RowsOfLength[]
  readonly #expectedBytes: number
  #pass = 0
  #row = 0
  /** Where the next row's filter stands. */
  #filterAt = 0
  #unpackedBytes = 0
  #fault: Error | null = null
  #ended = false

  /** @param passes one after the other; a picture that is not interlaced is one */
  constructor(passes: readonly RowsOfLength[]) {
    this.#passes = passes
    this.#expectedBytes = passes.reduce((sum, { rowBytes, rows }) => sum + rowBytes * rows, 0)
    this.#closed = new Promise((resolve) => this.#inflate.on('close', resolve))
    this.#inflate.on('data', (piece: Buffer) => this.#take(piece))
    this.#inflate.on('error', (error) => {
      this.#fault ??= refusedFile(`its pixels do not unpack: ${error.message}`)
    })
    this.#inflate.on('end', () => {
      this.#ended = true
    })
  }

  /** @throws StampaError `file-refused` */
  async write(compressed: Uint8Array): Promise<void> {
    if (compressed.length === 0) return
    this.#check()
    if (this.#ended) throw refusedFile('bytes behind its pixels')
    const written = new Promise<void>((resolve) => {
      this.#inflate.write(compressed, () => resolve())
    })
    await Promise.race([written, this.#closed])
    this.#check()
  }

  /** @throws StampaError `file-refused` where rows are missing, broken or too many */
  async finish(): Promise<void> {
    this.#check()
    if (this.#ended) throw refusedFile('bytes behind its pixels')
    this.#inflate.end()
    await this.#closed
    this.#check()
    if (this.#unpackedBytes !== this.#expectedBytes) throw refusedFile('rows are missing')
  }

  /** Gives zlib's memory back; nothing can be written afterwards. */
  close(): void {
    this.#inflate.destroy()
  }

  #take(piece: Buffer): void {
    const start = this.#unpackedBytes
    this.#unpackedBytes += piece.length
    if (this.#unpackedBytes > this.#expectedBytes) {
      this.#fault ??= refusedFile('more rows than it says')
      this.#inflate.destroy()
      return
    }
    while (this.#filterAt < this.#unpackedBytes) {
      const filter = piece[this.#filterAt - start] ?? 0
      if (filter > FILTER_MAX) this.#fault ??= refusedFile('an unknown row filter')
      this.#nextRow()
    }
  }

  #nextRow(): void {
    const pass = this.#passes[this.#pass]
    this.#filterAt += pass?.rowBytes ?? Number.POSITIVE_INFINITY
    this.#row += 1
    if (pass !== undefined && this.#row < pass.rows) return
    this.#pass += 1
    this.#row = 0
  }

  #check(): void {
    if (this.#fault !== null) throw this.#fault
  }
}

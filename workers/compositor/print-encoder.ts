import { transfer, wrap } from 'comlink'
import { type Outcome, StampaError, unwrap } from '#core/errors.ts'
import type { PrintPage } from '#core/formats/print-page.ts'
import type { CanvasReader } from './canvas-reader.ts'
import type { EncodedPrint, PrintEncoderApi, PrintFormat } from './print-encoder-api.ts'

/** Bands that wait for the encoder or are in it, while the next is drawn. */
const BANDS_WAITING = 2

/**
 * Makes a print's bands into a file, in a worker of its own beside the one that draws. A fault of
 * the encoder is thrown by a later call.
 */
export class PrintEncoder {
  readonly #worker: Worker
  readonly #api: PrintEncoderApi
  readonly #died: Promise<never>
  readonly #opened: Promise<void>
  readonly #reader: CanvasReader
  #waiting: readonly Promise<void>[] = []
  #hasAnswered = false

  /**
   * @param name of the file in the origin's private file system
   * @param reader of the bands' pixels; it gets the memory of those back that are in the file
   */
  constructor(name: string, format: PrintFormat, page: PrintPage, reader: CanvasReader) {
    this.#reader = reader
    this.#worker = new Worker(new URL('./print-encoder.worker.ts', import.meta.url), {
      type: 'module',
      name: 'print-encoder',
    })
    this.#died = new Promise<never>((_, reject) => {
      this.#worker.addEventListener('error', ({ message }) => {
        const code = this.#hasAnswered ? 'worker-died' : 'script-failed'
        reject(new StampaError(code, { cause: message }))
      })
    })
    this.#died.catch(() => undefined)
    this.#api = wrap<PrintEncoderApi>(this.#worker)
    this.#opened = this.#answered(this.#api.open(name, format, page))
    this.#opened.catch(() => undefined)
  }

  /**
   * Hands rows over; waits while too many are waiting already.
   * @param pixels as the reader gave them; they are moved away
   * @throws StampaError `storage-full`, `script-failed`, `worker-died`
   */
  async write(pixels: Uint8ClampedArray<ArrayBuffer>, rows: number): Promise<void> {
    await this.#opened
    const [oldest] = this.#waiting
    if (oldest !== undefined && this.#waiting.length >= BANDS_WAITING) {
      await oldest
      this.#waiting = this.#waiting.slice(1)
    }
    const moved = transfer(pixels, [pixels.buffer])
    const written = this.#answered(this.#api.write(moved, rows, this.#reader.order)).then((used) =>
      this.#reader.reuse(used),
    )
    written.catch(() => undefined)
    this.#waiting = [...this.#waiting, written]
  }

  /** Ends the file. @throws as {@link write}; RangeError's fault where rows are missing */
  async finish(): Promise<EncodedPrint> {
    await Promise.all(this.#waiting)
    return this.#answered(this.#api.finish())
  }

  /** Removes what was written, as far as the worker lives. */
  async discard(): Promise<void> {
    await this.#answered(this.#api.discard()).catch(() => undefined)
  }

  /** Ends the worker and gives its memory back. */
  close(): void {
    this.#worker.terminate()
  }

  async #answered<T>(call: Promise<Outcome<T>>): Promise<T> {
    const outcome = await Promise.race([call, this.#died])
    this.#hasAnswered = true
    return unwrap(outcome)
  }
}

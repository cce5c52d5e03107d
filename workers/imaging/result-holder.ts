import type { PackingKernels } from '#core/formats/image-rows.ts'
import { isLargeResult } from '#core/imaging/large-result.ts'
import type { PixelSink } from '#core/pixels/pixels.ts'
import { StoredLargeResult } from '../pixels/large-result.ts'
import { ResultPicture } from '../pixels/result-picture.ts'

/** One result, opened by the tool and closed whatever happens. */
export class ResultHolder {
  readonly #packing: PackingKernels
  #result: ResultPicture | StoredLargeResult | null = null

  constructor(packing: PackingKernels) {
    this.#packing = packing
  }

  readonly open = (widthPx: number, heightPx: number): PixelSink => {
    this.#result = isLargeResult(widthPx, heightPx)
      ? new StoredLargeResult(widthPx, heightPx)
      : new ResultPicture(widthPx, heightPx, this.#packing)
    return this.#result
  }

  get result(): ResultPicture | StoredLargeResult {
    if (this.#result === null) throw new Error('the tool made no result')
    return this.#result
  }

  close(): void {
    this.#result?.close()
  }
}

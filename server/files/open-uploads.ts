import { statfs } from 'node:fs/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { limits } from '#core/limits.ts'
import { refuseUpload } from './refuse-file.ts'

/** An upload that is not yet stored. */
export interface OpenUpload {
  readonly customerId: string
  readonly bytes: number
}

/** Who uploads, and from where. */
export interface Uploader {
  readonly customerId: string
  readonly address: string
}

const DAY_SECONDS = 86_400

interface Bounds {
  readonly folder: string
  /** Bytes of the disk that uploads leave to the database and its orders. */
  readonly keepFreeBytes: number
  /** Multiplies the limits, as it does those on calls. */
  readonly rateFactor: number
}

/** The uploads under way, in the order they began, and what one customer or address may take. */
export class OpenUploads {
  readonly #uploads = new Map<string, OpenUpload>()
  readonly #bounds: Bounds
  readonly #daily: readonly { readonly by: keyof Uploader; readonly limiter: RateLimiterMemory }[]

  constructor(bounds: Bounds) {
    this.#bounds = bounds
    const daily = (by: keyof Uploader, bytes: number) => {
      const points = Math.round(bytes * bounds.rateFactor)
      return { by, limiter: new RateLimiterMemory({ points, duration: DAY_SECONDS }) }
    }
    this.#daily = [
      daily('customerId', limits.uploadDayBytesMax),
      daily('address', limits.uploadAddressDayBytesMax),
    ]
  }

  get ids(): readonly string[] {
    return [...this.#uploads.keys()]
  }

  isOf(id: string, customerId: string): boolean {
    return this.#uploads.get(id)?.customerId === customerId
  }

  add(id: string, upload: OpenUpload): void {
    this.#uploads.set(id, upload)
  }

  delete(id: string): void {
    this.#uploads.delete(id)
  }

  /** Uploads of a customer that must go before another may begin: the oldest ones. */
  tooMany(customerId: string): readonly string[] {
    const own = this.ids.filter((id) => this.isOf(id, customerId))
    return own.slice(0, Math.max(0, own.length + 1 - limits.uploadsOpenMax))
  }

  /** @throws a refusal where this much more would be too much for the day or the disk */
  async admit(uploader: Uploader, bytes: number): Promise<void> {
    await this.checkSpace(bytes)
    for (const { by, limiter } of this.#daily) {
      const counted = await limiter.get(uploader[by])
      if ((counted?.consumedPoints ?? 0) + bytes > limiter.points) {
        throw refuseUpload(429, 'too-many-calls')
      }
    }
    for (const { by, limiter } of this.#daily) await limiter.consume(uploader[by], bytes)
  }

  /** @throws a refusal where so many bytes would leave too little of the disk */
  async checkSpace(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#bounds.folder)
    if (bavail * bsize - bytes < this.#bounds.keepFreeBytes) throw refuseUpload(507, 'storage-full')
  }
}

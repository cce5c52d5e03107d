import { statfs } from 'node:fs/promises'
import type { UploadPurpose } from '#core/contract/uploads.ts'
import { limits } from '#core/limits.ts'
import { UPLOAD_UNIT_BYTES, uploadLimits } from '../calls/rate-limits.ts'
import type { Rates } from '../calls/rates.ts'
import { Refused } from '../calls/refused.ts'
import { refuseUpload } from './refuse-file.ts'

/** An upload that is not yet stored. */
export interface OpenUpload {
  readonly customerId: string
  readonly bytes: number
  readonly purpose: UploadPurpose | undefined
}

/** Who uploads, and from where. */
export interface Uploader {
  readonly customerId: string
  readonly address: string
  /** Whether nobody on the way reads what is sent. */
  readonly encrypted: boolean
}

interface Bounds {
  readonly folder: string
  /** Bytes of the disk that uploads leave to the database and its orders. */
  readonly keepFreeBytes: number
  readonly rates: Rates
}

/** The uploads under way, in the order they began, and what one customer or address may take. */
export class OpenUploads {
  readonly #uploads = new Map<string, OpenUpload>()
  readonly #bounds: Bounds

  constructor(bounds: Bounds) {
    this.#bounds = bounds
  }

  get ids(): readonly string[] {
    return [...this.#uploads.keys()]
  }

  has(id: string): boolean {
    return this.#uploads.has(id)
  }

  isOf(id: string, customerId: string): boolean {
    return this.#uploads.get(id)?.customerId === customerId
  }

  /** Whether it is a photo that a tool is to work on. */
  isImaging(id: string): boolean {
    return this.#uploads.get(id)?.purpose === 'imaging'
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
  async admit(
    { customerId, address }: Pick<Uploader, 'customerId' | 'address'>,
    bytes: number,
  ): Promise<void> {
    await this.checkSpace(bytes)
    const amount = Math.ceil(bytes / UPLOAD_UNIT_BYTES)
    const who = { customer: customerId, address }
    await this.#bounds.rates.spend('upload', uploadLimits, who, amount).catch((thrown: unknown) => {
      throw thrown instanceof Refused ? refuseUpload(429, 'too-many-calls') : thrown
    })
  }

  /** @throws a refusal where so many bytes would leave too little of the disk */
  async checkSpace(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#bounds.folder)
    if (bavail * bsize - bytes < this.#bounds.keepFreeBytes) throw refuseUpload(507, 'storage-full')
  }
}

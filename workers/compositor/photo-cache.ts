import { ByteLru } from '#core/cache/byte-lru.ts'
import type { PhotoRef } from '#core/design/document.ts'
import { type Fault, faultOf } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import type { PhotoPicture } from '#core/render/assets.ts'
import type { PhotoNeed } from '#core/render/needs.ts'
import { decodePicture } from '../pixels/decode-picture.ts'
import { type DecodedPhoto, wholePhoto } from './decoded-photo.ts'
import { LentPhotos } from './lent-photos.ts'

/** Where photos come from. */
export interface PhotoSource {
  get(hash: string): Promise<Blob>
}

export type DecodePhoto = (file: Blob, widthPx: number, heightPx: number) => Promise<ImageBitmap>

const bytesOf = (picture: PhotoPicture): number => picture.widthPx * picture.heightPx * 4

/**
 * Photos decoded for the stage, at the half, quarter, eighth... of their size that is just large
 * enough. The least recently drawn are closed when the budget is spent.
 */
export class PhotoCache {
  /** Photos that are in no store; they are drawn as they were lent. */
  readonly lent = new LentPhotos()
  readonly #source: PhotoSource
  readonly #decode: DecodePhoto
  readonly #pictures: ByteLru<string, DecodedPhoto>
  readonly #loading = new Map<string, Promise<void>>()
  readonly #faults = new Map<string, Fault>()
  /** Grows with each `forget`, so that a load that began before it is not kept. */
  #edition = 0

  constructor(source: PhotoSource, decode: DecodePhoto = decodePhoto, budgetBytes = 96 << 20) {
    this.#source = source
    this.#decode = decode
    this.#pictures = new ByteLru({ budgetBytes, release: ({ image }) => image.close() })
  }

  get bytes(): number {
    return this.#pictures.bytes
  }

  /** The best picture at hand: just large enough, else the largest there is. */
  picture(photo: PhotoRef, wantedWidthPx: number): DecodedPhoto | null {
    const lent = this.lent.picture(photo.hash)
    if (lent !== null) return lent
    const wanted = levelWidth(photo, wantedWidthPx)
    let best: DecodedPhoto | null = null
    for (const picture of this.#of(photo.hash)) {
      if (best === null || isBetter(picture.widthPx, best.widthPx, wanted)) best = picture
    }
    return best === null ? null : (this.#pictures.get(keyOf(photo.hash, best.widthPx)) ?? null)
  }

  /** Why a photo cannot be drawn, or null. */
  fault(hash: string): Fault | null {
    return this.#faults.get(hash) ?? null
  }

  /** Needs that are not at hand at their size. */
  lacking(needs: readonly PhotoNeed[]): readonly PhotoNeed[] {
    return needs.filter(({ photo, widthPx }) => {
      if (this.lent.picture(photo.hash) !== null) return false
      const key = keyOf(photo.hash, levelWidth(photo, widthPx))
      return !this.#pictures.has(key) && !this.#faults.has(photo.hash)
    })
  }

  /** Decodes what is lacking, one after the other. What fails is told by {@link fault}. */
  async load(needs: readonly PhotoNeed[]): Promise<void> {
    for (const need of this.lacking(needs)) await this.#loadOne(need)
  }

  forget(hashes: readonly string[]): void {
    this.#edition += 1
    for (const hash of hashes) {
      this.#faults.delete(hash)
      for (const picture of this.#of(hash)) this.#pictures.delete(keyOf(hash, picture.widthPx))
    }
  }

  /** Gives back every bitmap. */
  clear(): void {
    this.#edition += 1
    this.#pictures.clear()
  }

  #loadOne({ photo, widthPx }: PhotoNeed): Promise<void> {
    const width = levelWidth(photo, widthPx)
    const key = keyOf(photo.hash, width)
    const running = this.#loading.get(key)
    if (running !== undefined) return running
    const loading = this.#fetch(photo, width, key).finally(() => this.#loading.delete(key))
    this.#loading.set(key, loading)
    return loading
  }

  async #fetch(photo: PhotoRef, width: number, key: string): Promise<void> {
    const edition = this.#edition
    try {
      const file = await this.#source.get(photo.hash)
      const height = Math.max(1, Math.round((photo.heightPx * width) / photo.widthPx))
      const image = await this.#decode(file, width, height)
      if (edition !== this.#edition) {
        image.close()
        return
      }
      const picture = wholePhoto(image)
      this.#pictures.set(key, picture, bytesOf(picture))
    } catch (thrown) {
      if (edition === this.#edition) this.#faults.set(photo.hash, faultOf(thrown))
    }
  }

  #of(hash: string): readonly DecodedPhoto[] {
    return [...this.#pictures.entries()].flatMap(([key, picture]) =>
      key.startsWith(`${hash}@`) ? [picture] : [],
    )
  }
}

const keyOf = (hash: string, widthPx: number): string => `${hash}@${widthPx}`

/**
 * The photo's width, halved as long as it stays at least as wide as wanted, and until it has no more
 * pixels than a photo is worked on at.
 */
export function levelWidth(photo: PhotoRef, wantedWidthPx: number): number {
  let width = photo.widthPx
  const tooLarge = () => width * ((width * photo.heightPx) / photo.widthPx) > limits.workingPxMax
  while ((width / 2 >= wantedWidthPx || tooLarge()) && width >= 64) width /= 2
  return Math.round(width)
}

function isBetter(width: number, best: number, wanted: number): boolean {
  if (best >= wanted) return width >= wanted && width < best
  return width > best
}

const decodePhoto: DecodePhoto = (file, widthPx, heightPx) =>
  decodePicture(file, { resizeWidth: widthPx, resizeHeight: heightPx, resizeQuality: 'high' })

import { StampaError } from '#core/errors.ts'
import { mediaTypeOf, sniffFormat } from '#core/formats/sniff.ts'
import { sha256Hex } from '../sha256.ts'
import type { BlobStore } from './blob-store.ts'
import { openIndexedBlobStore } from './indexed-blob-store.ts'
import { openPrivateBlobStore } from './private-blob-store.ts'

const hashForm = /^[0-9a-f]{64}$/

/**
 * The customer's photos on their own device, named by the SHA-256 of their bytes. They lie in the
 * origin's private file system; where a browser has none (some private windows), in IndexedDB,
 * which such a window forgets when it closes. Safe to use from several workers and tabs at once.
 */
export class PhotoStore {
  readonly #blobs: Promise<BlobStore>

  constructor(blobs: Promise<BlobStore> = openBlobStore()) {
    this.#blobs = blobs
    // Each call tells of the failure itself.
    blobs.catch(() => undefined)
  }

  /**
   * Stores bytes, once however often they are put.
   * @returns their hash
   * @throws StampaError `storage-full`, `storage-unavailable`
   */
  async put(content: Blob | Uint8Array<ArrayBuffer>): Promise<string> {
    const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content
    const hash = await sha256Hex(bytes)
    const blobs = await this.#blobs
    await holding(hash, async () => {
      if ((await blobs.read(hash))?.size !== bytes.length) await blobs.write(hash, bytes)
    })
    return hash
  }

  /**
   * The stored bytes as a file on the device, not read into memory.
   * @throws StampaError `photo-missing`, `storage-unavailable`
   */
  async get(hash: string): Promise<Blob> {
    const stored = hashForm.test(hash) ? await (await this.#blobs).read(hash) : null
    if (stored === null) throw new StampaError('photo-missing', { cause: hash })
    const format = sniffFormat(new Uint8Array(await stored.slice(0, 8).arrayBuffer()))
    return format === null ? stored : stored.slice(0, stored.size, mediaTypeOf(format))
  }

  async has(hash: string): Promise<boolean> {
    return hashForm.test(hash) && (await (await this.#blobs).read(hash)) !== null
  }

  /** Forgets one photo; nothing happens where there is none. */
  async remove(hash: string): Promise<void> {
    const blobs = await this.#blobs
    if (hashForm.test(hash)) await holding(hash, () => blobs.remove(hash))
  }

  /** Hashes of all that is stored, half written leftovers among them. */
  async list(): Promise<readonly string[]> {
    return (await (await this.#blobs).list()).filter((name) => hashForm.test(name))
  }
}

async function openBlobStore(): Promise<BlobStore> {
  try {
    return await openPrivateBlobStore()
  } catch (noPrivateFiles) {
    try {
      return await openIndexedBlobStore()
    } catch {
      throw new StampaError('storage-unavailable', { cause: noPrivateFiles })
    }
  }
}

/** One writer of a hash at a time, over all workers and tabs of the origin. */
function holding<T>(hash: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks === undefined
    ? work()
    : navigator.locks.request(`stampa-photo-${hash}`, work)
}

import { StampaError } from '#core/errors.ts'
import { mediaTypeOf, sniffFormat } from '#core/intake/sniff.ts'
import { openIndexedShelf } from './indexed-shelf.ts'
import { openPrivateShelf } from './private-shelf.ts'
import type { Shelf } from './shelf.ts'

const hashForm = /^[0-9a-f]{64}$/

/**
 * The customer's photos on their own device, named by the SHA-256 of their bytes. They lie in the
 * origin's private file system; where a browser has none (some private windows), in IndexedDB,
 * which such a window forgets when it closes. Safe to use from several workers and tabs at once.
 */
export class PhotoStore {
  readonly #shelf: Promise<Shelf>

  constructor(shelf: Promise<Shelf> = openShelf()) {
    this.#shelf = shelf
    // Each call tells of the failure itself.
    shelf.catch(() => undefined)
  }

  /**
   * Stores bytes, once however often they are put.
   * @returns their hash
   * @throws StampaError `storage-full`, `storage-unavailable`
   */
  async put(content: Blob | Uint8Array<ArrayBuffer>): Promise<string> {
    const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content
    const hash = await sha256(bytes)
    const shelf = await this.#shelf
    await holding(hash, async () => {
      if ((await shelf.read(hash))?.size !== bytes.length) await shelf.write(hash, bytes)
    })
    return hash
  }

  /**
   * The stored bytes as a file on the device, not read into memory.
   * @throws StampaError `photo-missing`, `storage-unavailable`
   */
  async get(hash: string): Promise<Blob> {
    const stored = hashForm.test(hash) ? await (await this.#shelf).read(hash) : null
    if (stored === null) throw new StampaError('photo-missing', { cause: hash })
    const format = sniffFormat(new Uint8Array(await stored.slice(0, 8).arrayBuffer()))
    return format === null ? stored : stored.slice(0, stored.size, mediaTypeOf(format))
  }

  async has(hash: string): Promise<boolean> {
    return hashForm.test(hash) && (await (await this.#shelf).read(hash)) !== null
  }

  /** Forgets one photo; nothing happens where there is none. */
  async remove(hash: string): Promise<void> {
    const shelf = await this.#shelf
    if (hashForm.test(hash)) await holding(hash, () => shelf.remove(hash))
  }

  /** Hashes of all that is stored, half written leftovers among them. */
  async list(): Promise<readonly string[]> {
    return (await (await this.#shelf).list()).filter((name) => hashForm.test(name))
  }
}

/** SHA-256 as 64 lower case hexadecimal digits. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function openShelf(): Promise<Shelf> {
  try {
    return await openPrivateShelf()
  } catch (noPrivateFiles) {
    try {
      return await openIndexedShelf()
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

import { expose } from 'comlink'
import { faultOf } from '#core/errors.ts'
import { PhotoStore } from '#workers/photo-store/photo-store.ts'

/** The photo store as a worker uses it, with pictures that are only numbers. */
const store = new PhotoStore()

const noise = (seed: number, byteCount: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(byteCount)
  for (let at = 0; at < byteCount; at++) bytes[at] = (at * 31 + seed * 17 + (at >> 8)) & 255
  return bytes
}

const storeHarness = {
  put: async (seed: number, byteCount: number): Promise<string> => {
    try {
      return await store.put(noise(seed, byteCount))
    } catch (thrown) {
      return faultOf(thrown).code
    }
  },
  /** The stored bytes' number, or -1 where they are not what was put. */
  check: async (hash: string, seed: number): Promise<number> => {
    const bytes = new Uint8Array(await (await store.get(hash)).arrayBuffer())
    const wanted = noise(seed, bytes.length)
    return bytes.every((byte, at) => byte === wanted[at]) ? bytes.length : -1
  },
  has: (hash: string) => store.has(hash),
  remove: (hash: string) => store.remove(hash),
  list: () => store.list(),
  /** A crash while writing leaves this. */
  leaveHalf: async (hash: string, name: string): Promise<void> => {
    const root = await navigator.storage.getDirectory()
    const photos = await root.getDirectoryHandle('photos', { create: true })
    const folder = await photos.getDirectoryHandle(hash, { create: true })
    const file = await folder.getFileHandle(name, { create: true })
    const writable = await file.createWritable()
    await writable.write(new Uint8Array(10))
    await writable.close()
  },
}

export type StoreHarness = typeof storeHarness

expose(storeHarness)

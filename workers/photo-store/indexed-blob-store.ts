import { openDB } from 'idb'
import type { BlobStore } from './blob-store.ts'
import { storageFault } from './storage-fault.ts'

const databaseName = 'stampa-photos'

/**
 * Photos in IndexedDB, for browsers without a private file system.
 * @throws where the browser has no IndexedDB either
 */
export async function openIndexedBlobStore(): Promise<BlobStore> {
  const database = await openDB(databaseName, 1, {
    upgrade: (fresh) => void fresh.createObjectStore('photos'),
  })
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (thrown) {
      throw storageFault(thrown)
    }
  }
  return {
    write: (hash, bytes) =>
      guarded(async () => {
        await database.put('photos', new Blob([bytes]), hash)
      }),
    read: (hash) =>
      guarded(async () => {
        const stored: unknown = await database.get('photos', hash)
        return stored instanceof Blob ? stored : null
      }),
    remove: (hash) => guarded(() => database.delete('photos', hash)),
    list: () => guarded(async () => (await database.getAllKeys('photos')).map(String)),
  }
}

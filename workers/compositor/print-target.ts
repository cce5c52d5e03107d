import { StampaError } from '#core/errors.ts'
import type { PrintTarget } from './print-file.ts'

const FOLDER = 'prints'
/** Earlier print files that are left: one may still be on its way to the station. */
const KEPT = 2

/**
 * A file in the origin's private file system, so that it never lies in memory; where a browser has
 * none, a blob made of parts, which browsers keep on disk when it grows.
 */
export const openPrintTarget = (name: string): Promise<PrintTarget> =>
  openPrivateTarget(name).catch(() => openBlobTarget())

async function openPrivateTarget(name: string): Promise<PrintTarget> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(FOLDER, { create: true })
  await removeOld(folder)
  const handle = await folder.getFileHandle(name, { create: true })
  const access = await handle.createSyncAccessHandle()
  access.truncate(0)
  let at = 0
  return {
    write(bytes) {
      try {
        if (access.write(bytes, { at }) !== bytes.length) throw new Error('short write')
        at += bytes.length
      } catch (thrown) {
        throw new StampaError('storage-full', { cause: thrown })
      }
    },
    async finish(mediaType) {
      access.flush()
      access.close()
      const file = await handle.getFile()
      return file.slice(0, file.size, mediaType)
    },
    async discard() {
      access.close()
      await folder.removeEntry(name)
    },
  }
}

/** Names begin with the time, so the oldest come first. */
async function removeOld(folder: FileSystemDirectoryHandle): Promise<void> {
  const names: string[] = []
  for await (const name of folder.keys()) names.push(name)
  for (const name of names.sort().slice(0, Math.max(0, names.length - KEPT))) {
    // One that another tab is writing stays.
    await folder.removeEntry(name).catch(() => undefined)
  }
}

function openBlobTarget(): PrintTarget {
  let parts: Blob[] = []
  return {
    write: (bytes) => void parts.push(new Blob([bytes])),
    finish: async (mediaType) => new Blob(parts, { type: mediaType }),
    discard: async () => {
      parts = []
    },
  }
}

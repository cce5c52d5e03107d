import { StampaError } from '#core/errors.ts'
import type { BlobStore } from './blob-store.ts'
import { isNotFound, storageFault } from './storage-fault.ts'

const partName = 'part'

/** A file that can be renamed; browsers have it for private files, TypeScript's types do not. */
interface Renamable {
  move(name: string): Promise<void>
}

/** Writing in place: workers have it, and older browsers have nothing else. */
interface DirectlyWritable {
  createSyncAccessHandle(): Promise<{
    write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number
    flush(): void
    close(): void
  }>
}

const canWriteDirectly = (file: object): file is DirectlyWritable =>
  'createSyncAccessHandle' in file

const canMove = (file: object): file is Renamable => 'move' in file

/**
 * The origin's private file system. Each photo has a folder named by its hash with one file in it
 * named by its size, so that a half file is known without reading it. It is written as `part` and
 * renamed, so that a crash leaves no half file under a good name.
 * @throws where the browser has no private file system
 */
export async function openPrivateBlobStore(): Promise<BlobStore> {
  const root = await navigator.storage.getDirectory()
  const photos = await root.getDirectoryHandle('photos', { create: true })
  return {
    write: (hash, bytes) => write(photos, hash, bytes),
    read: (hash) => read(photos, hash),
    remove: (hash) => removeFolder(photos, hash),
    list: async () => {
      const names: string[] = []
      for await (const name of photos.keys()) names.push(name)
      return names
    },
  }
}

async function read(photos: FileSystemDirectoryHandle, hash: string): Promise<File | null> {
  try {
    const folder = await photos.getDirectoryHandle(hash)
    for await (const [name, handle] of folder.entries()) {
      if (name === partName || handle.kind !== 'file') continue
      const file = await (handle as FileSystemFileHandle).getFile()
      if (file.size === Number(name)) return file
    }
    return null
  } catch (thrown) {
    if (isNotFound(thrown)) return null
    throw storageFault(thrown)
  }
}

async function write(
  photos: FileSystemDirectoryHandle,
  hash: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const whole = String(bytes.length)
  try {
    await removeFolder(photos, hash)
    const folder = await photos.getDirectoryHandle(hash, { create: true })
    const part = await folder.getFileHandle(partName, { create: true })
    const file = canMove(part) ? part : await folder.getFileHandle(whole, { create: true })
    await fill(file, bytes)
    if (canMove(file)) await file.move(whole)
    else await folder.removeEntry(partName)
  } catch (thrown) {
    await removeFolder(photos, hash).catch(() => undefined)
    throw storageFault(thrown)
  }
}

async function fill(file: FileSystemFileHandle, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const handle: object = file
  if (canWriteDirectly(handle)) return fillDirectly(handle, bytes)
  const stream = await file.createWritable()
  await stream.write(bytes)
  await stream.close()
}

async function fillDirectly(
  handle: DirectlyWritable,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const access = await handle.createSyncAccessHandle()
  try {
    const written = access.write(bytes, { at: 0 })
    if (written !== bytes.length) throw new StampaError('storage-full', { cause: 'short write' })
    access.flush()
  } finally {
    access.close()
  }
}

async function removeFolder(photos: FileSystemDirectoryHandle, hash: string): Promise<void> {
  try {
    await photos.removeEntry(hash, { recursive: true })
  } catch (thrown) {
    if (!isNotFound(thrown)) throw storageFault(thrown)
  }
}

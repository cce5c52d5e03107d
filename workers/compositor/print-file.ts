import { StampaError } from '#core/errors.ts'
import type { ByteSink } from '#core/formats/sink.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { Sha256 } from '#core/kernels/sha256.ts'
import { sha256Hex } from '../sha256.ts'
import type { EncodedPrint } from './print-encoder-api.ts'

const FOLDER = 'prints'
/** Earlier print files that are left: one may still be on its way to the station. */
const KEPT = 2
const PART_BYTES = 4 << 20
/** The browser's own hash takes a tenth of the time of ours, but wants all bytes at once. */
const HASHED_WHOLE_BYTES = 32 << 20
/** A file up to this size is kept until it is hashed; a larger one is read again. */
const KEPT_BYTES = 16 << 20

/** A file being written; it is hashed once it is whole. */
export interface PrintFileDraft extends ByteSink {
  finish(mediaType: string): Promise<EncodedPrint>
  /** Removes what was written. */
  discard(): Promise<void>
}

interface Target {
  write(bytes: Uint8Array<ArrayBuffer>): void
  finish(mediaType: string): Promise<Blob>
  discard(): Promise<void>
}

/**
 * A print file in the origin's private file system, so that it never lies in memory; where a
 * browser has none, in a blob made of parts, which browsers keep on disk when it grows.
 */
export async function openPrintFile(
  name: string,
  kernels: Pick<Kernels, 'sha256Blocks'>,
): Promise<PrintFileDraft> {
  const target = await openPrivateTarget(name).catch(() => openBlobTarget())
  // Memory that nothing was written to takes no room yet.
  let kept = new Uint8Array(KEPT_BYTES)
  let [filled, written, isWhole] = [0, 0, true]
  const flush = (): void => {
    target.write(kept.subarray(written, filled))
    written = filled
  }
  return {
    write(bytes) {
      for (let at = 0; at < bytes.length; ) {
        if (filled === kept.length) {
          flush()
          if (isWhole) kept = new Uint8Array(PART_BYTES)
          ;[filled, written, isWhole] = [0, 0, false]
        }
        const piece = bytes.subarray(at, at + Math.min(PART_BYTES, kept.length - filled))
        kept.set(piece, filled)
        filled += piece.length
        at += piece.length
        if (filled - written >= PART_BYTES) flush()
      }
    },
    async finish(mediaType) {
      // The browser hashes beside this thread, which writes what is left.
      const hashed = isWhole ? sha256Hex(kept.subarray(0, filled)) : null
      flush()
      const file = await target.finish(mediaType)
      return { file, sha256: await (hashed ?? hashOf(file, kernels)) }
    },
    discard: () => target.discard(),
  }
}

async function hashOf(file: Blob, kernels: Pick<Kernels, 'sha256Blocks'>): Promise<string> {
  if (file.size <= HASHED_WHOLE_BYTES) return await sha256Hex(await file.arrayBuffer())
  const hash = new Sha256(kernels)
  for (let at = 0; at < file.size; at += PART_BYTES) {
    hash.update(new Uint8Array(await file.slice(at, at + PART_BYTES).arrayBuffer()))
  }
  return hash.hex()
}

async function openPrivateTarget(name: string): Promise<Target> {
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

function openBlobTarget(): Target {
  let parts: Blob[] = []
  return {
    write: (bytes) => void parts.push(new Blob([bytes])),
    finish: async (mediaType) => new Blob(parts, { type: mediaType }),
    discard: async () => {
      parts = []
    },
  }
}

import type { ByteSink } from '#core/formats/sink.ts'
import type { Kernels } from '#core/kernels/kernels.ts'
import { Sha256 } from '#core/kernels/sha256.ts'
import { sha256Hex } from '../sha256.ts'
import type { EncodedPrint } from './print-encoder-api.ts'

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

/** Where a print file's parts go, one behind the other. */
export interface PrintTarget {
  write(bytes: Uint8Array<ArrayBuffer>): void
  finish(mediaType: string): Promise<Blob>
  discard(): Promise<void>
}

/** A print file that is written to a target in large parts. */
export function draftPrintFile(
  target: PrintTarget,
  kernels: Pick<Kernels, 'sha256Blocks'>,
): PrintFileDraft {
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

import { type ErrorCode, StampaError } from '#core/errors.ts'

/**
 * A file's bytes. A file can go away between the choice and the reading, as cloud photos do.
 * @throws StampaError the given refusal
 */
export async function readBytes(file: Blob, refusal: ErrorCode): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (cause) {
    throw new StampaError(refusal, { cause })
  }
}

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { forgetStored, readStored, storedKeys, writeStored } from '#src/storage/local-storage.ts'

const COUNT_PREFIX = 'HL_request_'
const countKey = (draftId: string): string => COUNT_PREFIX + draftId

/** How often a draft was ordered until now: asked when its order is begun, not when it is sent. */
export const placedTimes = (draftId: string): number => Number(readStored(countKey(draftId)) ?? '0')

/**
 * The idempotency key of a request: made of what is asked and of how often this draft was ordered
 * before. Two tabs, a double tap and a try after a lost answer make the same key; ordering the same
 * thing once more makes another. A UUID of version 8 (RFC 9562).
 * @param times {@link placedTimes} when the customer opened the order
 */
export function placementKey(draftId: string, times: number, request: object): string {
  const text = JSON.stringify([draftId, times, request])
  const bytes = sha256(utf8ToBytes(text)).slice(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytesToHex(bytes)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}

/** From now on the same request is a new order. */
export const countPlacement = (draftId: string): void =>
  writeStored(countKey(draftId), String(placedTimes(draftId) + 1))

/** SHA-256 of a small file, hexadecimal. */
export const sha256Of = async (file: Blob): Promise<string> =>
  bytesToHex(sha256(new Uint8Array(await file.arrayBuffer())))

/** What was ordered here is nobody else's business: the next customer's orders are new ones anyway. */
export function forgetPlacements(): void {
  for (const key of storedKeys()) if (key.startsWith(COUNT_PREFIX)) forgetStored(key)
}

import { storageKeyOf } from '#core/session/session.ts'
import { forgetStored, readStored, writeStored } from '#src/storage/local-storage.ts'

const KEY = storageKeyOf('device')
const CREDENTIAL = /^[\w-]{43}$/

/** What signs this device in by itself, or null. */
export function deviceCredential(): string | null {
  const kept = readStored(KEY)
  return kept !== null && CREDENTIAL.test(kept) ? kept : null
}

/** Keeps a new one; answers null where the browser keeps nothing. */
export function makeDeviceCredential(): string | null {
  const made = newCredential()
  writeStored(KEY, made)
  return readStored(KEY) === made ? made : null
}

/** It opens nothing any more: its account has a phone number, or was left. */
export const forgetDeviceCredential = (): void => forgetStored(KEY)

/** 256 random bits, base64url. */
function newCredential(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

import type { Login } from '#core/contract/entities/account.ts'
import { deviceLogin } from '#core/contract/services/accounts.ts'
import { fail, type Outcome, succeed } from '#core/errors.ts'
import { storageKeyOf } from '#core/session/session.ts'
import { readStored, writeStored } from '#src/storage/local-storage.ts'
import { call } from '../api/calls.ts'

const KEY = storageKeyOf('device')
const CREDENTIAL = /^[\w-]{43}$/

/**
 * Automatic login: this device's own account, opened when it is first asked for. Where the browser
 * keeps nothing the account would be lost with the page, so it is not opened.
 */
export async function signInByDevice(): Promise<Outcome<Login>> {
  const kept = readStored(KEY)
  const device = kept !== null && CREDENTIAL.test(kept) ? kept : newCredential()
  writeStored(KEY, device)
  if (readStored(KEY) !== device) return fail('storage-unavailable')
  const answer = await call(deviceLogin, { device })
  return answer.ok ? succeed(answer.value.value) : answer
}

/** 256 random bits, base64url. */
function newCredential(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

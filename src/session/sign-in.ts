import type { Login } from '#core/contract/entities/account.ts'
import { deviceLogin } from '#core/contract/services/accounts.ts'
import { fail, type Outcome, succeed } from '#core/errors.ts'
import { call } from '../api/calls.ts'
import { deviceCredential, makeDeviceCredential } from './device-credential.ts'
import { signInPlace } from './sign-in-place.ts'

/**
 * Automatic login: this device's own account, opened when it is first asked for. Where the browser
 * keeps nothing the account would be lost with the page, so it is not opened.
 */
export async function signInByDevice(): Promise<Outcome<Login>> {
  const device = deviceCredential() ?? makeDeviceCredential()
  if (device === null) return fail('storage-unavailable')
  const answer = await call(deviceLogin, { device, ...signInPlace() })
  return answer.ok ? succeed(answer.value.value) : answer
}

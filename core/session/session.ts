import type { LocaleCode } from '../locales.ts'
import { storedFields } from './stored-fields.ts'

/** A login holds less than so long from the time it was stored (specification, points 4 and 9). */
export const LOGIN_VALID_MS = 86_400_000

/** Where `name` is kept in a device's or a tab's storage: `HL_bindWx`, `HL_language` (specification, point 3). */
export const storageKeyOf = (
  name:
    | 'bindWx'
    | 'language'
    | 'lastLanguage'
    | 'machine'
    | 'claim'
    | 'device'
    | 'launchLanguage'
    | 'promotion'
    | 'staff'
    | 'wanted'
    | 'imaging_place',
): string => `HL_${name}`

/** What is kept of a login under `bindWx` (specification, point 3). */
export interface StoredLogin {
  readonly token: string
  readonly tokenHead: string
  readonly openid: string
  readonly phone: string
  readonly username: string
  readonly id: string
  /** When it was stored, by this device's clock. */
  readonly storedAtMs: number
}

/** A login as it lies in storage, or null where that is none. All but token and time may be missing. */
export function readStoredLogin(stored: string | null): StoredLogin | null {
  const kept = storedFields(stored)
  const [token, storedAtMs] = [kept.text('token'), kept.number('storedAtMs')]
  if (token === null || storedAtMs === null) return null
  const orEmpty = (name: keyof StoredLogin): string => kept.text(name) ?? ''
  return {
    token,
    tokenHead: orEmpty('tokenHead'),
    openid: orEmpty('openid'),
    phone: orEmpty('phone'),
    username: orEmpty('username'),
    id: orEmpty('id'),
    storedAtMs,
  }
}

/** What this device, the machine and the deployment know when the app is opened or shown. */
export interface LaunchSession {
  readonly login: Pick<StoredLogin, 'token' | 'storedAtMs'> | null
  /** Whether `User.verifyToken` refused the login's token since it was stored. */
  readonly tokenRefused: boolean
  /** Kept from the scan before. */
  readonly machineId: string | null
  /** The customer's own choice of language, as stored. */
  readonly storedLanguage: string | null
  /** What `MachineLanguage.getLanguageList` gave; null before it was asked. */
  readonly machineLanguage: { readonly code: string } | 'failed' | null
  readonly deploymentLanguage: LocaleCode
}

/** Whether a stored login is still in time: it has a token and is younger than 24 hours. */
export const isSignedIn = (login: LaunchSession['login'], nowMs: number): boolean =>
  login !== null &&
  login.token !== '' &&
  nowMs >= login.storedAtMs &&
  nowMs - login.storedAtMs < LOGIN_VALID_MS

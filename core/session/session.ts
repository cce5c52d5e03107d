import type { LocaleCode } from '../locales.ts'

/** A login holds less than so long from the time it was stored (specification, points 4 and 9). */
export const LOGIN_VALID_MS = 86_400_000

/** Where `name` is kept in local storage: `HL_bindWx`, `HL_language` (specification, point 3). */
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

const textFields = ['tokenHead', 'openid', 'phone', 'username', 'id'] as const

/**
 * A login as it lies in storage, or null where that is none: read by hand, because the first screen
 * needs it before any schema has arrived. All but token and time may be missing.
 */
export function readStoredLogin(text: string | null): StoredLogin | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const fields = new Map<string, unknown>(Object.entries(kept))
    const [token, storedAtMs] = [fields.get('token'), fields.get('storedAtMs')]
    if (typeof token !== 'string' || typeof storedAtMs !== 'number') return null
    const [tokenHead = '', openid = '', phone = '', username = '', id = ''] = textFields.map(
      (name) => {
        const value = fields.get(name)
        return typeof value === 'string' ? value : ''
      },
    )
    return { token, tokenHead, openid, phone, username, id, storedAtMs }
  } catch {
    return null
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

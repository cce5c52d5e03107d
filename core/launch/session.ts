import { z } from 'zod'
import type { LocaleCode } from '../locales.ts'

/** A login holds less than so long from the time it was stored (specification, points 4 and 9). */
export const LOGIN_VALID_MS = 86_400_000

/** Where `name` is kept in local storage: `HL_bindWx`, `HL_language` (specification, point 3). */
export const storageKeyOf = (
  name: 'bindWx' | 'language' | 'machine' | 'claim' | 'device' | 'wish',
): string => `HL_${name}`

/** What is kept of a login under `bindWx`; all but token and time may be missing. */
export const storedLoginSchema = z.object({
  token: z.string(),
  tokenHead: z.string().default(''),
  openid: z.string().default(''),
  phone: z.string().default(''),
  username: z.string().default(''),
  id: z.string().default(''),
  /** When it was stored, by this device's clock. */
  storedAtMs: z.number().int().min(0),
})
export type StoredLogin = z.infer<typeof storedLoginSchema>

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

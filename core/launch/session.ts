/** A login holds less than so long from the time it was stored (specification, points 4 and 9). */
export const LOGIN_VALID_MS = 86_400_000

/** What is kept of a login under `bindWx`. */
export interface StoredLogin {
  readonly token: string
  readonly storedAtMs: number
}

/** Whether a stored login may still be used: it has a token and is younger than 24 hours. */
export const isSignedIn = (login: StoredLogin | null, nowMs: number): boolean =>
  login !== null &&
  login.token !== '' &&
  nowMs >= login.storedAtMs &&
  nowMs - login.storedAtMs < LOGIN_VALID_MS

import { FILES_PATH } from '#core/contract/uploads.ts'
import { fail, type Outcome, succeed } from '#core/errors.ts'
import { storedLogin } from '../session/stored-login.ts'

/** An own upload's bytes. */
export async function readFile(id: string, signal: AbortSignal): Promise<Outcome<Blob>> {
  try {
    const response = await fetch(`${FILES_PATH}/${encodeURIComponent(id)}`, {
      headers: { token: storedLogin()?.token ?? '' },
      signal,
    })
    if (!response.ok) return fail('file-unknown', { cause: `HTTP ${response.status}` })
    return succeed(await response.blob())
  } catch (cause) {
    return fail(signal.aborted ? 'cancelled' : 'network-abnormal', { cause })
  }
}

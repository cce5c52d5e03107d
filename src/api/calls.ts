import {
  type Answered,
  type CallContext,
  decodeAnswer,
  encodeCall,
} from '#core/contract/exchange.ts'
import type { AnswerOf, RequestOf, Service } from '#core/contract/service.ts'
import { type Fault, type Outcome, StampaError } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import { tellSignedOut } from '../session/signed-out.ts'
import { storedStaff, storeStaff } from '../session/staff-session.ts'
import { storedLogin } from '../session/stored-login.ts'

export interface CallOptions {
  readonly paging?: CallContext['paging']
  readonly signal?: AbortSignal
}

/**
 * Calls a service of the contract with the stored login's token. A token that is refused is told to
 * the whole app, which asks to sign in again.
 */
export async function call<Of extends Service>(
  service: Of,
  request: RequestOf<Of>,
  { paging, signal }: CallOptions = {},
): Promise<Outcome<Answered<AnswerOf<Of>>>> {
  const token = tokenFor(service)
  const { path, headers, body } = encodeCall(service, request, {
    token,
    ...(paging && { paging }),
  })
  const timeout = AbortSignal.timeout(limits.callTimeoutMs)
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    const outcome = decodeAnswer(service, response.status, await readBody(response), { token })
    if (!outcome.ok && outcome.fault.code === 'signed-out') {
      // Staff is asked for both factors again where they stand.
      if (service.token === 'staff') storeStaff(null)
      else tellSignedOut()
    }
    return outcome
  } catch (cause) {
    return { ok: false, fault: networkFault(cause, signal, timeout) }
  }
}

function tokenFor({ token }: Service): string | null {
  if (token === 'customer') return storedLogin()?.token ?? null
  return token === 'staff' ? (storedStaff()?.token ?? null) : null
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

/** The specification's network errors: 0 abnormal, 1 timeout (point 8). */
function networkFault(
  cause: unknown,
  signal: AbortSignal | undefined,
  timeout: AbortSignal,
): Fault {
  if (signal?.aborted) return new StampaError('cancelled').fault
  return new StampaError(timeout.aborted ? 'network-timeout' : 'network-abnormal', { cause }).fault
}

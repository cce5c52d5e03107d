import type { z } from 'zod'
import { type Fault, fail, type Outcome, succeed } from '../errors.ts'
import { isRefusal } from '../refusals.ts'
import { NO_ANSWER, readEnvelope, refusedDataSchema, signInAgainCodes } from './envelope.ts'
import type { Page, TimeWindow } from './paging.ts'
import type { AnswerOf, RequestOf, Service } from './service.ts'

/** A call as it goes over the wire. */
export interface WireCall {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface CallContext {
  /** The stored login's; null for a visitor. */
  readonly token: string | null
  readonly paging?: Partial<Page> | Partial<TimeWindow>
}

/** What was answered, and how many there are in all where it is one page. */
export interface Answered<T> {
  readonly value: T
  readonly count: number | null
}

/** Writes a call: JSON or a form as the service has it, token and paging as headers (point 7). */
export function encodeCall<Of extends Service>(
  service: Of,
  request: RequestOf<Of>,
  { token, paging }: CallContext,
): WireCall {
  const isForm = service.body === 'form'
  const fields = { s: service.name, ...(request as object) }
  return {
    path: service.endpoint,
    headers: {
      Accept: 'application/json',
      'Content-Type': isForm
        ? 'application/x-www-form-urlencoded;charset=utf-8'
        : 'application/json;charset=utf-8',
      ...(token !== null && { token }),
      ...headersOf(paging),
    },
    body: isForm ? formOf(fields) : JSON.stringify(fields),
  }
}

/**
 * Reads what came back: HTTP 200 to 299 with code 0 is the service's answer, all else one fault of
 * the closed set (specification, points 7 and 8).
 */
export function decodeAnswer<Of extends Service>(
  service: Of,
  httpStatus: number,
  body: unknown,
  { token }: Pick<CallContext, 'token'>,
): Outcome<Answered<AnswerOf<Of>>> {
  if (httpStatus === 401) return fail(token === null ? 'not-authorised' : 'signed-out')
  const envelope = readEnvelope(body)
  if (envelope.code !== 0) return { ok: false, fault: faultOfEnvelope(envelope) }
  if (httpStatus < 200 || httpStatus > 299) {
    return fail('network-abnormal', { cause: `${service.name}: HTTP ${httpStatus}` })
  }
  const answer = (service.answer as z.ZodType<AnswerOf<Of>>).safeParse(envelope.data)
  if (!answer.success) return fail('no-answer', { cause: `${service.name}: ${answer.error}` })
  return succeed({ value: answer.data, count: envelope.count ?? null })
}

function faultOfEnvelope({ code, data, msg }: ReturnType<typeof readEnvelope>): Fault {
  const cause = `${code} ${msg}`
  if (signInAgainCodes.includes(code)) return { code: 'signed-out', params: {}, cause }
  if (code === NO_ANSWER.code) return { code: 'no-answer', params: {}, cause }
  const refused = refusedDataSchema.safeParse(data)
  if (refused.success && isRefusal(refused.data.refusal)) {
    const { refusal, params, fields } = refused.data
    return { code: refusal, params: { ...params, ...fields }, cause }
  }
  return { code: 'server-said', params: { message: msg }, cause }
}

function headersOf(paging: CallContext['paging']): Record<string, string> {
  const given = Object.entries(paging ?? {}).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}

/** A form carries text; what is no text is carried as JSON. */
function formOf(fields: Readonly<Record<string, unknown>>): string {
  const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(written(value))}`)
    .join('&')
}

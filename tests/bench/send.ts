import { decodeAnswer, encodeCall } from '#core/contract/exchange.ts'
import type { AnswerOf, RequestOf, Service } from '#core/contract/service.ts'
import { unwrap } from '#core/errors.ts'

/** Sends one call. @throws Error where it is refused, so that no refusal is counted as speed */
export async function send<Of extends Service>(
  url: string,
  service: Of,
  request: RequestOf<Of>,
  token: string | null = null,
  more: Readonly<Record<string, string>> = {},
): Promise<AnswerOf<Of>> {
  const { path, headers, body } = encodeCall(service, request, { token })
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, ...more },
    body,
  })
  return unwrap(decodeAnswer(service, response.status, await response.json(), { token })).value
}

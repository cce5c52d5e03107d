import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { z } from 'zod'
import { enrol, stationFaultSchema } from '#core/contract/station/protocol.ts'
import { signedHeaders, signedText } from '#core/contract/station/signed-request.ts'
import { isStationError, type StationError } from '#core/contract/station/station-errors.ts'

/** The server said no; anything else that is thrown is trouble on the way, and worth another try. */
export class ServerRefused extends Error {
  constructor(
    readonly error: StationError,
    /** The server's own code for a sentence to show. */
    readonly refusal: string | null = null,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(error)
    this.name = 'ServerRefused'
  }
}

interface StationCall<Request extends z.ZodType, Answer extends z.ZodType> {
  readonly path: string
  readonly request: Request
  readonly answer: Answer
}

/** Calls of an enrolled agent. */
export interface ServerClient {
  /** @throws ServerRefused, or whatever the network throws */
  readonly call: <Request extends z.ZodType, Answer extends z.ZodType>(
    call: StationCall<Request, Answer>,
    request: z.input<Request>,
    signal?: AbortSignal,
  ) => Promise<z.output<Answer>>
  /** The body of a signed GET. */
  readonly download: (path: string, signal?: AbortSignal) => Promise<Response>
}

interface ClientOptions {
  readonly server: string
  readonly agent: string
  readonly key: KeyObject
  readonly clock?: () => number
}

/** Longer than the longest poll. */
const ANSWER_MS = 40_000

/**
 * Signs every request by the server's time as far as it is known: an answer that says that the clock
 * is off carries the right one, and the request is signed again by it.
 */
export function createServerClient(options: ClientOptions): ServerClient {
  const { server, agent, key, clock = Date.now } = options
  let offsetMs = 0
  const once = async (method: 'GET' | 'POST', path: string, body: string, signal?: AbortSignal) => {
    const timeMs = Math.round(clock() + offsetMs)
    const nonce = randomBytes(16).toString('base64url')
    const bodyHash = createHash('sha256').update(body).digest('hex')
    const text = signedText({ method, path, bodyHash, timeMs, nonce })
    const timeout = AbortSignal.timeout(method === 'GET' ? 10 * ANSWER_MS : ANSWER_MS)
    const response = await fetch(server + path, {
      method,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      headers: {
        ...(method === 'POST' && { 'Content-Type': 'application/json' }),
        [signedHeaders.agent]: agent,
        [signedHeaders.time]: String(timeMs),
        [signedHeaders.nonce]: nonce,
        [signedHeaders.signature]: sign(null, Buffer.from(text), key).toString('base64'),
      },
      ...(method === 'POST' && { body }),
    })
    const theirs = Number(response.headers.get(signedHeaders.time))
    if (response.status === 401 && theirs > 0) offsetMs = theirs - clock()
    return response
  }
  const send: typeof once = async (...request) => {
    const response = await once(...request)
    if (response.ok) return response
    const refused = await refusedOf(response)
    if (refused.error !== 'time-wrong') throw refused
    const again = await once(...request)
    if (again.ok) return again
    throw await refusedOf(again)
  }
  return {
    call: async ({ path, answer }, request, signal) =>
      answer.parse(await (await send('POST', path, JSON.stringify(request), signal)).json()),
    download: (path, signal) => send('GET', path, '', signal),
  }
}

/** Becomes a machine's agent by a one-time code. @throws ServerRefused */
export async function enrolWith(server: string, code: string, publicKey: string) {
  const response = await fetch(server + enrol.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code, publicKey }),
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (!response.ok) throw await refusedOf(response)
  return enrol.answer.parse(await response.json())
}

/** @throws Error where a proxy, say, answered instead of the server */
async function refusedOf(response: Response): Promise<ServerRefused> {
  const parsed = stationFaultSchema.safeParse(await response.json().catch(() => null))
  if (!parsed.success || !isStationError(parsed.data.error) || parsed.data.error === 'server-fault')
    throw new Error(`the server answered ${response.status}`)
  const { error, refusal = null, params } = parsed.data
  return new ServerRefused(error, refusal, params)
}

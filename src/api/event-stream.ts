import { createParser } from 'eventsource-parser'
import { reconnectPauseMs } from '#core/contract/reconnecting.ts'
import { type ErrorCode, type Fault, StampaError } from '#core/errors.ts'
import { tellSignedOut } from '../session/signed-out.ts'
import { storedLogin } from '../session/stored-login.ts'

/** The server's heartbeat comes every 15 s: who is not heard for so long is lost. */
const SILENCE_MS = 40_000

export interface EventReader {
  readonly path: string
  readonly heard: (event: string, data: string) => void
  /** The connection broke, or is there again. */
  readonly lost: (isLost: boolean) => void
  readonly signal: AbortSignal
  /** What was heard last, kept between two readings. */
  readonly last: { id: string | null }
  /** What it means that there is nothing at the address. */
  readonly missing?: ErrorCode
}

/**
 * Reads server-sent events until the signal aborts; a lost connection goes on where it broke. The
 * token goes as a header, which `EventSource` cannot send.
 * @returns why the server refuses; null where reading was ended
 */
export async function readEvents(reader: EventReader): Promise<Fault | null> {
  const { signal, lost } = reader
  for (let failures = 0; !signal.aborted; ) {
    const read = await readOnce(reader, () => {
      failures = 0
      lost(false)
    })
    if (signal.aborted) break
    if (read !== null) return read
    lost(true)
    await pause(reconnectPauseMs(failures++), signal)
  }
  return null
}

/** One connection, until it ends. @returns a refusal that trying again does not change */
async function readOnce(
  { path, heard, signal, last, missing = 'machine-unknown' }: EventReader,
  connected: () => void,
): Promise<Fault | null> {
  const silence = new AbortController()
  const watch = () => setTimeout(() => silence.abort(), SILENCE_MS)
  let timer = watch()
  try {
    const response = await fetch(path, {
      headers: {
        token: storedLogin()?.token ?? '',
        ...(last.id !== null && { 'Last-Event-ID': last.id }),
      },
      signal: AbortSignal.any([signal, silence.signal]),
    })
    const refused = refusalOf(response.status, missing)
    if (refused !== null || !response.ok || response.body === null) return refused
    connected()
    const parser = createParser({
      onEvent: ({ event, data, id }) => {
        if (id !== undefined) last.id = id
        heard(event ?? 'message', data)
      },
    })
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await text.read()
      if (done) return null
      clearTimeout(timer)
      timer = watch()
      parser.feed(value)
    }
  } catch {
    // Lost on the way: it is tried again.
    return null
  } finally {
    clearTimeout(timer)
  }
}

function refusalOf(status: number, missing: ErrorCode): Fault | null {
  if (status === 401) {
    tellSignedOut()
    return new StampaError('signed-out').fault
  }
  return status === 404 ? new StampaError(missing).fault : null
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

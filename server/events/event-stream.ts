import type { FastifyReply } from 'fastify'
import { headersFor } from '../headers.ts'

/** What a reader may leave unread before it is dropped: it comes back and goes on. */
const UNREAD_BYTES = 64 * 1024
/** How long a client waits before it comes back (HTML, "retry"). */
const RETRY_MS = 2_000

/** One reader of server-sent events. */
export interface EventStream {
  /** Writes an event that was made for many; a reader that does not keep up is dropped. */
  readonly send: (text: string) => void
  readonly end: () => void
  /** Aborts when the reader has gone, whoever ended it. */
  readonly gone: AbortSignal
}

/** An event as it goes over the wire; JSON has no line breaks of its own. */
export const eventText = (event: string, json: string, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${json}\n\n`

/** Keeps what is between from taking the connection for dead. */
export const HEARTBEAT = ':\n\n'

/** Takes a request's connection over, for as long as its reader stays. */
export function openEventStream(reply: FastifyReply, path: string): EventStream {
  const { raw } = reply
  const gone = new AbortController()
  if (raw.destroyed) gone.abort()
  else raw.once('close', () => gone.abort())
  // Without a handler a reset connection would end the process.
  raw.on('error', () => {})
  reply.hijack()
  raw.socket?.setNoDelay(true)
  raw.writeHead(200, {
    ...headersFor(path),
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store',
    // A proxy that collects would hold every event back.
    'X-Accel-Buffering': 'no',
  })
  raw.write(`retry: ${RETRY_MS}\n\n`)
  return {
    send: (text) => {
      if (raw.destroyed || raw.writableEnded) return
      if (raw.writableLength > UNREAD_BYTES) raw.destroy()
      else raw.write(text)
    },
    end: () => {
      if (!raw.destroyed) raw.end()
    },
    gone: gone.signal,
  }
}

import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'

const RECONNECT_MS = 1_000

export interface Ears {
  readonly heard: (channel: string, payload: string) => void
  /** What was told before may have been missed. */
  readonly listening: () => void
}

/** Keeps one connection that listens to channels, opened again whenever it breaks. */
export function listen(
  url: string,
  channels: readonly string[],
  log: FastifyBaseLogger,
  ears: Ears,
): { close: () => Promise<void> } {
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | undefined
  let closed = false
  const open = async () => {
    const opened = new pg.Client({
      connectionString: url,
      application_name: 'stampa news',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    })
    client = opened
    opened.on('notification', ({ channel, payload }) => ears.heard(channel, payload ?? ''))
    // Said once: the end of the connection follows every error.
    opened.on('error', () => {})
    opened.once('end', reopen)
    try {
      await opened.connect()
      for (const channel of channels) await opened.query(`listen ${channel}`)
      ears.listening()
    } catch (thrown) {
      log.warn({ err: thrown }, 'nobody is told of changes for now')
      await opened.end().catch(() => {})
      reopen()
    }
  }
  const reopen = () => {
    if (closed) return
    clearTimeout(again)
    again = setTimeout(() => void open(), RECONNECT_MS)
    again.unref()
  }
  const opening = open()
  return {
    close: async () => {
      closed = true
      clearTimeout(again)
      await opening
      await client?.end().catch(() => {})
    },
  }
}

import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { UPLOADS_PATH } from '#core/contract/uploads.ts'
import type { ServerConfig } from '../config.ts'

const CHECK_IDLE_MS = 100
/** Within a body's time; it is cut so much later at most. */
const LOOKS = 10

type Patience = ServerConfig['patience']

/**
 * How long the server waits for others. A request's body must come within its time; an upload may
 * take long, but not fall silent. When the server closes, what runs may finish until the deadline.
 */
export function limitWaiting(app: FastifyInstance, { bodyMs, silenceMs, drainMs }: Patience): void {
  const awaited = new Map<IncomingMessage, number>()
  app.addHook('onRequest', ({ raw, url }, _reply, done) => {
    if (url.startsWith(UPLOADS_PATH)) {
      raw.setTimeout(silenceMs, () => {
        if (!raw.complete) raw.destroy()
      })
    } else awaited.set(raw, performance.now())
    done()
  })
  // Bodies mostly come with their heads: a timer for each costs more than to look at those that wait.
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    awaited.delete(raw)
    done()
  })
  const look = setInterval(() => endLate(awaited, performance.now() - bodyMs), bodyMs / LOOKS)
  look.unref()

  let idle: NodeJS.Timeout | undefined
  let deadline: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    // A connection whose last request ends after the server began to close stays open otherwise.
    idle = setInterval(() => app.server.closeIdleConnections(), CHECK_IDLE_MS)
    deadline = setTimeout(() => {
      app.log.warn('requests were cut: they took longer than the server waits when it closes')
      app.server.closeAllConnections()
    }, drainMs)
  })
  app.addHook('onClose', async () => {
    clearInterval(look)
    clearInterval(idle)
    clearTimeout(deadline)
  })
}

/** Cuts the requests that began before `since` and are not whole; forgets those that have ended. */
function endLate(awaited: Map<IncomingMessage, number>, since: number): void {
  for (const [raw, began] of awaited) {
    if (!raw.complete && !raw.destroyed && began > since) continue
    awaited.delete(raw)
    if (!raw.complete) raw.destroy()
  }
}

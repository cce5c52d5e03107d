import type { FastifyInstance } from 'fastify'
import { UPLOADS_PATH } from '#core/contract/uploads.ts'
import type { ServerConfig } from '../config.ts'

const CHECK_IDLE_MS = 100

type Patience = ServerConfig['patience']

/**
 * How long the server waits for others. A request's body must come within its time; an upload may
 * take long, but not fall silent. When the server closes, what runs may finish until the deadline.
 */
export function limitWaiting(app: FastifyInstance, { bodyMs, silenceMs, drainMs }: Patience): void {
  app.addHook('onRequest', async ({ raw, url }) => {
    const giveUp = () => {
      if (!raw.complete) raw.destroy()
    }
    if (url.startsWith(UPLOADS_PATH)) {
      raw.setTimeout(silenceMs, giveUp)
      return
    }
    const timer = setTimeout(giveUp, bodyMs)
    raw.once('close', () => clearTimeout(timer))
  })

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
    clearInterval(idle)
    clearTimeout(deadline)
  })
}

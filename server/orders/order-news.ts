import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { listen } from '../database/listen.ts'

/** What the database's trigger tells at each change of an order (migration `calls`). */
const CHANNEL = 'order_changed'

/** A look-out for one order's changes, for a while. */
export interface OrderWatch {
  /** Settles at the next change, or when the watch is over. Taken before a look, it misses nothing. */
  readonly next: () => Promise<void>
  readonly isOver: () => boolean
  readonly end: () => void
}

/** Says that an order has changed, whichever server changed it. */
export interface OrderNews {
  /** Is over after `forMs`, when `signal` aborts, or when the server leaves. */
  readonly watch: (orderNumber: string, forMs: number, signal: AbortSignal) => OrderWatch
  readonly close: () => Promise<void>
}

/**
 * Listens on one connection of its own for everybody who watches. While it is down nobody is told;
 * once it is up again everybody looks.
 */
export function createOrderNews(databaseUrl: string, log: FastifyBaseLogger): OrderNews {
  const emitter = new EventEmitter().setMaxListeners(0)
  const wakeAll = () => {
    for (const orderNumber of emitter.eventNames()) emitter.emit(orderNumber)
  }
  let closed = false
  const connection = listen(databaseUrl, CHANNEL, log, {
    heard: (orderNumber) => emitter.emit(orderNumber),
    listening: wakeAll,
  })

  return {
    watch: (orderNumber, forMs, signal) => {
      let over = closed || signal.aborted
      let settle = () => {}
      const changed = () => settle()
      const end = () => {
        over = true
        clearTimeout(timer)
        emitter.off(orderNumber, changed)
        signal.removeEventListener('abort', end)
        settle()
      }
      const timer = setTimeout(end, forMs)
      emitter.on(orderNumber, changed)
      signal.addEventListener('abort', end)
      return {
        next: () =>
          new Promise((resolve) => {
            settle = resolve
            if (over || closed) resolve()
          }),
        isOver: () => over || closed,
        end,
      }
    },
    close: async () => {
      closed = true
      wakeAll()
      await connection.close()
    },
  }
}

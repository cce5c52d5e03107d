import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { listen } from '../database/listen.ts'

/** What the database's triggers tell at each change of a machine, its orders and its print jobs. */
const CHANNEL = 'queue_changed'

/** Says that something has changed at a machine, whichever server changed it. */
export interface QueueWatch {
  /**
   * A look-out taken before a look misses nothing: `changed` settles at the next change, after
   * `forMs`, or when `signal` aborts.
   */
  readonly next: (
    machineId: string,
    forMs: number,
    signal: AbortSignal,
  ) => { readonly changed: Promise<void>; readonly end: () => void }
  readonly close: () => Promise<void>
}

export function createQueueWatch(databaseUrl: string, log: FastifyBaseLogger): QueueWatch {
  const emitter = new EventEmitter().setMaxListeners(0)
  const wakeAll = () => {
    for (const machineId of emitter.eventNames()) emitter.emit(machineId)
  }
  let closed = false
  const connection = listen(databaseUrl, CHANNEL, log, {
    heard: (machineId) => emitter.emit(machineId),
    listening: wakeAll,
  })
  return {
    next: (machineId, forMs, signal) => {
      let settle = () => {}
      const changed = new Promise<void>((resolve) => {
        settle = resolve
      })
      const end = () => {
        clearTimeout(timer)
        emitter.off(machineId, end)
        signal.removeEventListener('abort', end)
        settle()
      }
      const timer = setTimeout(end, forMs)
      emitter.on(machineId, end)
      signal.addEventListener('abort', end)
      if (closed || signal.aborted) end()
      return { changed, end }
    },
    close: async () => {
      closed = true
      wakeAll()
      await connection.close()
    },
  }
}

import type { FastifyBaseLogger } from 'fastify'
import { listen } from '../database/listen.ts'

/** What the database tells: a name of an order, a machine, a job, an upload, or no name at all. */
const channels = [
  'order_changed',
  'queue_changed',
  'outbox_due',
  'imaging_due',
  'imaging_changed',
  'upload_wanted',
] as const
export type Channel = (typeof channels)[number]

/** Says that something has changed, whichever server changed it. */
export interface News {
  /**
   * Calls `heard` at each change of what is named, and when the server leaves, until what it returns
   * is called. While the database cannot be heard nobody is told; then everybody is.
   */
  readonly on: (channel: Channel, name: string, heard: () => void) => () => void
  readonly isClosed: () => boolean
  /** How many listen now. */
  readonly listeners: () => number
  readonly close: () => Promise<void>
}

/** One connection of this process listens to every channel, for everybody who wants to hear. */
export function createNews(databaseUrl: string, log: FastifyBaseLogger): News {
  const ears = new Map<string, Set<() => void>>()
  const keyOf = (channel: string, name: string) => `${channel} ${name}`
  const tell = (key: string) => {
    for (const heard of ears.get(key) ?? []) heard()
  }
  const tellAll = () => {
    for (const key of ears.keys()) tell(key)
  }
  let closed = false
  const connection = listen(databaseUrl, channels, log, {
    heard: (channel, name) => tell(keyOf(channel, name)),
    listening: tellAll,
  })
  return {
    on: (channel, name, heard) => {
      const key = keyOf(channel, name)
      const set = ears.get(key) ?? new Set()
      ears.set(key, set.add(heard))
      return () => {
        set.delete(heard)
        if (set.size === 0 && ears.get(key) === set) ears.delete(key)
      }
    },
    isClosed: () => closed,
    listeners: () => [...ears.values()].reduce((sum, { size }) => sum + size, 0),
    close: async () => {
      closed = true
      tellAll()
      await connection.close()
    },
  }
}

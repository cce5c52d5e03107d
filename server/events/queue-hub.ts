import { createHash } from 'node:crypto'
import { changeOf } from '#core/contract/queue-events.ts'
import type { Context } from '../context.ts'
import { type Queue, readQueue } from '../stations/queue.ts'
import { eventText, HEARTBEAT } from './event-stream.ts'

/** Changes that somebody who lost the connection can still be told one by one. */
const CHANGES_KEPT = 50
/** Times go by though nothing happens: a queue that is watched is looked at so often. */
const LOOK_MS = 30_000
/** Many changes at once are one look. */
const PAUSE_MS = 100
const HEARTBEAT_MS = 15_000

/** Somebody who looks at a queue. */
export interface Watcher {
  readonly customerId: string
  readonly send: (text: string) => void
  readonly end: () => void
}

interface View {
  readonly queue: Queue
  /** Made of what is shown: the same on every server, and after a restart. */
  readonly id: string
  readonly snapshotText: string
  /** The event of each customer who has tickets here. */
  readonly ownTexts: ReadonlyMap<string, string>
}

const NOTHING_OWN = eventText('own', '[]')

/** Machines whose queues are looked at, each once for all who look. */
export function createQueueHub(context: Pick<Context, 'database' | 'news' | 'log' | 'now'>) {
  const watched = new Map<string, ReturnType<typeof watchQueue>>()
  const heartbeat = setInterval(() => {
    for (const queue of watched.values()) queue.beat()
  }, HEARTBEAT_MS)
  heartbeat.unref()
  let closed = false
  return {
    /**
     * Tells a watcher how the queue stands, then what changes, until what it returns is called.
     * @param lastId what the watcher saw last, before it lost the connection
     */
    watch: async (machineId: string, watcher: Watcher, lastId: string | null) => {
      const queue = watched.get(machineId) ?? watchQueue(context, machineId)
      watched.set(machineId, queue)
      const leave = () => {
        if (queue.leave(watcher) && watched.get(machineId) === queue) watched.delete(machineId)
      }
      try {
        await queue.enter(watcher, lastId)
        // The server began to leave meanwhile.
        if (closed) watcher.end()
      } catch (thrown) {
        leave()
        throw thrown
      }
      return leave
    },
    /** Machines, and those who look at them. */
    counts: () => ({
      machines: watched.size,
      watchers: [...watched.values()].reduce((sum, { size }) => sum + size(), 0),
    }),
    close: () => {
      closed = true
      clearInterval(heartbeat)
      for (const queue of watched.values()) queue.end()
      watched.clear()
    },
  }
}

export type QueueHub = ReturnType<typeof createQueueHub>

/** One machine's queue, as long as anybody looks. */
function watchQueue(
  { database, news, log, now }: Pick<Context, 'database' | 'news' | 'log' | 'now'>,
  machineId: string,
) {
  const watchers = new Map<Watcher, string>()
  const changes: { readonly from: string; readonly text: string }[] = []
  let view: View | null = null
  let again: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let missed = false
  let entering = 0
  let over = false

  const look = async () => {
    const next = viewOf(await readQueue(database, machineId, now()))
    const change = view && changeOf(view.queue.snapshot, next.queue.snapshot)
    if (view !== null && change) {
      const text = eventText('change', JSON.stringify(change), next.id)
      changes.push({ from: view.id, text })
      if (changes.length > CHANGES_KEPT) changes.shift()
      for (const watcher of watchers.keys()) watcher.send(text)
    }
    view = next
    for (const watcher of watchers.keys()) tellOwn(watcher, next)
  }
  const lookNow = (): Promise<void> => {
    clearTimeout(again)
    missed = false
    looking = look().finally(() => {
      looking = null
      if (!over) again = setTimeout(lookOrLog, missed ? PAUSE_MS : LOOK_MS).unref()
    })
    return looking
  }
  const lookOrLog = () => {
    lookNow().catch((thrown: unknown) => {
      log.warn({ err: thrown, machine: machineId }, 'a queue could not be read')
    })
  }
  const heard = () => {
    if (looking !== null) missed = true
    else if (!over) {
      clearTimeout(again)
      again = setTimeout(lookOrLog, PAUSE_MS).unref()
    }
  }
  const stopHearing = news.on('queue_changed', machineId, heard)

  const tellOwn = (watcher: Watcher, { ownTexts }: View) => {
    const own = ownTexts.get(watcher.customerId) ?? NOTHING_OWN
    if (watchers.get(watcher) === own) return
    watchers.set(watcher, own)
    watcher.send(own)
  }

  return {
    enter: async (watcher: Watcher, lastId: string | null) => {
      entering++
      try {
        if (view === null) await (looking ?? lookNow())
      } finally {
        entering--
      }
      if (view === null) throw new Error('a queue was left before it was read')
      for (const text of missedSince(view, changes, lastId)) watcher.send(text)
      watchers.set(watcher, '')
      tellOwn(watcher, view)
    },
    /** Whether nobody is left, and so nothing is done for this queue any more. */
    leave: (watcher: Watcher): boolean => {
      watchers.delete(watcher)
      if (watchers.size + entering > 0) return false
      over = true
      clearTimeout(again)
      stopHearing()
      return true
    },
    beat: () => {
      for (const watcher of watchers.keys()) watcher.send(HEARTBEAT)
    },
    size: () => watchers.size,
    end: () => {
      over = true
      clearTimeout(again)
      stopHearing()
      for (const watcher of watchers.keys()) watcher.end()
    },
  }
}

/** What brings somebody to the view: nothing, the changes since, or all of it. */
function missedSince(
  { id, snapshotText }: View,
  changes: readonly { readonly from: string; readonly text: string }[],
  lastId: string | null,
): readonly string[] {
  if (lastId === id) return []
  const since = changes.findLastIndex(({ from }) => from === lastId)
  return since < 0 ? [snapshotText] : changes.slice(since).map(({ text }) => text)
}

function viewOf(queue: Queue): View {
  const json = JSON.stringify(queue.snapshot)
  const id = idOf(json)
  const ownTexts = [...queue.own].map(
    ([customerId, tickets]) => [customerId, eventText('own', JSON.stringify(tickets))] as const,
  )
  return {
    queue,
    id,
    snapshotText: eventText('snapshot', json, id),
    ownTexts: new Map(ownTexts),
  }
}

const idOf = (json: string): string =>
  createHash('sha256').update(json).digest('base64url').slice(0, 16)

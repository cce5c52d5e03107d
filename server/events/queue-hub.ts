import { changeOf } from '#core/contract/queue-events.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { batched } from '../database/batches.ts'
import { type Queue, readQueues } from '../stations/queue.ts'
import { type EventStream, eventText, HEARTBEAT } from './event-stream.ts'
import { missedSince, ownText, type QueueView, viewOf } from './queue-view.ts'
import { scheduleLooks } from './schedule-looks.ts'

/** Changes that somebody who lost the connection can still be told one by one. */
const CHANGES_KEPT = 50
const HEARTBEAT_MS = 15_000

/** Somebody who comes to look at a queue. */
interface Arrival {
  readonly customerId: string
  /** What was seen last, before the connection was lost. */
  readonly lastId: string | null
  /** Opens the stream once there is something to tell. */
  readonly open: () => EventStream
}

interface Watcher {
  readonly customerId: string
  readonly stream: EventStream
  /** What was told last of the own tickets. */
  own: string
}

/** Queues that are read at the same time share a reading: after a server was killed all are. */
const BATCH = { most: 25, atOnce: 2 } as const

/** Machines whose queues are looked at, each once for all who look. */
export function createQueueHub({
  database,
  news,
  log,
  now,
}: Pick<Context, 'database' | 'news' | 'log' | 'now'>) {
  const readQueue = batched(
    (machineIds: readonly string[]) => readQueues(database, machineIds, now()),
    BATCH,
  )
  const watched = new Map<string, ReturnType<typeof watchQueue>>()
  const heartbeat = setInterval(() => {
    for (const queue of watched.values()) queue.beat()
  }, HEARTBEAT_MS)
  heartbeat.unref()
  let closed = false
  return {
    /**
     * Tells whoever arrives how the queue stands, then what changes, until `leave` is called.
     * @throws Refused `machine-unknown`, before anything is opened
     */
    watch: async (machineId: string, arrival: Arrival) => {
      const queue = watched.get(machineId) ?? watchQueue({ readQueue, news, log }, machineId)
      watched.set(machineId, queue)
      const forget = () => {
        if (queue.isLeft() && watched.get(machineId) === queue) watched.delete(machineId)
      }
      try {
        const watcher = await queue.enter(arrival)
        // The server began to leave meanwhile.
        if (closed) watcher.stream.end()
        const leave = () => {
          queue.leave(watcher)
          forget()
        }
        return { stream: watcher.stream, leave }
      } catch (thrown) {
        forget()
        throw thrown
      }
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

type Hearing = Pick<Context, 'news' | 'log'> & {
  readonly readQueue: (machineId: string) => Promise<Queue | null>
}

/** One machine's queue, as long as anybody looks. */
function watchQueue({ readQueue, news, log }: Hearing, machineId: string) {
  const watchers = new Set<Watcher>()
  const changes: { readonly from: string; readonly text: string }[] = []
  let view: QueueView | null = null
  let entering = 0

  const look = async () => {
    const queue = await readQueue(machineId)
    if (queue === null) throw new Refused('machine-unknown')
    const next = viewOf(queue)
    const change = view && changeOf(view.queue.snapshot, next.queue.snapshot)
    if (view !== null && change) {
      const text = eventText('change', JSON.stringify(change), next.id)
      changes.push({ from: view.id, text })
      if (changes.length > CHANGES_KEPT) changes.shift()
      for (const { stream } of watchers) stream.send(text)
    }
    view = next
    for (const watcher of watchers) {
      const own = ownText(next, watcher.customerId)
      if (own !== watcher.own) watcher.stream.send(own)
      watcher.own = own
    }
  }
  const looks = scheduleLooks(look, (thrown) => {
    log.warn({ err: thrown, machine: machineId }, 'a queue could not be read')
  })
  const stopHearing = news.on('queue_changed', machineId, looks.soon)
  const stop = () => {
    looks.stop()
    stopHearing()
  }
  const stopIfLeft = () => {
    if (watchers.size + entering === 0) stop()
  }

  return {
    enter: async ({ customerId, lastId, open }: Arrival): Promise<Watcher> => {
      entering++
      try {
        if (view === null) await looks.now()
        if (view === null) throw new Error('a queue was left before it was read')
        const own = ownText(view, customerId)
        const watcher = { customerId, stream: open(), own }
        watcher.stream.send([...missedSince(view, changes, lastId), own].join(''))
        watchers.add(watcher)
        return watcher
      } finally {
        entering--
        stopIfLeft()
      }
    },
    leave: (watcher: Watcher) => {
      watchers.delete(watcher)
      stopIfLeft()
    },
    /** Whether nobody is left, and so nothing is done for this queue any more. */
    isLeft: looks.isStopped,
    beat: () => {
      for (const { stream } of watchers) stream.send(HEARTBEAT)
    },
    size: () => watchers.size,
    end: () => {
      stop()
      for (const { stream } of watchers) stream.end()
    },
  }
}

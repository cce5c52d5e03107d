import { createHash } from 'node:crypto'
import { changeOf } from '#core/contract/queue-events.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { batched } from '../database/batches.ts'
import { type Queue, readQueues } from '../stations/queue.ts'
import { type EventStream, eventText, HEARTBEAT } from './event-stream.ts'

/** Changes that somebody who lost the connection can still be told one by one. */
const CHANGES_KEPT = 50
/** Times go by though nothing happens: a queue that is watched is looked at so often. */
const LOOK_MS = 30_000
/** Many changes at once are one look. */
const PAUSE_MS = 100
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

interface View {
  readonly queue: Queue
  /** Made of what is shown: the same on every server, and after a restart. */
  readonly id: string
  readonly snapshotText: string
  /** The event of each customer who has tickets here. */
  readonly ownTexts: ReadonlyMap<string, string>
}

const NOTHING_OWN = eventText('own', '[]')

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
  let view: View | null = null
  let again: NodeJS.Timeout | undefined
  let isSoon = false
  let looking: Promise<void> | null = null
  let missed = false
  let entering = 0
  let over = false

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
      const own = ownText(next, watcher)
      if (own !== watcher.own) watcher.stream.send(own)
      watcher.own = own
    }
  }
  const lookIn = (ms: number) => {
    clearTimeout(again)
    isSoon = ms <= PAUSE_MS
    if (!over) again = setTimeout(lookOrLog, ms).unref()
  }
  const lookNow = (): Promise<void> => {
    clearTimeout(again)
    missed = false
    looking = look().finally(() => {
      looking = null
      lookIn(missed ? PAUSE_MS : LOOK_MS)
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
    // One that is due already is not put off: changes may come without a pause.
    else if (!isSoon) lookIn(PAUSE_MS)
  }
  const stopHearing = news.on('queue_changed', machineId, heard)
  const stop = () => {
    over = true
    clearTimeout(again)
    stopHearing()
  }
  const stopIfLeft = () => {
    if (watchers.size + entering === 0) stop()
  }

  return {
    enter: async ({ customerId, lastId, open }: Arrival): Promise<Watcher> => {
      entering++
      try {
        if (view === null) await (looking ?? lookNow())
        if (view === null) throw new Error('a queue was left before it was read')
        const own = ownText(view, { customerId })
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
    isLeft: () => over,
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

const ownText = ({ ownTexts }: View, { customerId }: Pick<Watcher, 'customerId'>): string =>
  ownTexts.get(customerId) ?? NOTHING_OWN

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

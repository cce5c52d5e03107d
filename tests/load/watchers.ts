import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { queueEventsPath } from '#core/contract/queue-events.ts'
import { reconnectPauseMs } from '#core/contract/reconnecting.ts'
import type { Servers } from './servers.ts'

const OPENED_AT_ONCE = 50
const LOOK_MS = 500
const ANSWERS_MS = 10_000

/** Customers who watch queues, and come back when their stream ends. */
export interface Watchers {
  readonly count: () => number
  /** Since so long each that lost its stream was without one, in ms. */
  readonly gaps: readonly number[]
  /** How often a stream was lost until now. */
  readonly lost: () => number
  /** Waits until all are served. @returns how many are not, after so long */
  readonly served: (withinMs: number) => Promise<number>
  /** Waits until all have seen what is so now. @returns how many have not, after so long */
  readonly upToDate: (withinMs: number) => Promise<number>
  readonly stop: () => void
}

interface Told {
  readonly opened: () => void
  readonly saw: (id: string) => void
  readonly ended: () => void
}

export async function runWatchers(
  servers: Servers,
  ids: readonly string[],
  tokens: readonly string[],
  count: number,
  withinMs: number,
): Promise<Watchers> {
  const gaps: number[] = []
  const seen: string[] = Array.from({ length: count }, () => '')
  let open = 0
  let lost = 0
  let over = false
  const ends: (() => void)[] = []

  const watch = (index: number): void => {
    let lostAt: number | null = null
    let failures = 0
    const connect = () => {
      if (over) return
      let isOpen = false
      ends[index] = openStream(streamOf(servers, ids, tokens, index), seen[index] ?? '', {
        opened: () => {
          isOpen = true
          failures = 0
          open++
          if (lostAt !== null) gaps.push(performance.now() - lostAt)
        },
        saw: (id) => {
          seen[index] = id
        },
        ended: () => {
          if (over) return
          if (isOpen) {
            open--
            lost++
            lostAt = performance.now()
          }
          setTimeout(connect, reconnectPauseMs(failures++))
        },
      })
    }
    connect()
  }

  const until = performance.now() + withinMs
  for (let begun = 0; begun < count; begun += OPENED_AT_ONCE) {
    const some = Math.min(OPENED_AT_ONCE, count - begun)
    for (let index = 0; index < some; index++) watch(begun + index)
    while (open < begun + some && performance.now() < until) await pause(10)
  }
  if (open < count) throw new Error(`${open} of ${count} watchers are served`)
  return {
    count: () => open,
    gaps,
    lost: () => lost,
    served: (patienceMs) => waited(patienceMs, async () => count - open),
    upToDate: (patienceMs) => {
      // Once is enough: what is so goes on changing.
      const behind = new Set(seen.keys())
      return waited(patienceMs, async () => {
        const now = await Promise.all(
          ids.map((_, index) => currentId(streamOf(servers, ids, tokens, index))),
        )
        for (const index of behind)
          if (seen[index] === now[index % ids.length]) behind.delete(index)
        return behind.size
      })
    },
    stop: () => {
      over = true
      for (const end of ends) end()
    },
  }
}

/** Looks until nothing is left. @returns what is, after so long */
async function waited(withinMs: number, left: () => Promise<number>): Promise<number> {
  for (const until = performance.now() + withinMs; ; ) {
    const now = await left()
    if (now === 0 || performance.now() > until) return now
    await pause(LOOK_MS)
  }
}

interface Stream {
  readonly address: string
  readonly token: string
}

const streamOf = (
  servers: Servers,
  ids: readonly string[],
  tokens: readonly string[],
  index: number,
): Stream => ({
  address: servers.urlFor(index) + queueEventsPath(ids[index % ids.length] ?? ''),
  token: tokens[index % tokens.length] ?? '',
})

/** What a watcher who comes now is told. */
const currentId = (stream: Stream): Promise<string> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => end(), ANSWERS_MS)
    const end = openStream(stream, '', {
      opened: () => {},
      saw: (id) => {
        resolve(id)
        end()
      },
      ended: () => {
        clearTimeout(timer)
        resolve('')
      },
    })
  })

/** @returns what ends it */
function openStream({ address, token }: Stream, lastId: string, told: Told): () => void {
  let hasEnded = false
  const ended = () => {
    if (!hasEnded) told.ended()
    hasEnded = true
  }
  const headers = { token, ...(lastId !== '' && { 'Last-Event-ID': lastId }) }
  const request = get(address, { headers }, (response) => {
    let isOpen = false
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (some: string) => {
      const events = (text + some).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const [, id] = /^id: (\S+)$/m.exec(event) ?? []
        if (id !== undefined) told.saw(id)
        // Whatever comes after the greeting is the queue, or that nothing of it changed.
        if (isOpen || !/^event: /m.test(event)) continue
        isOpen = true
        told.opened()
      }
    })
    response.on('error', () => {})
    response.once('close', ended)
  })
  request.once('error', ended)
  return () => request.destroy()
}

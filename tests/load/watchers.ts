import { get } from 'node:http'
import { queueEventsPath } from '#core/contract/queue-events.ts'
import type { Servers } from './servers.ts'

/** What the server tells browsers to wait before they come back (`retry`). */
const RETRY_MS = 2_000
const OPENED_AT_ONCE = 50

/** Customers who watch queues, and come back when their stream ends. */
export interface Watchers {
  readonly count: () => number
  /** Since so long each that lost its stream was without one, in ms. */
  readonly gaps: readonly number[]
  /** Those that have no stream now. */
  readonly away: () => number
  readonly stop: () => void
}

export async function runWatchers(
  servers: Servers,
  ids: readonly string[],
  tokens: readonly string[],
  count: number,
): Promise<Watchers> {
  const gaps: number[] = []
  let open = 0
  let over = false
  const ends: (() => void)[] = []

  const watch = (index: number): Promise<void> =>
    new Promise((resolve) => {
      const path = queueEventsPath(ids[index % ids.length] ?? '')
      const token = tokens[index % tokens.length] ?? ''
      let lostAt: number | null = null
      let lastId = ''
      const connect = () => {
        if (over) return
        let isOpen = false
        const ended = () => {
          if (isOpen) {
            open--
            lostAt = performance.now()
          }
          isOpen = false
          if (!over) setTimeout(connect, RETRY_MS)
        }
        const headers = { token, ...(lastId !== '' && { 'Last-Event-ID': lastId }) }
        const request = get(servers.urlFor(index) + path, { headers }, (response) => {
          response.setEncoding('utf8')
          response.on('data', (text: string) => {
            lastId = /^id: (\S+)$/m.exec(text)?.[1] ?? lastId
            // Whatever comes after the greeting is the queue, or that nothing of it changed.
            if (isOpen || !/^event: /m.test(text)) return
            isOpen = true
            open++
            if (lostAt !== null) gaps.push(performance.now() - lostAt)
            resolve()
          })
          response.on('error', () => {})
          response.once('close', ended)
        })
        request.once('error', () => {
          if (!isOpen && !over) setTimeout(connect, RETRY_MS)
        })
        ends[index] = () => request.destroy()
      }
      connect()
    })

  for (let begun = 0; begun < count; begun += OPENED_AT_ONCE) {
    const some = Math.min(OPENED_AT_ONCE, count - begun)
    await Promise.all(Array.from({ length: some }, (_, index) => watch(begun + index)))
  }
  return {
    count: () => open,
    gaps,
    away: () => count - open,
    stop: () => {
      over = true
      for (const end of ends) end()
    },
  }
}

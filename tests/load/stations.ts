import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, like } from 'drizzle-orm'
import { begin, claim, filePath, heartbeat, printed } from '#core/contract/station/protocol.ts'
import type { Connection } from '#server/database/connect.ts'
import { machines, stock } from '#server/database/schema.ts'
import { newEnrolmentCode } from '#server/stations/agents/enrolment.ts'
import { createServerClient, enrolWith, ServerRefused } from '#station/server/server-client.ts'
import { newKeys } from '../contract/station-agents.ts'
import type { Servers } from './servers.ts'

const PLENTY = 1_000_000
/** What the customers order; a machine has thousands of other blanks, which only fill the table. */
const ORDERED = 'case:apple-iphone-15-pro:%'
const WAIT_MS = 20_000
const HEARTBEAT_MS = 10_000
const RETRY_MS = 500
const ENROLLED_AT_ONCE = 10

/** So many machines like the first sample. @returns their ids */
export async function addMachines({ database }: Connection, count: number): Promise<string[]> {
  const [sample] = await database.select().from(machines).where(eq(machines.id, 'M001'))
  const stocked = await database
    .select()
    .from(stock)
    .where(and(eq(stock.machineId, 'M001'), like(stock.item, ORDERED)))
  if (sample === undefined || stocked.length === 0)
    throw new Error('no sample machine with what is ordered')
  const ids = Array.from({ length: count }, (_, index) => `L${index + 1}`)
  const lastSeenAt = new Date()
  for (const id of ids) {
    await database.insert(machines).values({ ...sample, id, slots: PLENTY, lastSeenAt })
    const rows = stocked.map((row) => ({ ...row, machineId: id, available: PLENTY }))
    await database.insert(stock).values(rows)
  }
  return ids
}

/** Agents that print in no time, by the real protocol. */
export interface Stations {
  /** Orders whose print came out, once for each sheet. */
  readonly sheets: readonly string[]
  /** What the server did not take of a sheet that came out. */
  readonly refused: readonly string[]
  readonly stop: () => Promise<void>
}

export async function runStations(
  servers: Servers,
  { database }: Connection,
  ids: readonly string[],
): Promise<Stations> {
  const sheets: string[] = []
  const refused: string[] = []
  const over = new AbortController()
  const { signal } = over
  setMaxListeners(0, signal)
  const station = async (id: string, index: number): Promise<void> => {
    const { key, publicKey } = newKeys()
    const code = await newEnrolmentCode({ database, now: () => new Date() }, id)
    const { agent } = await enrolWith(servers.urlFor(index), code, publicKey)
    const client = () => createServerClient({ server: servers.urlFor(index), agent, key })
    /** Until it is heard: the server may have been killed, and its answer lost. @returns whether it is taken */
    const insist = async (work: () => Promise<unknown>): Promise<boolean> => {
      while (!signal.aborted) {
        try {
          await work()
          return true
        } catch (thrown) {
          if (thrown instanceof ServerRefused) return false
          await pause(RETRY_MS)
        }
      }
      return false
    }
    const beat = async () => {
      while (!signal.aborted) {
        await client()
          .call(heartbeat, { printer: { state: 'idle', reasons: [] } }, signal)
          .catch(() => {})
        await pause(HEARTBEAT_MS, undefined, { signal }).catch(() => {})
      }
    }
    const print = async () => {
      while (!signal.aborted) {
        const claimed = await client()
          .call(claim, { waitMs: WAIT_MS }, signal)
          .catch(() => pause(RETRY_MS).then(() => ({ job: null })))
        if (claimed.job === null) continue
        const { id: job, token, orderNumber } = claimed.job
        const file = await client()
          .download(filePath(job, token), signal)
          .then((answer) => answer.arrayBuffer())
          .catch(() => null)
        if (file === null) continue
        // Refused, it may not print: it claims again, and the server says.
        if (!(await insist(() => client().call(begin, { job, token })))) continue
        sheets.push(orderNumber)
        if (!(await insist(() => client().call(printed, { job, token })))) refused.push(orderNumber)
      }
    }
    running.push(beat(), print())
  }
  const running: Promise<void>[] = []
  for (let from = 0; from < ids.length; from += ENROLLED_AT_ONCE) {
    const some = ids.slice(from, from + ENROLLED_AT_ONCE)
    await Promise.all(some.map((id, index) => station(id, from + index)))
  }
  return {
    sheets,
    refused,
    stop: async () => {
      over.abort()
      await Promise.all(running)
    },
  }
}

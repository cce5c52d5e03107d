import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { faultsOf } from '#core/commerce/stations/printer-faults.ts'
import { claim, type Heartbeat, heartbeat } from '#core/contract/station/protocol.ts'
import { limits } from '#core/limits.ts'
import { lockFolder } from './agent-lock.ts'
import { createIppPrinter, type PrinterLook } from './ipp/ipp-printer.ts'
import { openJournal } from './journal/journal.ts'
import {
  awayPrinter,
  type Bench,
  isAway,
  type PrintNews,
  printJob,
  recover,
} from './printing/print-job.ts'
import { keepIdentity, readIdentity } from './server/key-file.ts'
import {
  createServerClient,
  enrolWith,
  type ServerClient,
  ServerRefused,
} from './server/server-client.ts'
import type { StationSettings } from './settings.ts'

/** What an agent tells its own screen. */
export interface AgentNews {
  readonly print: (news: PrintNews) => void
  readonly printer: (look: PrinterLook) => void
  readonly server: (answer: Heartbeat | null) => void
}

export interface RunningAgent {
  readonly server: ServerClient
  readonly stop: () => Promise<void>
}

const LOOK_MS = 2_000
const RETRY_MS = 2_000
const CLAIM_MS = 25_000

type AgentSettings = Pick<StationSettings, 'server' | 'enrol' | 'machine' | 'folder'> & {
  readonly clock?: () => number
}

/**
 * Runs an agent: ends first what its last run broke off in, then claims and prints one job after the
 * other, and tells the server of its printer all the time.
 * @param printer its address
 * @throws Error where it is not enrolled, or another agent runs in its folder
 */
export async function startAgent(
  settings: AgentSettings,
  printer: string,
  news: AgentNews,
  log: (text: string) => void,
): Promise<RunningAgent> {
  const { folder } = settings
  const unlock = await lockFolder(folder)
  const server = await enrolled(settings)
  const journal = await openJournal(join(folder, 'journal.jsonl'))
  const stopping = new AbortController()
  const { signal } = stopping
  const ipp = createIppPrinter(printer)
  let look: PrinterLook = awayPrinter
  const bench: Bench = {
    server,
    printer: ipp,
    journal,
    folder,
    log,
    signal,
    news: news.print,
    look: (seen) => {
      look = seen
      news.printer(seen)
    },
  }
  const watching = watchPrinter(bench, news, () => look)
  const working = work(bench, () => look)
  return {
    server,
    stop: async () => {
      stopping.abort()
      await Promise.all([watching, working])
      await journal.close()
      await unlock()
    },
  }
}

/** A client that signs by the agent's own key. @throws Error that says what to do */
async function enrolled(settings: AgentSettings): Promise<ServerClient> {
  const { folder, server, enrol, machine, clock } = settings
  const path = join(folder, 'key.json')
  let identity = await readIdentity(path)
  if (identity.agent === null) {
    if (enrol === null) {
      throw new Error(
        'This agent is not enrolled: have staff make a code, and start it with --enrol.',
      )
    }
    const answer = await enrolWith(server, enrol, identity.publicKey)
    if (answer.machine !== machine) {
      throw new Error(`The code is one of machine ${answer.machine}, not of ${machine}.`)
    }
    identity = { ...identity, agent: answer.agent }
    await keepIdentity(path, identity)
  }
  const { agent, key } = identity
  if (agent === null) throw new Error('This agent is not enrolled.')
  return createServerClient({ server, agent, key, ...(clock && { clock }) })
}

/** Tells of the printer at once when it changes, and else by each heartbeat. */
async function watchPrinter(bench: Bench, news: AgentNews, latest: () => PrinterLook) {
  const { printer, server, signal, look: see } = bench
  let [toldAt, told] = [0, '']
  let answeredAt = 0
  while (!signal.aborted) {
    try {
      see(await printer.look())
      answeredAt = Date.now()
    } catch {
      if (isAway(answeredAt)) see(awayPrinter)
    }
    const { state, reasons } = latest()
    const tell = JSON.stringify([faultsOf(state, reasons)])
    if (tell !== told || Date.now() - toldAt >= limits.heartbeatMs) {
      const printerNow = { state, reasons: [...reasons] }
      const answer = await server
        .call(heartbeat, { printer: printerNow }, signal)
        .catch((thrown: unknown) => {
          if (thrown instanceof ServerRefused) bench.log(`the server refused: ${thrown.error}`)
          return null
        })
      news.server(answer)
      if (answer !== null) [toldAt, told] = [Date.now(), tell]
    }
    await pause(LOOK_MS, undefined, { signal }).catch(() => {})
  }
}

async function work(bench: Bench, latest: () => PrinterLook): Promise<void> {
  const { server, signal, log } = bench
  await recover(bench)
  while (!signal.aborted) {
    try {
      const { state, reasons } = latest()
      if (faultsOf(state, reasons).length > 0) await pause(POLL_MS, undefined, { signal })
      else {
        const { job } = await server.call(claim, { waitMs: CLAIM_MS }, signal)
        if (job !== null) await printJob(bench, job)
      }
    } catch (thrown) {
      if (signal.aborted) return
      log(`no job was claimed: ${String(thrown)}`)
      await pause(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
}

const POLL_MS = 200

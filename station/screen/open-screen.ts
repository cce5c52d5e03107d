import { EventEmitter } from 'node:events'
import { z } from 'zod'
import { type Heartbeat, pickup } from '#core/contract/station/protocol.ts'
import type { StationJob } from '#core/contract/station/station-job.ts'
import type { AgentNews } from '../agent.ts'
import type { PrinterLook } from '../ipp/ipp-printer.ts'
import { type ServerClient, ServerRefused } from '../server/server-client.ts'
import {
  openWindow,
  pathOf,
  readJson,
  sendEvents,
  sendJson,
  type WindowServer,
} from './window-server.ts'
import type { StationWords } from './words.ts'

interface Options {
  readonly dist: string
  readonly port: number
  /** Where customers find the shop. */
  readonly shop: string
  readonly machine: string
  readonly readWords: (language: string) => Promise<StationWords>
  /** Hears when the machine's language is another. */
  readonly onWords?: (words: StationWords) => void
}

/** The station's own screen: what the agent tells it is what it shows. */
export interface Screen extends WindowServer {
  readonly news: AgentNews
  /** From then on prints can be collected here. */
  readonly serve: (server: ServerClient) => void
}

const pickupSchema = z.object({ code: z.string().trim().min(1).max(200) })

export async function openScreen({
  dist,
  port,
  shop,
  machine,
  readWords,
  onWords,
}: Options): Promise<Screen> {
  const changes = new EventEmitter().setMaxListeners(0)
  let words = await readWords('en-us')
  let language = 'en-us'
  let heard: Heartbeat | null = null
  let isOnline = false
  let look: PrinterLook | null = null
  let print: { job: StationJob; phase: string; impressions: number } | null = null
  let server: ServerClient | null = null

  const change =
    <Values extends unknown[]>(apply: (...values: Values) => void) =>
    (...values: Values) => {
      const before = JSON.stringify(state())
      apply(...values)
      if (JSON.stringify(state()) !== before) changes.emit('change')
    }
  const state = () => ({
    words,
    machine: heard?.machine ?? { id: machine, name: machine, state: 'offline' },
    isOnline,
    code: heard === null ? null : `${shop}/#/?machine_id=${machine}&claim=${heard.claim}`,
    reasons: look?.reasons ?? [],
    printing: print && {
      printNumber: print.job.printNumber,
      kind: print.job.kind,
      phase: print.phase,
      impressions: print.impressions,
      sheets: print.job.size === null ? print.job.quantity : 1,
    },
    waiting: heard?.waiting ?? [],
    ready: heard?.ready ?? [],
  })
  const news: AgentNews = {
    print: change((told) => {
      const { kind, job } = told
      print = kind === 'ended' ? null : { job, phase: kind, impressions: told.impressions }
    }),
    printer: change((seen) => {
      look = seen
    }),
    server: change((answer) => {
      isOnline = answer !== null
      if (answer === null) return
      // A fresh code each minute: the same scan holds for longer, and a code that jumps is hard to read.
      const isFresh = heard !== null && Date.now() - codeAt < CODE_MS
      if (!isFresh) codeAt = Date.now()
      heard = { ...answer, claim: isFresh && heard !== null ? heard.claim : answer.claim }
      if (answer.machine.language !== language) {
        language = answer.machine.language
        void readWords(language).then((read) => {
          words = read
          changes.emit('change')
          onWords?.(read)
        })
      }
    }),
  }
  let codeAt = 0

  const collect = async (code: string) => {
    if (server === null) return { status: 503, body: { refusal: null } }
    try {
      return { status: 200, body: await server.call(pickup, { code }) }
    } catch (thrown) {
      if (!(thrown instanceof ServerRefused)) return { status: 503, body: { refusal: null } }
      const { refusal, params } = thrown
      return { status: 409, body: { refusal, params } }
    }
  }
  const window = await openWindow(dist, 'station.html', port, async (request, response) => {
    const path = pathOf(request)
    if (path === '/events') {
      sendEvents(response, state, (changed) => {
        changes.on('change', changed)
        return () => changes.off('change', changed)
      })
    } else if (path === '/state') sendJson(response, 200, state())
    else if (request.method === 'POST' && path === '/pickup') {
      const parsed = pickupSchema.safeParse(await readJson(request).catch(() => null))
      const { status, body } = parsed.success
        ? await collect(parsed.data.code)
        : { status: 422, body: { refusal: null } }
      sendJson(response, status, body)
    } else return false
    return true
  })
  return {
    ...window,
    news,
    serve: (client) => {
      server = client
    },
  }
}

const CODE_MS = 55_000

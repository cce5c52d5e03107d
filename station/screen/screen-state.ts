import { EventEmitter } from 'node:events'
import type { Heartbeat } from '#core/contract/station/protocol.ts'
import type { StationJob } from '#core/contract/station/station-job.ts'
import type { AgentNews } from '../agent.ts'
import type { PrinterLook } from '../ipp/ipp-printer.ts'
import type { StationWords } from './words.ts'

/** A scanned code holds for longer than this, and a code that jumps is hard to read. */
const CODE_MS = 55_000
const FIRST_LANGUAGE = 'en-us'

interface Print {
  readonly job: StationJob
  readonly phase: string
  readonly impressions: number
}

const printShown = ({ job, phase, impressions }: Print) => ({
  printNumber: job.printNumber,
  kind: job.kind,
  phase,
  impressions,
  sheets: job.size === null ? job.quantity : 1,
})

/** Keeps the code that is shown while it is fresh, whatever comes with each heartbeat. */
function createCode() {
  let shown: { readonly claim: string; readonly sinceMs: number } | null = null
  return (claim: string): string => {
    const nowMs = Date.now()
    if (shown === null || nowMs - shown.sinceMs >= CODE_MS) shown = { claim, sinceMs: nowMs }
    return shown.claim
  }
}

export interface ScreenOptions {
  /** Where customers find the shop. */
  readonly shop: string
  readonly machine: string
  readonly readWords: (language: string) => Promise<StationWords>
  /** Hears when the machine's language is another. */
  readonly onWords?: (words: StationWords) => void
  readonly log: (text: string) => void
}

/** What a station's screen shows, made of what the agent tells; says when that is another. */
export async function createScreenState({ shop, machine, readWords, onWords, log }: ScreenOptions) {
  const changes = new EventEmitter().setMaxListeners(0)
  const codeOf = createCode()
  let words = await readWords(FIRST_LANGUAGE)
  let language = FIRST_LANGUAGE
  let heard: Heartbeat | null = null
  let code: string | null = null
  let isOnline = false
  let look: PrinterLook | null = null
  let print: Print | null = null

  const state = () => ({
    words,
    machine: heard?.machine ?? { id: machine, name: machine, state: 'offline' },
    isOnline,
    code,
    reasons: look?.reasons ?? [],
    printing: print && printShown(print),
    waiting: heard?.waiting ?? [],
    ready: heard?.ready ?? [],
  })
  const change =
    <Values extends unknown[]>(apply: (...values: Values) => void) =>
    (...values: Values) => {
      const before = JSON.stringify(state())
      apply(...values)
      if (JSON.stringify(state()) !== before) changes.emit('change')
    }
  const speak = async (other: string) => {
    language = other
    const read = await readWords(other)
    change(() => {
      words = read
    })()
    onWords?.(read)
  }
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
      heard = answer
      code = `${shop}/#/?machine_id=${machine}&claim=${codeOf(answer.claim)}`
      if (answer.machine.language === language) return
      speak(answer.machine.language).catch((thrown: unknown) => {
        log(`its words could not be read in another language: ${String(thrown)}`)
      })
    }),
  }
  const onChange = (changed: () => void) => {
    changes.on('change', changed)
    return () => {
      changes.off('change', changed)
    }
  }
  return { state, news, onChange }
}

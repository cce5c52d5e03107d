import { setTimeout as pause } from 'node:timers/promises'
import { NO_ANSWER } from '#core/commerce/stations/printer-faults.ts'
import {
  begin,
  failed,
  printed,
  progress,
  release,
  unknown,
} from '#core/contract/station/protocol.ts'
import type { StationJob } from '#core/contract/station/station-job.ts'
import type { IppPrinter, PrinterJob, PrinterLook } from '../ipp/ipp-printer.ts'
import type { End, Journal } from '../journal/journal.ts'
import { recoveryOf } from '../journal/recovery.ts'
import { type ServerClient, ServerRefused } from '../server/server-client.ts'
import { sheetAsTaken } from './convert-sheet.ts'
import { fetchPrintFile, readFileStream, WrongFile } from './print-file.ts'
import { type SheetFile, sheetFileOf } from './sheet-file.ts'

/** What the screen hears of a print. */
export type PrintNews =
  | {
      readonly kind: 'claimed' | 'printing'
      readonly job: StationJob
      readonly impressions: number
    }
  | { readonly kind: 'ended'; readonly job: StationJob; readonly end: End }

export interface Bench {
  readonly server: ServerClient
  readonly printer: IppPrinter
  readonly journal: Journal
  /** Where files of the job at hand lie. */
  readonly folder: string
  readonly news: (news: PrintNews) => void
  readonly look: (look: PrinterLook) => void
  readonly log: (text: string) => void
  readonly signal: AbortSignal
}

const FIRST_POLL_MS = 40
const POLL_MS = 300
/** The lease is made longer so often; a tenth of it. */
const TELL_MS = 10_000
const RETRY_MS = 1_000
/** A printer that is away for so long is not waited for. */
const AWAY_MS = 600_000

/** One answer that is lost is no fault: the orders that wait would be held, and resumed. */
const UNANSWERED_MS = 6_000
export const awayPrinter: PrinterLook = { state: 'stopped', reasons: [NO_ANSWER], formats: [] }

/** Whether a printer that answered last then counts as one that does not answer. */
export const isAway = (answeredAt: number): boolean => Date.now() - answeredAt > UNANSWERED_MS

const nameOf = ({ id, token }: StationJob): string => `stampa-${id}-${token}`
const of = ({ id, token }: StationJob) => ({ job: id, token })

/** Prints a job that was just claimed, each step written down before it is taken. */
export async function printJob(bench: Bench, job: StationJob): Promise<void> {
  const { journal, folder, server } = bench
  await journal.write({ step: 'claimed', job })
  bench.news({ kind: 'claimed', job, impressions: 0 })
  const keeping = keepLease(bench, job)
  let sheet: SheetFile
  let trouble: string | null = null
  try {
    const path = `${folder}/print-file`
    await fetchPrintFile(server, job, path)
    sheet = await sheetFileOf(job, path, `${folder}/sheet.png`)
    const { formats } = await bench.printer.look()
    sheet = await sheetAsTaken(sheet, formats, `${folder}/converted`).catch((thrown: unknown) => {
      trouble = thrown instanceof Error ? thrown.message : String(thrown)
      return sheet
    })
    await journal.write({ step: 'fetched' })
  } catch (thrown) {
    bench.log(`order ${job.orderNumber} was not printed: ${String(thrown)}`)
    // A file that is wrong is wrong again at the next try: staff must see it.
    if (!(thrown instanceof WrongFile)) return await finish(bench, job, 'release', String(thrown))
    return await refuseFile(bench, job, `wrong file: ${thrown.message}`)
  } finally {
    keeping.stop()
  }
  if (trouble !== null) return await refuseFile(bench, job, trouble)
  if (!(await isBegun(bench, job))) return
  await sendSheet(bench, job, sheet)
}

/** Nothing is sent; the try counts, so that it is not tried for ever. */
async function refuseFile(bench: Bench, job: StationJob, note: string): Promise<void> {
  if (await isBegun(bench, job)) await finish(bench, job, 'failed', note)
}

/** The server's word comes before the first byte; without it nothing is sent. */
async function isBegun(bench: Bench, job: StationJob): Promise<boolean> {
  await bench.journal.write({ step: 'beginning' })
  try {
    await bench.server.call(begin, of(job))
    return true
  } catch (thrown) {
    // Whether it was heard is not known; that nothing was sent is.
    await finish(bench, job, 'failed', `not begun: ${String(thrown)}`)
    return false
  }
}

async function sendSheet(bench: Bench, job: StationJob, sheet: SheetFile): Promise<void> {
  const { journal, printer } = bench
  bench.news({ kind: 'printing', job, impressions: 0 })
  let id: number
  try {
    await journal.write({ step: 'creating' })
    id = await printer.createJob({ name: nameOf(job), ...sheet })
    await journal.write({ step: 'created', printerJob: id })
  } catch (thrown) {
    return await finish(bench, job, 'failed', `no job was made: ${String(thrown)}`)
  }
  await journal.write({ step: 'sending' })
  try {
    await printer.sendDocument(id, sheet.mediaType, readFileStream(sheet.path))
    await journal.write({ step: 'sent' })
  } catch (thrown) {
    // The answer may have been lost, and the page printed: the printer knows.
    bench.log(`the printer's answer was lost: ${String(thrown)}`)
  }
  await watchPrint(bench, job, id)
}

/** Looks after a job that the printer has until its end is known, or cannot be. */
async function watchPrint(bench: Bench, job: StationJob, id: number | null): Promise<void> {
  const started = Date.now()
  let [seen, told, tells] = [started, 0, '']
  let look: PrinterLook = { state: 'processing', reasons: [], formats: [] }
  let waitsSince: number | null = null
  let pauseMs = FIRST_POLL_MS
  for (;;) {
    if (bench.signal.aborted) return
    let found: PrinterJob | null | undefined
    try {
      look = await bench.printer.look()
      found = id === null ? await bench.printer.jobNamed(nameOf(job)) : await bench.printer.job(id)
      seen = Date.now()
    } catch {
      if (isAway(seen)) look = awayPrinter
      if (Date.now() - seen > AWAY_MS) {
        return await finish(bench, job, 'unknown', 'the printer does not answer')
      }
    }
    bench.look(look)
    if (found === null)
      return await finish(bench, job, 'unknown', 'the printer does not know the job')
    if (found !== undefined) {
      id = found.id
      const end = endOf(found)
      if (end !== null) return await finish(bench, job, end, `printer job ${found.state}`)
      // An idle printer whose job waits never got the page: it was lost on its way.
      const isIncoming = found.state === 'waiting' && look.state === 'idle'
      waitsSince = isIncoming ? (waitsSince ?? Date.now()) : null
      if (waitsSince !== null && isAway(waitsSince)) {
        await bench.printer.cancel(found.id).catch(() => {})
      }
      bench.news({ kind: 'printing', job, impressions: found.impressions ?? 0 })
    }
    const tell = JSON.stringify([look.state, look.reasons, found?.impressions])
    if (tell !== tells || Date.now() - told > TELL_MS) {
      if (!(await isListenedTo(bench, job, look, found?.impressions ?? null))) {
        bench.log(`order ${job.orderNumber} is another's by now; its print goes on`)
      }
      ;[told, tells] = [Date.now(), tell]
    }
    await pause(pauseMs, undefined, { signal: bench.signal }).catch(() => {})
    pauseMs = Math.min(POLL_MS, 2 * pauseMs)
  }
}

/** Aborted or cancelled before a side came out is a failure; after it, nobody knows how much is on it. */
function endOf({ state, impressions }: PrinterJob): End | null {
  if (state === 'completed') return 'printed'
  if (state !== 'aborted' && state !== 'canceled') return null
  return impressions === 0 ? 'failed' : 'unknown'
}

async function isListenedTo(
  { server }: Bench,
  job: StationJob,
  { state, reasons }: PrinterLook,
  impressions: number | null,
): Promise<boolean> {
  try {
    const printer = { state, reasons: [...reasons] }
    await server.call(progress, {
      ...of(job),
      printer,
      ...(impressions !== null && { impressions }),
    })
    return true
  } catch (thrown) {
    return !(thrown instanceof ServerRefused)
  }
}

/** Keeps a claim while the file is fetched and the sheet is made. */
function keepLease({ server }: Bench, job: StationJob): { stop: () => void } {
  const timer = setInterval(() => {
    server.call(progress, of(job)).catch(() => {})
  }, TELL_MS)
  return { stop: () => clearInterval(timer) }
}

/** Writes the end down, then tells the server until it has heard. */
async function finish(bench: Bench, job: StationJob, end: End, note: string): Promise<void> {
  await bench.journal.write({ step: 'ended', end, note })
  await tellEnd(bench, job, end, note)
}

type Told = { readonly job: string; readonly token: number; readonly note: string }

const endCalls: Readonly<Record<End, (server: ServerClient, told: Told) => Promise<unknown>>> = {
  printed: (server, told) => server.call(printed, told),
  failed: (server, told) => server.call(failed, told),
  unknown: (server, told) => server.call(unknown, told),
  release: (server, told) => server.call(release, told),
}

async function tellEnd(bench: Bench, job: StationJob, end: End, note: string): Promise<void> {
  while (!bench.signal.aborted) {
    try {
      await endCalls[end](bench.server, { ...of(job), note: note.slice(0, 500) })
      break
    } catch (thrown) {
      if (thrown instanceof ServerRefused && isFinal(thrown)) {
        // A beginning that the server never heard of is a claim that is given back.
        const given = { ...of(job), note: note.slice(0, 500) }
        if (end === 'failed') await bench.server.call(release, given).catch(() => {})
        bench.log(`the server did not take "${end}" for order ${job.orderNumber}: ${thrown.error}`)
        break
      }
      await pause(RETRY_MS, undefined, { signal: bench.signal }).catch(() => {})
    }
  }
  if (bench.signal.aborted) return
  await bench.journal.write({ step: 'told' })
  bench.news({ kind: 'ended', job, end })
}

const isFinal = ({ error }: ServerRefused): boolean =>
  ['fenced', 'job-unknown', 'request-wrong', 'agent-revoked', 'agent-unknown'].includes(error)

/** Ends what the last run of this agent broke off in; never sends it again. */
export async function recover(bench: Bench): Promise<void> {
  const { journal, printer } = bench
  const recovery = recoveryOf(journal.entries())
  if (recovery.kind === 'nothing') return
  const { job } = recovery
  bench.log(`order ${job.orderNumber} was at hand when the agent ended: ${recovery.kind}`)
  if (recovery.kind === 'ask-printer') return await watchPrint(bench, job, recovery.printerJob)
  // A job that the printer was told of and sent no page of would wait there for ever.
  const created = journal.entries().find(({ step }) => step === 'created')
  if (created?.step === 'created' && recovery.end === 'failed') {
    await printer.cancel(created.printerJob).catch(() => {})
  }
  if (journal.entries().at(-1)?.step === 'ended') {
    return await tellEnd(bench, job, recovery.end, recovery.note)
  }
  await finish(bench, job, recovery.end, recovery.note)
}

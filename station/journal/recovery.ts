import type { StationJob } from '#core/contract/station/station-job.ts'
import type { End, Entry } from './journal.ts'

/** What an agent that starts again does about the job that its journal breaks off in. */
export type Recovery =
  | { readonly kind: 'nothing' }
  /** The end is certain, and the server is told. */
  | { readonly kind: 'tell'; readonly job: StationJob; readonly end: End; readonly note: string }
  /** The printer may have it: it is asked, and the job is never sent again. */
  | { readonly kind: 'ask-printer'; readonly job: StationJob; readonly printerJob: number | null }

/**
 * What a journal says of its last job. Before `sending` was written no page can have come out:
 * Create-Job alone prints nothing.
 */
export function recoveryOf(entries: readonly Entry[]): Recovery {
  const [first] = entries
  if (first?.step !== 'claimed') return { kind: 'nothing' }
  const { job } = first
  const last = entries.at(-1) ?? first
  switch (last.step) {
    case 'claimed':
    case 'fetched':
      return { kind: 'tell', job, end: 'release', note: 'restarted' }
    case 'beginning':
    case 'creating':
    case 'created':
      return { kind: 'tell', job, end: 'failed', note: 'restarted before a page was sent' }
    case 'sending':
    case 'sent': {
      const created = entries.find(({ step }) => step === 'created')
      const printerJob = created?.step === 'created' ? created.printerJob : null
      return { kind: 'ask-printer', job, printerJob }
    }
    case 'ended':
      return { kind: 'tell', job, end: last.end, note: last.note }
    case 'told':
      return { kind: 'nothing' }
  }
}

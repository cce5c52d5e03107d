import { atom } from 'jotai'
import type { Fault } from '#core/errors.ts'
import type { Progress } from '#core/jobs.ts'
import { compositor } from '#src/worker-clients/workers.ts'
import type { PrintFile, PrintRequest } from '#workers/compositor/api.ts'
import { designAtom } from './editor.ts'
import { answered, LatestJob, shownFault } from './long-job.ts'

export type PrintSettings = Pick<PrintRequest, 'format' | 'dpi'>

export type PrintJob =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: Progress | null }
  | { readonly kind: 'ready'; readonly print: PrintFile }
  | { readonly kind: 'failed'; readonly fault: Fault }

const jobAtom = atom<PrintJob>({ kind: 'idle' })
const making = new LatestJob()

/** The print file that is being made or was made last. */
export const printJobAtom = atom((get) => get(jobAtom))

/** Makes the print file of the design as it is now; an unfinished one is stopped. */
export const makePrintAtom = atom(null, async (get, set, settings: PrintSettings) => {
  const signal = making.begin()
  set(jobAtom, { kind: 'running', progress: null })
  const outcome = await answered(
    compositor.exportPrint(
      { design: get(designAtom), ...settings },
      {
        signal,
        report: (progress) => {
          if (!signal.aborted) set(jobAtom, { kind: 'running', progress })
        },
      },
    ),
  )
  if (signal.aborted) return
  if (outcome.ok) return set(jobAtom, { kind: 'ready', print: outcome.value })
  const fault = shownFault(outcome)
  set(jobAtom, fault === null ? { kind: 'idle' } : { kind: 'failed', fault })
})

/** Stops the print file that is being made, and lets go of one that was. */
export const dropPrintAtom = atom(null, (_get, set) => {
  making.stop()
  set(jobAtom, { kind: 'idle' })
})

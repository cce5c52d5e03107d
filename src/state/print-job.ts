import { atom } from 'jotai'
import type { Fault } from '#core/errors.ts'
import type { Progress } from '#core/jobs.ts'
import { compositor } from '#src/worker-clients/workers.ts'
import type { PrintFile, PrintRequest } from '#workers/compositor/api.ts'
import { designAtom } from './editor.ts'
import { answered, shownFault } from './long-job.ts'

export type PrintSettings = Pick<PrintRequest, 'format' | 'dpi'>

export type PrintJob =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly progress: Progress | null }
  | { readonly kind: 'ready'; readonly print: PrintFile }
  | { readonly kind: 'failed'; readonly fault: Fault }

const jobAtom = atom<PrintJob>({ kind: 'idle' })
let controller: AbortController | null = null

/** The print file that is being made or was made last. */
export const printJobAtom = atom((get) => get(jobAtom))

/** Makes the print file of the design as it is now; an unfinished one is stopped. */
export const makePrintAtom = atom(null, async (get, set, settings: PrintSettings) => {
  controller?.abort()
  const own = new AbortController()
  controller = own
  set(jobAtom, { kind: 'running', progress: null })
  const outcome = await answered(
    compositor.exportPrint(
      { design: get(designAtom), ...settings },
      {
        signal: own.signal,
        report: (progress) => {
          if (controller === own) set(jobAtom, { kind: 'running', progress })
        },
      },
    ),
  )
  if (controller !== own) return
  controller = null
  if (outcome.ok) return set(jobAtom, { kind: 'ready', print: outcome.value })
  const fault = shownFault(outcome)
  set(jobAtom, fault === null ? { kind: 'idle' } : { kind: 'failed', fault })
})

/** Stops the print file that is being made, and lets go of one that was. */
export const dropPrintAtom = atom(null, (_get, set) => {
  controller?.abort()
  controller = null
  set(jobAtom, { kind: 'idle' })
})

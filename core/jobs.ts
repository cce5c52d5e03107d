import { StampaError } from './errors.ts'

/** The part of an `AbortSignal` that core needs; core knows no DOM. */
export interface CancelSignal {
  readonly aborted: boolean
}

/** A signal that can be waited for as well; core's part of an `AbortSignal`. */
export interface AbortNotice extends CancelSignal {
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** How far a job is. `done` never decreases, `total` never changes within a stage. */
export interface Progress {
  /** What the customer is told is happening; keys of `jobs.<stage>` in the studio's words. */
  readonly stage:
    | 'download'
    | 'decode'
    | 'find-face'
    | 'find-things'
    | 'separate'
    | 'refine'
    | 'draw'
    | 'enhance'
    | 'straighten'
    | 'encode'
    | 'store'
    | 'upload'
    | 'wait'
  readonly done: number
  readonly total: number
  /** `bytes` for downloads, `steps` for everything else. */
  readonly unit: 'bytes' | 'steps'
}

export type ReportProgress = (progress: Progress) => void

/** What every long operation is given by its host. */
export interface JobContext {
  readonly signal: CancelSignal
  readonly report: ReportProgress
  /**
   * Lets the host handle messages (a cancel among them) between two strips of work.
   * @throws StampaError `cancelled` when the signal is aborted
   */
  readonly checkpoint: () => Promise<void>
}

/** Throws `cancelled` when the signal is aborted. */
export function throwIfCancelled(signal: CancelSignal): void {
  if (signal.aborted) throw new StampaError('cancelled')
}

/** Settles as `work` does, or rejects with `cancelled` as soon as the signal is aborted. */
export function orAborted<T>(work: Promise<T>, signal: AbortNotice): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new StampaError('cancelled'))
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

/** A report at most this often; the first and last of a stage always go. */
const REPORT_EVERY_MS = 40

/**
 * Keeps the promise of {@link Progress}: within a stage `done` never decreases and `total` never
 * changes; a stage that comes again does not start over.
 */
export function steadyReport(report: ReportProgress, now: () => number = Date.now): ReportProgress {
  const shares = new Map<Progress['stage'], { share: number; total: number }>()
  let last = Number.NEGATIVE_INFINITY
  return (progress) => {
    const known = shares.get(progress.stage)
    const share = progress.total > 0 ? progress.done / progress.total : 0
    const stage = known ?? { share, total: progress.total }
    stage.share = Math.max(stage.share, share)
    shares.set(progress.stage, stage)
    const done = Math.round(stage.share * stage.total)
    const isEdge = known === undefined || done === stage.total
    if (!isEdge && now() - last < REPORT_EVERY_MS) return
    last = now()
    report({ ...progress, done, total: stage.total })
  }
}

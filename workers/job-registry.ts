import { type Outcome, outcomeOf } from '#core/errors.ts'
import {
  type JobContext,
  type Progress,
  type ReportProgress,
  throwIfCancelled,
} from '#core/jobs.ts'

/** A running job as the tools see it: an `AbortSignal` is also a `CancelSignal`. */
export interface Job extends JobContext {
  readonly signal: AbortSignal
}

/** A report at most this often; the first and last of a stage always go. */
const REPORT_EVERY_MS = 40

/** The jobs of this worker by id, so that `cancel` finds them. */
export class JobRegistry {
  readonly #running = new Map<string, AbortController>()

  /** Runs `work` as a job; whatever it throws becomes a fault. */
  async run<T>(
    jobId: string,
    report: ReportProgress,
    work: (job: Job) => Promise<T>,
  ): Promise<Outcome<T>> {
    const controller = new AbortController()
    this.#running.set(jobId, controller)
    const { signal } = controller
    const outcome = await outcomeOf(async () => {
      const value = await work({
        signal,
        report: steadyReport(report),
        checkpoint: () => checkpoint(signal),
      })
      throwIfCancelled(signal)
      return value
    })
    if (this.#running.get(jobId) === controller) this.#running.delete(jobId)
    return outcome
  }

  /** Nothing happens when the job has ended. */
  cancel(jobId: string): void {
    this.#running.get(jobId)?.abort()
  }
}

const turn = new MessageChannel()
const waiting: (() => void)[] = []
turn.port1.onmessage = () => waiting.shift()?.()

/** Lets messages in: a message to oneself comes after those that wait, and without a timer's delay. */
async function checkpoint(signal: AbortSignal): Promise<void> {
  throwIfCancelled(signal)
  await new Promise<void>((resolve) => {
    waiting.push(resolve)
    turn.port2.postMessage(null)
  })
  throwIfCancelled(signal)
}

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

import { type Outcome, outcomeOf } from '#core/errors.ts'
import { type JobContext, type ReportProgress, steadyReport, throwIfCancelled } from '#core/jobs.ts'
import { nextTask } from './next-task.ts'

/** A running job as the tools see it: an `AbortSignal` is also a `CancelSignal`. */
export interface Job extends JobContext {
  readonly signal: AbortSignal
}

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

async function checkpoint(signal: AbortSignal): Promise<void> {
  throwIfCancelled(signal)
  await nextTask()
  throwIfCancelled(signal)
}

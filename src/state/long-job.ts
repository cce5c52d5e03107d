import { type Fault, type Outcome, outcomeOf, unwrap } from '#core/errors.ts'
import type { Progress } from '#core/jobs.ts'

/** How a long call of a worker is doing. */
export interface JobRun {
  readonly running: boolean
  readonly progress: Progress | null
  readonly fault: Fault | null
}

export const atRest: JobRun = { running: false, progress: null, fault: null }
export const runningAt = (progress: Progress | null): JobRun => ({
  ...atRest,
  running: true,
  progress,
})
/** A job that has ended as its call did. */
export const endedAs = (outcome: Outcome<unknown>): JobRun => ({
  ...atRest,
  fault: shownFault(outcome),
})

/** What the customer is told of an end: nothing where it went well or they stopped it. */
export const shownFault = (outcome: Outcome<unknown>): Fault | null =>
  outcome.ok || outcome.fault.code === 'cancelled' ? null : outcome.fault

/** One job at a time: the next takes the place of the one before. */
export class LatestJob {
  #own: AbortController | null = null

  get isRunning(): boolean {
    return this.#own !== null
  }

  /**
   * Stops the job before.
   * @returns the new one's signal, aborted once it is stopped or replaced
   */
  begin(): AbortSignal {
    this.stop()
    this.#own = new AbortController()
    return this.#own.signal
  }

  stop(): void {
    this.#own?.abort()
    this.#own = null
  }

  /** The job is over; what it leaves running is no longer stopped with it. */
  end(): void {
    this.#own = null
  }
}

/** A call's outcome, also where it rejects instead of answering. */
export const answered = <T>(call: Promise<Outcome<T>>): Promise<Outcome<T>> =>
  outcomeOf(async () => unwrap(await call))

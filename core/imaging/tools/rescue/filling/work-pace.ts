import type { JobContext } from '../../../../jobs.ts'

/** Steps of some nanoseconds each between two looks at whether a job was cancelled: some ms, on a slow phone some tens. */
const STEPS_MOST = 1_000_000

/**
 * Counts a job's work and gives way to its host after so much of it, so that a cancel is heard however
 * large a hole is.
 */
export class WorkPace {
  readonly #job: Pick<JobContext, 'checkpoint'>
  readonly #most: number
  #done = 0

  constructor(job: Pick<JobContext, 'checkpoint'>, most = STEPS_MOST) {
    this.#job = job
    this.#most = most
  }

  /** So many steps were done since the last call. */
  async spend(steps: number): Promise<void> {
    this.#done += steps
    if (this.#done < this.#most) return
    this.#done = 0
    await this.#job.checkpoint()
  }
}

import { useState } from 'react'
import type { Outcome } from '#core/errors.ts'
import { answered, atRest, endedAs, type JobRun, runningAt } from '#src/state/long-job.ts'

/** A job that a press starts: whether it runs, and why the last one did not go well. */
export function useJob<Asked extends readonly unknown[], T>(
  work: (...asked: Asked) => Promise<Outcome<T>>,
) {
  const [job, setJob] = useState<JobRun>(atRest)
  const run = async (...asked: Asked): Promise<Outcome<T>> => {
    setJob(runningAt(null))
    const outcome = await answered(work(...asked))
    setJob(endedAs(outcome))
    return outcome
  }
  return { running: job.running, fault: job.fault, run }
}

import type { Progress } from '#core/jobs.ts'

/**
 * 0 to 1; null while a job has not said how far it is: before a stage begins, in one of a single
 * step, and after one is over, for what comes next has not spoken yet.
 */
export const shareDone = (progress: Progress | null): number | null => {
  if (progress === null || progress.total === 0 || progress.done >= progress.total) return null
  return progress.unit === 'steps' && progress.total === 1 ? null : progress.done / progress.total
}

import type { Progress } from '#core/jobs.ts'

/** 0 to 1; null while a job has not said how far it is. */
export const shareDone = (progress: Progress | null): number | null =>
  progress === null || progress.total === 0 ? null : Math.min(1, progress.done / progress.total)

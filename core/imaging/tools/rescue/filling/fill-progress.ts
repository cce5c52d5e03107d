import type { JobContext } from '../../../../jobs.ts'

/** Says how much of a part of the work is done, 0..1. */
export type ReachedShare = (share: number) => void

/** Steps in which a stroke's progress is told. */
const PARTS = 100

/**
 * How far a job that fills holes is: strokes, and parts of each while it is filled.
 * @param strokes how many things are filled, one after the other
 * @returns for each of them where its own share is told
 */
export function fillProgress(
  { report }: Pick<JobContext, 'report'>,
  strokes: number,
): (stroke: number) => ReachedShare {
  const total = Math.max(1, strokes) * PARTS
  let done = 0
  return (stroke) => (share) => {
    const reached = Math.round((stroke + Math.min(1, Math.max(0, share))) * PARTS)
    done = Math.min(total, Math.max(done, reached))
    report({ stage: 'refine', done, total, unit: 'steps' })
  }
}

/** A part of the work as its own, from one share of the whole to another. */
export const partOf =
  (reached: ReachedShare | undefined, from: number, to: number): ReachedShare =>
  (share) =>
    reached?.(from + share * (to - from))

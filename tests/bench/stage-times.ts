import type { Progress } from '#core/jobs.ts'

type Stage = Progress['stage']
/** Milliseconds of each stage, in the order in which they came. */
export type StageTimes = ReadonlyMap<Stage, number>

/**
 * How long each stage of a job took, by when its reports came, in ms since the job began. What lies
 * between two reports belongs to the later one's stage, but where that only says that it begins.
 */
export function stageTimes(
  reports: readonly Progress[],
  atMs: readonly number[],
  wholeMs: number,
): StageTimes {
  const times = new Map<Stage, number>()
  const add = (stage: Stage, ms: number) => times.set(stage, (times.get(stage) ?? 0) + ms)
  let before = { stage: reports[0]?.stage, ms: 0 }
  for (const [index, { stage, done }] of reports.entries()) {
    const ms = atMs[index] ?? before.ms
    add(done === 0 ? (before.stage ?? stage) : stage, ms - before.ms)
    before = { stage, ms }
  }
  if (before.stage !== undefined) add(before.stage, wholeMs - before.ms)
  return times
}

/** Each stage with its share of all of them: "decode 8 %, draw 83 %, encode 9 %". */
export function sharesOf(times: StageTimes): string {
  const whole = [...times.values()].reduce((sum, ms) => sum + ms, 0)
  return [...times].map(([stage, ms]) => `${stage} ${((100 * ms) / whole).toFixed(0)} %`).join(', ')
}

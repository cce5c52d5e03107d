import type { Progress } from '#core/jobs.ts'

type Stage = Progress['stage']
/** Milliseconds of each stage, in the order in which they came. */
export type StageTimes = ReadonlyMap<Stage, number>

/**
 * How long each stage of a job took, by when its reports came, in ms since the job began. What lies
 * between two reports belongs to the earlier one's stage where that goes on until another begins,
 * else to the later one's.
 */
export function stageTimes(
  reports: readonly Progress[],
  atMs: readonly number[],
  wholeMs: number,
): StageTimes {
  const times = new Map<Stage, number>()
  let last: Progress | undefined
  let lastMs = 0
  const add = (stage: Stage, ms: number) => {
    times.set(stage, (times.get(stage) ?? 0) + ms - lastMs)
    lastMs = ms
  }
  for (const [index, report] of reports.entries()) {
    const goesOn = last !== undefined && last.done < last.total && report.done === 0 ? last : report
    add(goesOn.stage, atMs[index] ?? lastMs)
    last = report
  }
  if (last !== undefined) add(last.stage, wholeMs)
  return times
}

/** Each stage with its share of all of them: "decode 8 %, draw 83 %, encode 9 %". */
export function sharesOf(times: StageTimes): string {
  const whole = [...times.values()].reduce((sum, ms) => sum + ms, 0)
  return [...times].map(([stage, ms]) => `${stage} ${((100 * ms) / whole).toFixed(0)} %`).join(', ')
}

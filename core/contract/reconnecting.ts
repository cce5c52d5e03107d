/** The longest pause before each try; the last holds for all after it. */
const LONGEST_MS = [2_000, 4_000, 8_000] as const

/**
 * How long whoever lost a stream of events waits before it is opened again. By chance, from a quarter of
 * the longest on: all who watched at a server that died would come to the next one at the same moment.
 * @param failures tries that failed since the stream was there
 * @param chance from 0 to 1
 * @returns ms
 */
export function reconnectPauseMs(failures: number, chance = Math.random()): number {
  const longest = LONGEST_MS[Math.min(failures, LONGEST_MS.length - 1)] ?? 0
  return longest * (0.25 + 0.75 * chance)
}

/** What a load of calls came to. */
export interface Load {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/**
 * Calls `once` from so many clients at the same time for so long; an answer that is no success ends
 * the bench, so that no refusal is counted as speed.
 */
export async function loadWith(
  clients: number,
  ms: number,
  once: () => Promise<void>,
): Promise<Load> {
  const times: number[] = []
  const began = performance.now()
  const client = async () => {
    while (performance.now() - began < ms) {
      const sent = performance.now()
      await once()
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - began) / 1000
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return { perSecond: times.length / seconds, p50Ms: at(0.5), p99Ms: at(0.99) }
}

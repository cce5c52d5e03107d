import { floodLimit } from './rate-limits.ts'

/**
 * Counts the requests of each network to this process, all within windows of the same time: a timer and
 * an entry for each network by itself would cost every request more than the count.
 * @param factor multiplies the limit
 * @returns whether a network may ask once more
 */
export function openFloodGate(factor: number, nowMs = () => performance.now()) {
  const most = Math.max(1, Math.round(floodLimit.times * factor))
  const counts = new Map<string, number>()
  let until = 0
  return (network: string): boolean => {
    const now = nowMs()
    if (now >= until) {
      counts.clear()
      until = now + floodLimit.seconds * 1000
    }
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    return count <= most
  }
}

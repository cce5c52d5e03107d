import type { FastifyRequest } from 'fastify'
import { networkOfCaller } from './network.ts'
import { floodLimit } from './rate-limits.ts'
import { Refused } from './refused.ts'

/**
 * Asked by every address that reaches the database, before a body is read.
 * @throws Refused `too-many-calls` for a network that floods this process
 */
export type Admit = (request: FastifyRequest) => void

/**
 * Counts the requests of each network to this process, all within windows of the same time: a timer and
 * an entry for each network by itself would cost every request more than the count.
 * @param factor multiplies the limit
 */
export function openFloodGate(factor: number, nowMs = () => performance.now()): Admit {
  const most = Math.max(1, Math.round(floodLimit.times * factor))
  const flooded = new Refused('too-many-calls', { params: { seconds: floodLimit.seconds } })
  const counts = new Map<string, number>()
  let until = 0
  return (request) => {
    const now = nowMs()
    if (now >= until) {
      counts.clear()
      until = now + floodLimit.seconds * 1000
    }
    const network = networkOfCaller(request)
    const count = (counts.get(network) ?? 0) + 1
    counts.set(network, count)
    if (count > most) throw flooded
  }
}

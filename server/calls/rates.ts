import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { CallLimit } from '#core/contract/service.ts'
import { Refused } from './refused.ts'

/**
 * Counts calls of services that have a limit; one server's own memory.
 * @param factor multiplies every limit
 */
export function createRates(factor: number) {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiterOf = (service: string, { calls, seconds }: CallLimit): RateLimiterMemory => {
    const name = `${service} ${calls} ${seconds}`
    const known = limiters.get(name)
    if (known !== undefined) return known
    const made = new RateLimiterMemory({
      points: Math.max(1, Math.round(calls * factor)),
      duration: seconds,
      keyPrefix: name,
    })
    limiters.set(name, made)
    return made
  }
  return {
    /** @throws Refused `too-many-calls` with the seconds to wait */
    count: async (name: string, limit: CallLimit, key: string): Promise<void> => {
      try {
        await limiterOf(name, limit).consume(key)
      } catch (over) {
        if (over instanceof Error) throw over
        const { msBeforeNext } = over as { msBeforeNext: number }
        throw new Refused('too-many-calls', {
          params: { seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) },
        })
      }
    },
  }
}

export type Rates = ReturnType<typeof createRates>

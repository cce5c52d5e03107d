import { type AtOnceKey, atOnceLimits } from './rate-limits.ts'
import type { Counted } from './rates.ts'
import { Refused } from './refused.ts'

/** A call that waits is worth another try when the one before it has been answered. */
const RETRY_SECONDS = 25

/** Counts calls that are open in this process, where the table bounds them. */
export function createAtOnce(factor: number) {
  const open = new Map<string, number>()
  const add = (counter: string, by: 1 | -1) => {
    const now = (open.get(counter) ?? 0) + by
    if (now === 0) open.delete(counter)
    else open.set(counter, now)
  }
  return {
    /**
     * Counts a call as open until what it returns is called.
     * @throws Refused `too-many-calls`
     */
    enter: (key: AtOnceKey, who: Counted): (() => void) => {
      const limits: Partial<Record<AtOnceKey, Readonly<Record<'customer' | 'address', number>>>> =
        atOnceLimits
      const most = limits[key]
      if (most === undefined) return () => {}
      const counters = [
        [`${key} customer ${who.customer}`, most.customer],
        [`${key} address ${who.address}`, most.address],
      ] as const
      for (const [counter, at] of counters) {
        if ((open.get(counter) ?? 0) >= at * factor) {
          throw new Refused('too-many-calls', { params: { seconds: RETRY_SECONDS } })
        }
      }
      for (const [counter] of counters) add(counter, 1)
      return () => {
        for (const [counter] of counters) add(counter, -1)
      }
    },
  }
}

export type AtOnce = ReturnType<typeof createAtOnce>

import type { OrderDetail } from '#core/contract/entities/order.ts'
import type { Outcome } from '#core/errors.ts'
import { lostOnTheWay } from '#src/api/cached-calls.ts'

/** A follower whose call got lost waits so long before it asks again. */
const PAUSE_MS = 5000

export interface Following {
  readonly version: number
  /** Answers when the order has moved on from `version`, or after a while as it is. */
  readonly ask: () => Promise<Outcome<OrderDetail>>
  readonly signal: AbortSignal
  readonly pause?: () => Promise<void>
}

/** The order as soon as it has changed; null where following ended or was refused. */
export async function nextVersion(following: Following): Promise<OrderDetail | null> {
  const { version, ask, signal, pause = pauseFor(PAUSE_MS) } = following
  while (!signal.aborted) {
    const answer = await ask()
    if (signal.aborted) return null
    if (answer.ok && answer.value.version !== version) return answer.value
    if (answer.ok) continue
    if (!lostOnTheWay.includes(answer.fault.code)) return null
    await pause()
  }
  return null
}

const pauseFor = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))

import type { OrderDetail } from '#core/contract/entities/order.ts'
import type { Outcome } from '#core/errors.ts'
import { lostOnTheWay } from '#src/api/cached-calls.ts'

/** A follower whose call got lost waits so long before it asks again. */
const PAUSE_MS = 5000

export interface Following {
  /** The order as it is shown. */
  readonly shown: Pick<OrderDetail, 'version' | 'money'>
  /** Answers when the order or its money has moved on from there, or after a while as it is. */
  readonly ask: () => Promise<Outcome<OrderDetail>>
  readonly signal: AbortSignal
  readonly pause?: () => Promise<void>
}

/** The order as soon as it has changed; null where following ended or was refused. */
export async function nextVersion(following: Following): Promise<OrderDetail | null> {
  const { shown, ask, signal, pause = pauseFor(PAUSE_MS) } = following
  while (!signal.aborted) {
    const answer = await ask()
    if (signal.aborted) return null
    if (answer.ok && isNew(answer.value, shown)) return answer.value
    if (answer.ok) continue
    if (!lostOnTheWay.includes(answer.fault.code)) return null
    await pause()
  }
  return null
}

const isNew = (answered: OrderDetail, { version, money }: Following['shown']): boolean =>
  answered.version !== version || answered.money !== money

const pauseFor = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))

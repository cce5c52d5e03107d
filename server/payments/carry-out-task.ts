import type { OutboxTask } from '../outbox/outbox.ts'
import { type Asking, askAbout, openAtProvider, paymentRow } from './ask-provider.ts'
import { learnFact } from './learn-fact.ts'
import { ProviderRefused } from './provider.ts'
import { providerTask } from './provider-task.ts'

/** The state in which an ask still has a meaning. */
const stateOf = { capture: 'capture-due', return: 'return-due' } as const

/**
 * Asks a provider for what a payment's order wants, then what it knows. The payment may have moved on
 * since the row was written: then another row asks.
 */
export async function carryOutTask(context: Asking, { key, task }: OutboxTask): Promise<void> {
  const { paymentId, ask } = providerTask.parse(task)
  const before = await paymentRow(context, paymentId)
  if (before.state !== stateOf[ask]) return
  const provider = context.payments.providerOf(before.provider)
  const payment = await openAtProvider(context, before, provider)
  try {
    await (ask === 'capture' ? provider.capture(payment, key) : provider.giveBack(payment, key))
  } catch (thrown) {
    if (!(thrown instanceof ProviderRefused)) throw thrown
    context.log.error({ payment: paymentId, ask }, 'a provider refuses for good')
    await learnFact(
      context,
      paymentId,
      { fact: 'refused', amount: null },
      { trouble: thrown.reason },
    )
    return
  }
  const after = await askAbout(context, paymentId)
  // Cash goes back by hand; what else is not done yet is asked for again, a while later.
  if (after.state === stateOf[ask] && after.provider !== 'offline') {
    throw new Error(`${after.provider} has not done what it was asked: ${ask}`)
  }
}

import { and, desc, eq } from 'drizzle-orm'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import { openStates } from '#core/commerce/payments/payment-transitions.ts'
import type { LocaleCode } from '#core/locales.ts'
import type { Handlers } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import { type PaymentRow, payments } from '../database/schema.ts'
import { moveOrderIn } from '../orders/move-order.ts'
import { ownOrder } from '../orders/own-order.ts'
import { machineRow, stationTrouble } from '../stations/machines.ts'
import { createAsker, openAtProvider } from './ask-provider.ts'
import { movePayment } from './move-payment.ts'
import type { PaymentProvider } from './provider.ts'

interface Beginning {
  readonly customerId: string
  readonly orderNumber: string
  readonly language: LocaleCode | undefined
}

const DEFAULT_LANGUAGE: LocaleCode = 'en-us'

/** Paying by card, as its customer sees it. */
export function paymentHandlers(context: Context): Handlers<'beginPayment' | 'paymentState'> {
  const ask = createAsker(context)
  return {
    beginPayment: async ({ request, caller }) => {
      const { order_number: orderNumber, language } = request
      const { cards } = context.payments
      if (cards === null) throw new Refused('payment-unavailable')
      const asked = { customerId: caller.customerId, orderNumber, language }
      await askBeforeItIsClosed(context, ask, asked)
      const begun = await begin(context, cards, asked)
      try {
        const provider = context.payments.providerOf(begun.provider)
        return answerOf(await openAtProvider(context, begun, provider))
      } catch (thrown) {
        context.log.error({ err: thrown, payment: begun.id }, 'a provider opens no payment')
        throw new Refused('payment-unavailable')
      }
    },

    paymentState: async ({ request, caller }) => {
      const order = await ownOrder(context.database, caller.customerId, request.order_number)
      const [latest] = await context.database
        .select()
        .from(payments)
        .where(eq(payments.orderId, order.id))
        .orderBy(desc(payments.startedAt))
        .limit(1)
      if (latest === undefined) return { state: null, provider: null, payUrl: null }
      if (!openStates.includes(latest.state)) return answerOf(latest)
      // Who comes back from a card page hints that something happened there.
      return answerOf(
        await ask(latest.id).catch((thrown: unknown) => {
          context.log.warn({ err: thrown, payment: latest.id }, 'a provider does not answer')
          return latest
        }),
      )
    },
  }
}

const answerOf = ({ state, provider, payUrl }: PaymentRow) => ({ state, provider, payUrl })

/** The payment that an order is paid by: the one that was begun before, or a new one. */
const begin = (
  { database, now }: Context,
  { id: provider }: PaymentProvider,
  { customerId, orderNumber, language }: Beginning,
): Promise<PaymentRow> =>
  database.transaction(async (tx) => {
    const at = now()
    const order = await ownOrder(tx, customerId, orderNumber, { locks: true })
    if (order.status !== orderStatus.UNPAY) throw new Refused('order-moved-on')
    const trouble = stationTrouble(await machineRow(tx, order.machineId))
    // An order holds its own slot: a full station prints it all the same.
    if (trouble !== null && trouble !== 'station-full') throw new Refused(trouble)
    if (order.payOffline) {
      await moveOrderIn(tx, order, { event: 'card-payment-chosen', actor: 'customer' }, at)
    }
    const [begun] = await tx
      .select()
      .from(payments)
      .where(and(eq(payments.orderId, order.id), eq(payments.state, 'started')))
    if (begun !== undefined && !speaksOther(begun, language)) return begun
    // A provider's page keeps the language that it was opened in.
    if (begun !== undefined) await movePayment(tx, begun, ['return'], at)
    const { minor, currency } = order.quote.total
    const [row] = await tx
      .insert(payments)
      .values({
        orderId: order.id,
        provider,
        language: language ?? DEFAULT_LANGUAGE,
        minor,
        currency,
        state: 'started',
        startedAt: at,
        changedAt: at,
      })
      .returning()
    if (row === undefined) throw new Error('a payment was not written')
    return row
  })

const speaksOther = (begun: PaymentRow, language: LocaleCode | undefined): boolean =>
  language !== undefined && language !== begun.language

/** What was paid a moment ago on a page that is about to be closed is not paid again. */
async function askBeforeItIsClosed(
  { database, log }: Context,
  ask: (id: string) => Promise<unknown>,
  { customerId, orderNumber, language }: Beginning,
): Promise<void> {
  const order = await ownOrder(database, customerId, orderNumber)
  const [begun] = await database
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, order.id), eq(payments.state, 'started')))
  if (begun === undefined || !speaksOther(begun, language)) return
  await ask(begun.id).catch((thrown: unknown) =>
    log.warn({ err: thrown, payment: begun.id }, 'a provider does not answer'),
  )
}

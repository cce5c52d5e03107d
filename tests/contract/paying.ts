import { asc, eq } from 'drizzle-orm'
import { type TestCard, testCards } from '#core/commerce/payments/test-cards.ts'
import { CARD_PAGE_PATH, cardAnswerSchema } from '#core/contract/card-page.ts'
import { placeOrder } from '#core/contract/services/orders.ts'
import { beginPayment } from '#core/contract/services/payments.ts'
import { unwrap } from '#core/errors.ts'
import type { Queries } from '#server/database/connect.ts'
import {
  ledgerEntries,
  type OrderRow,
  orders,
  type PaymentRow,
  payments,
  printJobs,
} from '#server/database/schema.ts'
import { moveOrder } from '#server/orders/move-order.ts'
import { balanceOf } from '../fixtures/ledger-balance.ts'
import { eventually } from './eventually.ts'
import { goodRequest, newCustomer, type Shop } from './shop.ts'

/** An order that waits for its money, and whose it is. */
export interface Unpaid {
  readonly token: string
  readonly number: string
}

/** A new customer's order. */
export async function unpaidOrder(shop: Shop): Promise<Unpaid> {
  const token = await newCustomer(shop)
  const request = await goodRequest(shop, token)
  const { order_number: number } = unwrap(await shop.call(placeOrder, request, { token })).value
  return { token, number }
}

/** Begins a card payment; its reference at the sandbox. */
export async function begin(shop: Shop, { token, number }: Unpaid): Promise<string> {
  const begun = unwrap(await shop.call(beginPayment, { order_number: number }, { token })).value
  return referenceIn(begun.payUrl)
}

const referenceIn = (payUrl: string | null): string =>
  new URL(payUrl ?? '', 'http://shop').searchParams.get('reference') ?? ''

/** What the card page sends. */
export async function atCardPage(shop: Shop, reference: string, call: string, body: object) {
  const response = await fetch(`${shop.url}${CARD_PAGE_PATH}/${reference}/${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return cardAnswerSchema.parse(await response.json())
}

export const payWith = (shop: Shop, reference: string, card: TestCard) =>
  atCardPage(shop, reference, 'pay', { number: testCards[card], expiry: '12/40', cvc: '123' })

/** Everything that is known of an order's money, as it stood at one moment. */
export const booksOf = (shop: Shop, number: string) =>
  shop.context.database.transaction((tx) => readBooks(tx, number), {
    isolationLevel: 'repeatable read',
  })

async function readBooks(tx: Queries, number: string) {
  const [order] = await tx.select().from(orders).where(eq(orders.orderNumber, number))
  if (order === undefined) throw new Error(`no order ${number}`)
  const paid = await tx
    .select()
    .from(payments)
    .where(eq(payments.orderId, order.id))
    .orderBy(asc(payments.startedAt))
  const lines = await tx.select().from(ledgerEntries).where(eq(ledgerEntries.orderId, order.id))
  const jobs = await tx.select().from(printJobs).where(eq(printJobs.orderId, order.id))
  const { charged, held, delivered, refunded } = balanceOf(lines, order.quote.total.currency)
  return {
    order,
    payments: paid,
    states: paid.map(({ state }) => state),
    jobs: jobs.length,
    money: [charged, held, delivered, refunded].map(({ minor }) => minor),
    price: order.quote.total.minor,
  }
}

/** Waits until an order's payments stand so. */
export const untilStates = (shop: Shop, number: string, states: readonly PaymentRow['state'][]) =>
  eventually(async () => {
    const books = await booksOf(shop, number)
    if (JSON.stringify(books.states) !== JSON.stringify(states)) {
      throw new Error(`payments are ${books.states.join()}, the order is ${books.order.stage}`)
    }
    return books
  })

/** The station prints an order that stands in its queue. */
export async function print(shop: Shop, before: OrderRow): Promise<OrderRow> {
  let order = before
  for (const event of ['job-claimed', 'printing-began', 'printed'] as const) {
    order = await moveOrder(shop.context, order, {
      event,
      actor: 'station',
      print: { leaseUntil: new Date(Date.now() + 60_000) },
    })
  }
  return order
}

import { and, eq, inArray } from 'drizzle-orm'
import { ledgerEntry } from '#core/commerce/payments/ledger.ts'
import {
  type PaymentCommand,
  type PaymentFact,
  type PaymentRequest,
  paymentStates,
  stepPayment,
} from '#core/commerce/payments/payment-transitions.ts'
import type { Queries } from '../database/connect.ts'
import { ledgerEntries, outbox, type PaymentRow, payments } from '../database/schema.ts'
import { bookShare } from '../partners/book-share.ts'
import { type ProviderTask, providerTask } from './provider-task.ts'

/**
 * Moves a payment through facts and commands, one after the other, and writes where it ends: its state,
 * the ledger's lines, and what the provider is asked for. The order's row is locked by then.
 * @returns the payment as it stands; the same where nothing of it meant anything
 */
export async function movePayment(
  tx: Queries,
  payment: PaymentRow,
  inputs: readonly (PaymentFact | PaymentCommand)[],
  at: Date,
  columns: Partial<Pick<PaymentRow, 'trouble'>> = {},
): Promise<PaymentRow> {
  let { state } = payment
  let asked: PaymentRequest | undefined
  let moved = false
  for (const input of inputs) {
    const step = stepPayment(state, input)
    if (step === null) continue
    let booked = false
    for (const move of step.moves) booked = (await bookMove(tx, payment, move, at)) || booked
    // A fact that is known already asks nobody again.
    if (step.to === state && !booked) continue
    moved = true
    state = step.to
    asked = step.ask
  }
  if (!moved) return payment
  const version = payment.version + 1
  const [row] = await tx
    .update(payments)
    .set({ ...columns, state, version, changedAt: at, asks: 0, askedAt: null })
    .where(and(eq(payments.id, payment.id), eq(payments.version, payment.version)))
    .returning()
  if (row === undefined) throw new Error('a payment was moved without its order being locked')
  if (asked !== undefined) await askProvider(tx, { paymentId: row.id, ask: asked }, version, at)
  return row
}

/** What an order wants of every payment that was begun for it. */
export async function commandPayments(
  tx: Queries,
  orderId: string,
  command: PaymentCommand,
  at: Date,
): Promise<void> {
  const able = paymentStates.filter((state) => stepPayment(state, command) !== null)
  const rows = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, able)))
  for (const payment of rows) await movePayment(tx, payment, [command], at)
}

/** Whether it added a line. */
async function bookMove(
  tx: Queries,
  payment: PaymentRow,
  move: Parameters<typeof ledgerEntry>[1],
  at: Date,
): Promise<boolean> {
  const { id: paymentId, orderId, minor, currency } = payment
  const earlier = await tx
    .select({ move: ledgerEntries.move })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.paymentId, paymentId))
  const entry = ledgerEntry(earlier, move)
  if (entry === null) return false
  await tx.insert(ledgerEntries).values({ ...entry, paymentId, orderId, minor, currency, at })
  await bookShare(tx, payment, entry, at)
  return true
}

async function askProvider(tx: Queries, task: ProviderTask, version: number, at: Date) {
  const key = `${task.paymentId}/${task.ask}/${version}`
  await tx.insert(outbox).values({ key, task: providerTask.parse(task), dueAt: at, createdAt: at })
}

import { sql } from 'drizzle-orm'
import {
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { LedgerAccount, LedgerMove } from '#core/commerce/payments/ledger.ts'
import type { PaymentState } from '#core/commerce/payments/payment-transitions.ts'
import type { ProviderId } from '#core/commerce/payments/providers.ts'
import type { LocaleCode } from '#core/locales.ts'
import { moment, now } from './moments.ts'
import { orders } from './orders.ts'

/** One try to pay an order; a provider knows it by its reference. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    provider: text('provider').$type<ProviderId>().notNull(),
    state: text('state').$type<PaymentState>().notNull(),
    version: integer('version').notNull().default(1),
    minor: integer('minor').notNull(),
    currency: text('currency').notNull(),
    /** The provider's own name of it; null until it has answered. */
    reference: text('reference'),
    /** Where the customer pays; null where the provider has no page. */
    payUrl: text('pay_url'),
    /** Of the page that it is paid on. */
    language: text('language').$type<LocaleCode>().notNull().default('en-us'),
    /** What staff should know: another amount than asked, a refusal for good. */
    trouble: text('trouble'),
    /** How often its provider was asked in this state, and when last. */
    asks: integer('asks').notNull().default(0),
    askedAt: moment('asked_at'),
    startedAt: now('started_at'),
    changedAt: now('changed_at'),
  },
  (table) => [
    uniqueIndex('payments_reference').on(table.provider, table.reference),
    index('payments_order').on(table.orderId),
    index('payments_open')
      .on(table.changedAt)
      .where(sql`${table.state} in ('started', 'capture-due', 'return-due')`),
    uniqueIndex('payments_settle_once')
      .on(table.orderId)
      .where(sql`${table.state} in ('authorised', 'capture-due', 'captured', 'stuck')`),
    uniqueIndex('payments_start_once').on(table.orderId).where(sql`${table.state} = 'started'`),
  ],
)
export type PaymentRow = typeof payments.$inferSelect

/** The books: written once, never changed. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    move: text('move').$type<LedgerMove>().notNull(),
    from: text('from_account').$type<LedgerAccount>().notNull(),
    to: text('to_account').$type<LedgerAccount>().notNull(),
    minor: integer('minor').notNull(),
    currency: text('currency').notNull(),
    at: now('at'),
  },
  (table) => [
    primaryKey({ columns: [table.paymentId, table.move] }),
    index('ledger_order').on(table.orderId),
    index('ledger_at').on(table.at),
  ],
)

/** Webhooks that were taken in: a provider sends each at least once. */
export const paymentWebhooks = pgTable(
  'payment_webhooks',
  {
    provider: text('provider').$type<ProviderId>().notNull(),
    eventId: text('event_id').notNull(),
    at: now('at'),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventId] })],
)

/** What is done outside once a transaction is through: tried until it has an end. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Named once: what is written twice is done once. */
    key: text('key').notNull(),
    task: jsonb('task').$type<unknown>().notNull(),
    dueAt: now('due_at'),
    /** Until then the server that took it works on it. */
    leasedUntil: moment('leased_until'),
    tries: integer('tries').notNull().default(0),
    lastError: text('last_error'),
    doneAt: moment('done_at'),
    createdAt: now('created_at'),
  },
  (table) => [
    uniqueIndex('outbox_key').on(table.key),
    index('outbox_due').on(table.dueAt).where(sql`${table.doneAt} is null`),
  ],
)

import { sql } from 'drizzle-orm'
import { bigserial, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { LocaleCode } from '#core/locales.ts'
import type { SandboxState } from '../../payments/sandbox/sandbox-states.ts'
import { moment, now } from './moments.ts'

/** What the sandbox's provider itself knows of a payment; the shop only asks for it. */
export const sandboxPayments = pgTable(
  'sandbox_payments',
  {
    /** Cannot be guessed: who has it may pay this payment, and no other. */
    reference: text('reference').primaryKey(),
    /** What the shop calls it: the same again opens no second one. */
    key: text('key').notNull(),
    state: text('state').$type<SandboxState>().notNull(),
    minor: integer('minor').notNull(),
    currency: text('currency').notNull(),
    orderNumber: text('order_number').notNull(),
    shop: text('shop').notNull(),
    language: text('language').$type<LocaleCode>().notNull(),
    /** Which test card waits for its holder's word; a card's number is never kept. */
    card: text('card'),
    createdAt: now('created_at'),
    changedAt: now('changed_at'),
  },
  (table) => [uniqueIndex('sandbox_payments_key').on(table.key)],
)

/** Webhooks that the sandbox's provider sends: each again and again until it is taken in. */
export const sandboxDeliveries = pgTable(
  'sandbox_deliveries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** The same where one event is sent several times. */
    eventId: text('event_id').notNull(),
    reference: text('reference')
      .notNull()
      .references(() => sandboxPayments.reference),
    dueAt: now('due_at'),
    leasedUntil: moment('leased_until'),
    tries: integer('tries').notNull().default(0),
    lastError: text('last_error'),
    doneAt: moment('done_at'),
  },
  (table) => [index('sandbox_deliveries_due').on(table.dueAt).where(sql`${table.doneAt} is null`)],
)

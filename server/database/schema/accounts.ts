import { index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { CodePurpose, Session } from '#core/contract/entities/account.ts'
import { moment, now } from './moments.ts'

export const customers = pgTable(
  'customers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    phone: text('phone'),
    username: text('username').notNull().default(''),
    passwordHash: text('password_hash'),
    createdAt: now('created_at'),
  },
  (table) => [uniqueIndex('customers_phone').on(table.phone)],
)

/** Tokens and device credentials are kept as SHA-256 of what the customer holds. */
export const tokens = pgTable(
  'tokens',
  {
    hash: text('hash').primaryKey(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    /** Names the session towards its owner; the token itself is never shown again. */
    sessionId: uuid('session_id').notNull().defaultRandom(),
    openedAt: now('opened_at'),
    /** From the user agent's own words, of which nothing else is kept. */
    browser: text('browser').notNull().default(''),
    system: text('system').notNull().default(''),
    kind: text('kind').$type<Session['kind']>().notNull().default('unknown'),
    /** The station that the app knew then. */
    machineId: text('machine_id'),
  },
  (table) => [
    index('tokens_expiry').on(table.expiresAt),
    index('tokens_customer').on(table.customerId),
    uniqueIndex('tokens_session').on(table.sessionId),
  ],
)

/** Codes that were sent to phone numbers, until they are used or old. */
export const phoneCodes = pgTable(
  'phone_codes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    phone: text('phone').notNull(),
    purpose: text('purpose').$type<CodePurpose>().notNull(),
    /** Null where the message said something else: no code fits then. */
    codeHash: text('code_hash'),
    tries: smallint('tries').notNull().default(0),
    createdAt: now('created_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('phone_codes_phone').on(table.phone, table.purpose, table.createdAt),
    index('phone_codes_expiry').on(table.expiresAt),
  ],
)

export const devices = pgTable('devices', {
  hash: text('hash').primaryKey(),
  customerId: uuid('customer_id')
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' }),
})

import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CollectedBy } from '#core/commerce/partners/partner-ledger.ts'
import type { WithdrawalState } from '#core/commerce/partners/withdrawals.ts'
import type { LedgerMove } from '#core/commerce/payments/ledger.ts'
import type { Session } from '#core/contract/entities/account.ts'
import type { AuditAct, StaffRole } from '#core/contract/entities/staff.ts'
import { moment, now } from './moments.ts'
import { orders } from './orders.ts'
import { partners } from './partners.ts'
import { payments } from './payments.ts'
import { machines } from './stations.ts'

/** People who work with machines, and those who own them. */
export const staffAccounts = pgTable(
  'staff_accounts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    username: text('username').notNull(),
    name: text('name').notNull(),
    role: text('role').$type<StaffRole>().notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Whose machines and money a partner's account sees. */
    partnerId: uuid('partner_id').references(() => partners.id),
    /** Sealed with a key made of the server's secret; null until it is enrolled. */
    totpSecret: text('totp_secret'),
    /** The last step that a code was taken of: none is taken twice. */
    totpStep: bigint('totp_step', { mode: 'number' }).notNull().default(0),
    disabledAt: moment('disabled_at'),
    createdAt: now('created_at'),
  },
  (table) => [
    uniqueIndex('staff_accounts_username').on(sql`lower(${table.username})`),
    check(
      'staff_accounts_partner',
      sql`(${table.role} = 'partner') = (${table.partnerId} is not null)`,
    ),
  ],
)
export type StaffAccountRow = typeof staffAccounts.$inferSelect

/** The machines that one of the staff works with. */
export const staffMachines = pgTable(
  'staff_machines',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => staffAccounts.id, { onDelete: 'cascade' }),
    machineId: text('machine_id')
      .notNull()
      .references(() => machines.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.machineId] })],
)

/** Codes for who has lost their second factor; each opens once. */
export const recoveryCodes = pgTable('recovery_codes', {
  hash: text('hash').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => staffAccounts.id, { onDelete: 'cascade' }),
})

/** A password that was right, until its second factor follows. */
export const staffTickets = pgTable('staff_tickets', {
  hash: text('hash').primaryKey(),
  accountId: uuid('account_id')
    .notNull()
    .references(() => staffAccounts.id, { onDelete: 'cascade' }),
  /** Sealed: the secret that this login would enrol, where the account has none yet. */
  newSecret: text('new_secret'),
  tries: smallint('tries').notNull().default(0),
  expiresAt: moment('expires_at').notNull(),
})

/** Kept as SHA-256 of what is held. */
export const staffTokens = pgTable(
  'staff_tokens',
  {
    hash: text('hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => staffAccounts.id, { onDelete: 'cascade' }),
    openedAt: now('opened_at'),
    expiresAt: moment('expires_at').notNull(),
    /** What its owner ends it by: a token's hash is told nobody. */
    sessionId: uuid('session_id').notNull().defaultRandom(),
    browser: text('browser').notNull().default(''),
    system: text('system').notNull().default(''),
    kind: text('kind').$type<Session['kind']>().notNull().default('unknown'),
  },
  (table) => [index('staff_tokens_account').on(table.accountId)],
)

/** Every act of staff and partners: written once, never changed (a trigger holds that). */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: now('at'),
    /** Null where it was done by the command on the server. */
    accountId: uuid('account_id').references(() => staffAccounts.id),
    /** The idempotency key of the act: done once, however often it is asked for. */
    key: uuid('key').notNull(),
    /** What was asked under the key, hashed; null where nothing more was asked than is written here. */
    requestHash: text('request_hash'),
    act: text('act').$type<AuditAct>().notNull(),
    machineId: text('machine_id').references(() => machines.id),
    partnerId: uuid('partner_id').references(() => partners.id),
    /** What was acted on: an order, an item, a withdrawal. */
    subject: text('subject').notNull(),
    reason: text('reason').notNull().default(''),
    before: jsonb('before').$type<unknown>(),
    after: jsonb('after').$type<unknown>(),
  },
  (table) => [
    uniqueIndex('audit_events_key').on(table.accountId, table.key),
    index('audit_events_machine').on(table.machineId, table.id),
    index('audit_events_partner').on(table.partnerId, table.id),
  ],
)

/** What a line of the ledger means for a partner: written with it, never changed. */
export const partnerEntries = pgTable(
  'partner_entries',
  {
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    move: text('move').$type<LedgerMove>().notNull(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partners.id),
    machineId: text('machine_id')
      .notNull()
      .references(() => machines.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** Whose till the money is in: cash is the partner's already. */
    collectedBy: text('collected_by').$type<CollectedBy>().notNull(),
    /** Below zero where money was given back. */
    grossMinor: integer('gross_minor').notNull(),
    shareMinor: integer('share_minor').notNull(),
    /** What the platform owes the partner more by it, or less. */
    balanceMinor: integer('balance_minor').notNull(),
    currency: text('currency').notNull(),
    at: now('at'),
  },
  (table) => [
    primaryKey({ columns: [table.paymentId, table.move] }),
    index('partner_entries_partner').on(table.partnerId, table.at),
  ],
)

/** What the platform charged a partner for a month: written once, when the month is over. */
export const partnerBills = pgTable(
  'partner_bills',
  {
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partners.id),
    /** From 1, without a gap. */
    place: integer('place').notNull(),
    /** As `2026-11`. */
    month: text('month').notNull(),
    /** Whom it was made out to, and where its month began and ended: as it was then. */
    partner: text('partner').notNull(),
    timeZone: text('time_zone').notNull(),
    currency: text('currency').notNull(),
    grossMinor: integer('gross_minor').notNull(),
    shareMinor: integer('share_minor').notNull(),
    issuedAt: moment('issued_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.place] }),
    uniqueIndex('partner_bills_month').on(table.partnerId, table.month),
  ],
)
export type PartnerBillRow = typeof partnerBills.$inferSelect

/** Which bill an entry stands on: one, for ever. */
export const partnerBillLines = pgTable(
  'partner_bill_lines',
  {
    paymentId: uuid('payment_id').notNull(),
    move: text('move').$type<LedgerMove>().notNull(),
    partnerId: uuid('partner_id').notNull(),
    place: integer('place').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.paymentId, table.move] }),
    foreignKey({
      name: 'partner_bill_lines_entry',
      columns: [table.paymentId, table.move],
      foreignColumns: [partnerEntries.paymentId, partnerEntries.move],
    }),
    foreignKey({
      name: 'partner_bill_lines_bill',
      columns: [table.partnerId, table.place],
      foreignColumns: [partnerBills.partnerId, partnerBills.place],
    }),
    index('partner_bill_lines_bill_index').on(table.partnerId, table.place),
  ],
)

/** Money that a partner asked to be paid out. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    partnerId: uuid('partner_id')
      .notNull()
      .references(() => partners.id),
    key: uuid('key').notNull(),
    minor: integer('minor').notNull(),
    currency: text('currency').notNull(),
    state: text('state').$type<WithdrawalState>().notNull().default('requested'),
    requestedBy: uuid('requested_by')
      .notNull()
      .references(() => staffAccounts.id),
    requestedAt: now('requested_at'),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    uniqueIndex('withdrawals_key').on(table.partnerId, table.key),
    index('withdrawals_partner').on(table.partnerId, table.requestedAt),
    check('withdrawals_some', sql`${table.minor} > 0`),
  ],
)

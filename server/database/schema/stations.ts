import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { MachineState } from '#core/commerce/stations/machine-state.ts'
import { moment, now } from './moments.ts'
import { partners } from './partners.ts'

export const machines = pgTable('machines', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  address: text('address').notNull(),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  state: text('state').$type<MachineState>().notNull().default('ready'),
  prints: text('prints').array().$type<('phone-case' | 'cake')[]>().notNull(),
  sheetWidthMm: doublePrecision('sheet_width_mm').notNull(),
  sheetHeightMm: doublePrecision('sheet_height_mm').notNull(),
  dpi: integer('dpi').notNull().default(300),
  language: text('language').notNull(),
  /** Orders that may be open at once, and those that are: an order holds one slot. */
  slots: integer('slots').notNull().default(50),
  slotsTaken: integer('slots_taken').notNull().default(0),
  lastPrintNumber: integer('last_print_number').notNull().default(0),
  /** Machines that stand in one place have one site. */
  site: text('site').notNull().default(''),
  /** Whose it is, where it is not the platform's own. */
  partnerId: uuid('partner_id').references(() => partners.id),
  /** What its state follows from (core/commerce/stations). */
  maintenance: boolean('maintenance').notNull().default(false),
  silent: boolean('silent').notNull().default(false),
  faults: text('faults').array().notNull().default([]),
  /** Null where no agent was ever heard: nobody waits for its heartbeat then. */
  lastSeenAt: moment('last_seen_at'),
})

export const stock = pgTable(
  'stock',
  {
    machineId: text('machine_id')
      .notNull()
      .references(() => machines.id, { onDelete: 'cascade' }),
    item: text('item').notNull(),
    available: integer('available').notNull(),
    reserved: integer('reserved').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.machineId, table.item] }),
    check('stock_never_oversold', sql`${table.available} >= 0 and ${table.reserved} >= 0`),
  ],
)

/** The agent that drives a machine's printer, known by the public half of its own key. */
export const stationAgents = pgTable(
  'station_agents',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    machineId: text('machine_id')
      .notNull()
      .references(() => machines.id, { onDelete: 'cascade' }),
    /** Ed25519, as SPKI in base64. */
    publicKey: text('public_key').notNull(),
    enrolledAt: now('enrolled_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [index('station_agents_machine').on(table.machineId)],
)

/** One-time codes by which an agent becomes a machine's; kept as SHA-256. */
export const enrolmentCodes = pgTable('enrolment_codes', {
  hash: text('hash').primaryKey(),
  machineId: text('machine_id')
    .notNull()
    .references(() => machines.id, { onDelete: 'cascade' }),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
  /** Staff says so where a machine gets another agent. */
  revokesEarlier: boolean('revokes_earlier').notNull().default(false),
})

/** Nonces of signed requests, as long as their time would be believed: none is taken twice. */
export const stationNonces = pgTable(
  'station_nonces',
  {
    agentId: uuid('agent_id')
      .notNull()
      .references(() => stationAgents.id, { onDelete: 'cascade' }),
    nonce: text('nonce').notNull(),
    at: now('at'),
  },
  (table) => [
    primaryKey({ columns: [table.agentId, table.nonce] }),
    index('station_nonces_at').on(table.at),
  ],
)

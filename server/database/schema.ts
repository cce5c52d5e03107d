import { getTableColumns, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { OrderStage, OrderStatus } from '#core/commerce/orders/order-status.ts'
import type { Actor, OrderEvent } from '#core/commerce/orders/order-transitions.ts'
import type { Quote } from '#core/commerce/pricing/quote.ts'
import type { Size } from '#core/commerce/sizes/size.ts'
import type { CodePurpose, Session } from '#core/contract/entities/account.ts'
import type { MachineState } from '#core/contract/entities/machine.ts'
import type { addressSchema, OrderedProduct } from '#core/contract/entities/order.ts'
import type { Design } from '#core/design/document.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const now = (name: string) => moment(name).notNull().defaultNow()

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

export const goods = pgTable('goods', {
  featureId: text('feature_id').primaryKey(),
  category: text('category').$type<'phone-case' | 'cake'>().notNull(),
  minor: integer('minor').notNull(),
  per: text('per').$type<'piece' | 'dm2'>().notNull(),
})

/** What is said once for the whole shop. */
export const shopSettings = pgTable('shop_settings', {
  only: boolean('only').primaryKey().default(true),
  currency: text('currency').notNull(),
  shippingMinor: integer('shipping_minor').notNull(),
})

export const coupons = pgTable('coupons', {
  code: text('code').primaryKey(),
  percentOff: smallint('percent_off').notNull(),
  usesLeft: integer('uses_left').notNull(),
  validUntil: moment('valid_until').notNull(),
})

export const fonts = pgTable('fonts', {
  id: text('id').primaryKey(),
  key: text('key').notNull(),
  title: text('title').notNull(),
  file: text('file').notNull(),
})

export const sizes = pgTable(
  'sizes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    customerId: uuid('customer_id').references(() => customers.id, { onDelete: 'cascade' }),
    machineId: text('machine_id').references(() => machines.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    size: jsonb('size').$type<Size>().notNull(),
    createdAt: now('created_at'),
  },
  (table) => [index('sizes_customer').on(table.customerId)],
)

export const addresses = pgTable(
  'addresses',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    address: jsonb('address').$type<z.infer<typeof addressSchema>>().notNull(),
    isDefault: boolean('is_default').notNull().default(false),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    createdAt: now('created_at'),
  },
  (table) => [index('addresses_customer').on(table.customerId)],
)

/** An upload that is whole; its bytes lie in the file store under their SHA-256. */
export const files = pgTable('files', {
  id: text('id').primaryKey(),
  customerId: uuid('customer_id')
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' }),
  sha256: text('sha256').notNull(),
  mediaType: text('media_type').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  createdAt: now('created_at'),
})

export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderNumber: text('order_number').notNull(),
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id),
    machineId: text('machine_id')
      .notNull()
      .references(() => machines.id),
    status: smallint('status').$type<OrderStatus>().notNull(),
    stage: text('stage').$type<OrderStage>().notNull(),
    /** Grows with every transition: what a compare-and-set compares. */
    version: integer('version').notNull().default(1),
    /** Up to 2 MB: read by what prints it, never by lists ({@link orderColumns}). */
    design: jsonb('design').$type<Design>().notNull(),
    /** What lists show of the design's product. */
    product: jsonb('product').$type<OrderedProduct>().notNull(),
    printFile: text('print_file')
      .notNull()
      .references(() => files.id),
    previewFile: text('preview_file').references(() => files.id),
    quantity: integer('quantity').notNull(),
    size: jsonb('size').$type<Size>(),
    /** What was reserved, and whether it still is. */
    stockItem: text('stock_item'),
    stockQuantity: integer('stock_quantity').notNull(),
    holdsStock: boolean('holds_stock').notNull(),
    holdsSlot: boolean('holds_slot').notNull().default(true),
    quote: jsonb('quote').$type<Quote>().notNull(),
    pickup: boolean('pickup').notNull(),
    address: jsonb('address').$type<z.infer<typeof addressSchema>>(),
    promotionNumber: text('promotion_number').notNull(),
    remarks: text('remarks').notNull(),
    terminal: integer('terminal').notNull(),
    promoterId: text('promoter_id').notNull(),
    distribution: text('distribution').notNull(),
    payOffline: boolean('pay_offline').notNull(),
    printNumber: integer('print_number').notNull(),
    pickupCode: text('pickup_code').notNull(),
    /** The scan and the network that it was placed by: what unpaid orders are counted by. */
    scan: text('scan').notNull(),
    network: text('network').notNull(),
    logisticsCompany: text('logistics_company'),
    courierNumber: text('courier_number'),
    shippedAt: moment('shipped_at'),
    payBy: moment('pay_by').notNull(),
    placedAt: now('placed_at'),
    changedAt: now('changed_at'),
  },
  (table) => [
    uniqueIndex('orders_number').on(table.orderNumber),
    index('orders_customer').on(table.customerId, table.placedAt),
    index('orders_scan').on(table.scan),
    index('orders_network').on(table.network, table.changedAt),
    index('orders_machine_stage').on(table.machineId, table.stage),
    index('orders_unpaid').on(table.payBy).where(sql`${table.status} = 0`),
  ],
)

const { design: _design, ...withoutDesign } = getTableColumns(orders)
/** Every column of an order but its design. */
export const orderColumns = withoutDesign
export type OrderRow = Omit<typeof orders.$inferSelect, 'design'>

export const orderEvents = pgTable(
  'order_events',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    event: text('event').$type<OrderEvent | 'placed'>().notNull(),
    actor: text('actor').$type<Actor>().notNull(),
    status: smallint('status').$type<OrderStatus>().notNull(),
    stage: text('stage').$type<OrderStage>().notNull(),
    at: now('at'),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.version] })],
)

/** One row for each placement that was asked for; its body's hash tells a retry from a new request. */
export const placements = pgTable(
  'placements',
  {
    customerId: uuid('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    key: uuid('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    orderId: uuid('order_id').references(() => orders.id),
    createdAt: now('created_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.key] })],
)

/**
 * What rates count (server/calls/rates.ts); the columns are those of the library's PostgreSQL store.
 * Unlogged: counting costs no flush of the disk, and a crash of the database forgets it.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar('key', { length: 255 }).primaryKey(),
    points: integer('points').notNull().default(0),
    /** In ms since 1970. */
    expire: bigint('expire', { mode: 'number' }),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
)

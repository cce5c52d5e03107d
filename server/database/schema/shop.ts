import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Size } from '#core/commerce/sizes/size.ts'
import type { addressSchema } from '#core/contract/entities/order.ts'
import { customers } from './accounts.ts'
import { moment, now } from './moments.ts'
import { machines } from './stations.ts'

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
  /** Grows with every change of a price (triggers): an order names the one that it was priced by. */
  pricesVersion: bigint('prices_version', { mode: 'number' }).notNull().default(1),
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

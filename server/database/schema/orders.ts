import { getTableColumns, sql } from 'drizzle-orm'
import {
  boolean,
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
import type { z } from 'zod'
import type { Actor, OrderEvent } from '#core/commerce/orders/order-events.ts'
import type { OrderStage, OrderStatus } from '#core/commerce/orders/order-status.ts'
import type { Quote } from '#core/commerce/pricing/quote.ts'
import type { Size } from '#core/commerce/sizes/size.ts'
import type { addressSchema, OrderedProduct } from '#core/contract/entities/order.ts'
import type { Design } from '#core/design/document.ts'
import { customers } from './accounts.ts'
import { files } from './files.ts'
import { moment, now } from './moments.ts'
import { machines } from './stations.ts'

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
    /** The digits, made of the order's id and the server's secret (`pickup.ts`). */
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
    index('orders_scan').on(table.scan),
    index('orders_pickup_code').on(table.pickupCode),
    // What placing counts. Not partial: any of those would do for a plan that was made when there were
    // no orders yet, and then read what nobody has paid, of everybody.
    index('orders_of_customer').on(table.customerId, table.status, table.placedAt),
    index('orders_network').on(table.network, table.status, table.changedAt),
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
    /** Why, where somebody said: a fault, a reason of staff's. */
    note: text('note'),
    /** Who of the staff, which agent. */
    by: text('by'),
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

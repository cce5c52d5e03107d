import { z } from 'zod'
import { moneyPlaces } from '../../commerce/payments/money-place.ts'
import { sizeSchema } from '../../commerce/sizes/size.ts'
import { choiceSchema, type Design, designSchema } from '../../design/document.ts'
import { migrated } from '../../design/migrations/migrate.ts'
import { limits } from '../../limits.ts'
import { text } from '../../schema/text.ts'
import { machineIdSchema } from '../entities/machine.ts'
import {
  neighbourSchema,
  ofOrder,
  orderDetailSchema,
  orderSummarySchema,
  quoteSchema,
  statusSchema,
} from '../entities/order.ts'
import { endpoints, service } from '../service.ts'

/**
 * A design of this version, or of an older one from an app that was not reloaded. What it becomes is
 * what an order keeps of it: its product, and all of it as JSON.
 */
const anyDesign = z
  .preprocess((design: Design): unknown => {
    const current = migrated(design)
    return current.ok ? current.value : design
  }, designSchema)
  .transform((design, { issues, value }) => {
    const json = JSON.stringify(design)
    if (json.length > limits.designJsonMax) {
      issues.push({ code: 'custom', message: 'too long', input: value })
    }
    return { product: design.product, json }
  })

const basket = z.object({
  machine_id: machineIdSchema,
  product: choiceSchema,
  quantity: z.number().int().min(1).max(limits.orderQuantityMax),
  /** Pays for shipping unless it is picked up at the station. */
  pickup: z.boolean(),
  coupon: text().trim().max(40).default(''),
})

export const quoteOrder = service({
  name: 'Order.quote',
  endpoint: endpoints.shop,
  summary: 'What an order would cost; nothing is reserved.',
  request: basket,
  answer: quoteSchema,
  refusals: ['machine-unknown', 'coupon-not-usable', 'product-unknown', 'colour-system'],
})

export const placeOrder = service({
  name: 'Order.place',
  endpoint: endpoints.shop,
  summary:
    'Places an order: reserves stock and the machine’s slot and fixes the price, in one transaction. The same idempotency key with the same body answers the same order.',
  request: basket.omit({ product: true }).extend({
    idempotencyKey: z.uuid(),
    /** Of a scan: printing needs a valid one. */
    claim: text().max(200),
    design: anyDesign,
    /** An upload of the customer's: the print file, and a small picture for lists. */
    printFile: text().max(64),
    previewFile: text().max(64).nullable().default(null),
    /** How copies lie on the sheet, where the customer chose that. */
    size: sizeSchema.nullable().default(null),
    addressId: z.uuid().nullable().default(null),
    promotionNumber: text().trim().max(40).default(''),
    remarks: text().trim().max(200).default(''),
    /** What the customer was shown; another price is refused. */
    expectedTotalMinor: z.number().int().min(0),
    payOffline: z.boolean().default(false),
    terminal: z.int32().default(2),
    promoter_id: text().max(64).default(''),
    Distribution: text().max(64).default(''),
  }),
  answer: orderDetailSchema,
  refusals: [
    'machine-unknown',
    'not-scanned',
    'station-maintenance',
    'station-out-of-stock',
    'station-faulty',
    'station-offline',
    'station-full',
    'station-cannot-print',
    'item-out-of-stock',
    'product-unknown',
    'too-large',
    'does-not-fit',
    'colour-system',
    'coupon-not-usable',
    'address-unknown',
    'file-unknown',
    'print-file-wrong',
    'too-many-unpaid',
    'unpaid-hold-all',
    'price-changed',
    'key-reused',
  ],
})

export const orderList = service({
  name: 'Order.getList',
  endpoint: endpoints.shop,
  paging: 'page',
  summary: 'The customer’s orders, latest first, of one status or of all.',
  request: z.object({ status: statusSchema.optional() }),
  answer: z.array(orderSummarySchema),
})

export const orderTimeline = service({
  name: 'Order.getTimeline',
  endpoint: endpoints.shop,
  paging: 'window',
  summary: 'The customer’s orders before or after a moment.',
  request: z.object({}),
  answer: z.array(orderSummarySchema),
})

export const orderDetail = service({
  name: 'Order.detail',
  endpoint: endpoints.shop,
  summary: 'One order of the customer’s, with its whole history.',
  request: ofOrder,
  answer: orderDetailSchema,
  refusals: ['order-unknown'],
})

export const orderCounts = service({
  name: 'Order.counts',
  endpoint: endpoints.shop,
  summary: 'How many orders the customer has of each status.',
  request: z.object({}),
  answer: z.array(z.object({ status: statusSchema, count: z.number().int() })),
})

export const cancelOrder = service({
  name: 'Order.cancel',
  endpoint: endpoints.shop,
  summary: 'Cancels an order that is not being printed.',
  request: ofOrder,
  answer: orderDetailSchema,
  refusals: ['order-unknown', 'order-moved-on'],
})

export const chooseOfflinePayment = service({
  name: 'Order.payOffline',
  endpoint: endpoints.shop,
  summary: 'The customer pays at the station; its staff confirms.',
  request: ofOrder,
  answer: orderDetailSchema,
  refusals: ['order-unknown', 'order-moved-on'],
})

export const neighbours = service({
  name: 'Order.neighbours',
  endpoint: endpoints.shop,
  summary:
    'Machines that can print an order whose own one cannot: those of its site first, then by distance.',
  request: ofOrder,
  answer: z.array(neighbourSchema),
  refusals: ['order-unknown'],
})

export const moveToNeighbour = service({
  name: 'Order.move',
  endpoint: endpoints.shop,
  summary:
    'The customer agrees that another machine prints the order; stock and slot move with it. Said twice, it is done once.',
  request: ofOrder.extend({
    machine_id: machineIdSchema,
    /** What the customer was shown; an order that has moved on meanwhile is not moved. */
    version: z.number().int().min(1),
  }),
  answer: orderDetailSchema,
  refusals: [
    'order-unknown',
    'order-moved-on',
    'machine-unknown',
    'station-maintenance',
    'station-out-of-stock',
    'station-faulty',
    'station-offline',
    'station-full',
    'station-cannot-print',
    'item-out-of-stock',
    'too-large',
  ],
})

export const receiveOrder = service({
  name: 'Order.received',
  endpoint: endpoints.shop,
  summary: 'The customer has received what was shipped.',
  request: ofOrder,
  answer: orderDetailSchema,
  refusals: ['order-unknown', 'order-moved-on'],
})

export const followOrder = service({
  name: 'Route.follow',
  endpoint: endpoints.partner,
  summary:
    'Answers when the order has changed from `version`, or its money has gone from `money`; or after half a minute as it is.',
  request: ofOrder.extend({
    version: z.number().int().min(0),
    /** Money is taken and given back without a step of the order; left out, it is not followed. */
    money: z.enum(moneyPlaces).optional(),
  }),
  answer: orderDetailSchema,
  refusals: ['order-unknown'],
})

import { z } from 'zod'
import { moneySchema } from '../../commerce/money/money.ts'
import { orderEvents } from '../../commerce/orders/order-events.ts'
import { orderStages, orderStatus } from '../../commerce/orders/order-status.ts'
import { moneyPlaces } from '../../commerce/payments/money-place.ts'
import { sizeSchema } from '../../commerce/sizes/size.ts'
import { text } from '../../schema/text.ts'
import { minutesSchema } from './machine.ts'

export const statusSchema = z.union([
  z.literal(orderStatus.UNPAY),
  z.literal(orderStatus.UNDELIVER),
  z.literal(orderStatus.DELIVER),
  z.literal(orderStatus.FINISH),
  z.literal(orderStatus.CLOSED),
  z.literal(orderStatus.INVALID),
])

/** A call about one order. */
export const ofOrder = z.object({ order_number: z.string().regex(/^\d{8}-[0-9A-Z]{6}$/) })

export const addressSchema = z.object({
  recipient: text().trim().min(1).max(80),
  phone: text().trim().min(1).max(20),
  country: text().trim().min(1).max(80),
  province: text().trim().min(1).max(80),
  city: text().trim().min(1).max(80),
  detail: text().trim().min(1).max(200),
  postalCode: text().trim().min(1).max(16),
  email: z.email().max(120),
})

export const savedAddressSchema = addressSchema.extend({
  id: z.string(),
  isDefault: z.boolean(),
  /** Where it lies, if the customer chose it on the map. */
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
})
export type SavedAddress = z.infer<typeof savedAddressSchema>

/** What is printed on, as far as a list shows it. */
export const orderedProductSchema = z.object({
  kind: z.enum(['phone-case', 'cake']),
  modelId: z.string().nullable(),
  materialId: z.string().nullable(),
  caseColour: z.string().nullable(),
  shape: z.enum(['round', 'square', 'custom']).nullable(),
  sizeInches: z.number().nullable(),
  widthMm: z.number(),
  heightMm: z.number(),
})
export type OrderedProduct = z.infer<typeof orderedProductSchema>

/** A price as the server reckons it. */
export const quoteSchema = z.object({
  unit: moneySchema,
  goods: moneySchema,
  discount: moneySchema,
  shipping: moneySchema,
  total: moneySchema,
  coupon: z.string().nullable(),
})
export type QuoteAnswer = z.infer<typeof quoteSchema>

/** What every list says of an order, the customer's and staff's. */
export const listedOrderSchema = z.object({
  order_number: z.string(),
  status: statusSchema,
  stage: z.enum(orderStages),
  product: orderedProductSchema,
  quantity: z.number().int(),
  total: moneySchema,
  placedAtMs: z.number().int(),
  changedAtMs: z.number().int(),
  machine_id: z.string(),
  machineName: z.string(),
  pickup: z.boolean(),
})
export type ListedOrder = z.infer<typeof listedOrderSchema>

export const orderSummarySchema = listedOrderSchema.extend({
  /** Unpaid orders are closed then. */
  payByMs: z.number().int().nullable(),
  /** A small picture of the design: `/v1/files/<id>`. */
  previewFile: z.string().nullable(),
})
export type OrderSummary = z.infer<typeof orderSummarySchema>

export const orderDetailSchema = orderSummarySchema.extend({
  version: z.number().int(),
  quote: quoteSchema,
  size: sizeSchema.nullable(),
  promotionNumber: z.string(),
  remarks: z.string(),
  logisticsCompany: z.string().nullable(),
  courierNumber: z.string().nullable(),
  shippedAtMs: z.number().int().nullable(),
  address: addressSchema.nullable(),
  printNumber: z.number().int(),
  /** Shown at the station to collect; only once it is printed. */
  pickupCode: z.string().nullable(),
  /** The same as the text of a QR code, signed. */
  pickupQr: z.string().nullable(),
  payOffline: z.boolean(),
  /** Where the customer's money is. */
  money: z.enum(moneyPlaces),
  /** Whether it was paid at the station, and is given back there. */
  paidAtStation: z.boolean(),
  history: z.array(
    z.object({
      event: z.enum(['placed', ...orderEvents]),
      stage: z.enum(orderStages),
      status: statusSchema,
      atMs: z.number().int(),
      /** What the printer reported, or staff said. */
      note: z.string().nullable(),
    }),
  ),
})
export type OrderDetail = z.infer<typeof orderDetailSchema>

/** A machine that can print an order instead of its own. */
export const neighbourSchema = z.object({
  machine_id: z.string(),
  name: z.string(),
  address: z.string(),
  /** Whether it stands where the order's own machine does. */
  sameSite: z.boolean(),
  distanceM: z.number(),
  waiting: z.number().int(),
  ready: minutesSchema.nullable(),
})
export type Neighbour = z.infer<typeof neighbourSchema>

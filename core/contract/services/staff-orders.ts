import { z } from 'zod'
import { text } from '../../schema/text.ts'
import { machineIdSchema } from '../entities/machine.ts'
import { ofOrder } from '../entities/order.ts'
import {
  orderPiles,
  reasonSchema,
  staffOrderDetailSchema,
  staffOrderSchema,
} from '../entities/staff.ts'
import { endpoints, staffService } from '../service.ts'

const ofAct = ofOrder.extend({ idempotencyKey: z.uuid() })
const ofReasonedAct = ofAct.extend({ reason: reasonSchema })
const acted = {
  endpoint: endpoints.partner,
  roles: ['staff'],
  answer: staffOrderDetailSchema,
} as const

export const staffOrders = staffService({
  name: 'Staff.orderList',
  endpoint: endpoints.partner,
  roles: ['staff'],
  paging: 'page',
  summary: 'Orders of one’s machines by what is to be done, or by order or print number.',
  request: z.object({
    pile: z.enum(orderPiles),
    /** An order number, or a print number. */
    query: text().trim().max(40).default(''),
  }),
  answer: z.object({
    orders: z.array(staffOrderSchema),
    /** How many lie on each pile. */
    piles: z.array(z.object({ pile: z.enum(orderPiles), count: z.number().int() })),
  }),
})

export const staffOrder = staffService({
  ...acted,
  name: 'Staff.orderDetail',
  summary: 'All that is known of an order: payments, attempts to print it, who did what.',
  request: ofOrder,
  refusals: ['order-unknown'],
})

export const confirmOffline = staffService({
  ...acted,
  name: 'Staff.confirmOfflinePayment',
  summary: 'The customer has paid at the station.',
  request: ofAct.extend({
    /** What was taken, as staff was shown it. */
    expectedMinor: z.number().int().min(0),
  }),
  refusals: ['order-unknown', 'order-moved-on', 'price-changed', 'already-done'],
})

export const handBack = staffService({
  ...acted,
  name: 'Staff.handBack',
  summary: 'The customer has got back what they had paid at the station.',
  request: ofAct.extend({ expectedMinor: z.number().int().min(0) }),
  refusals: ['order-unknown', 'order-moved-on', 'price-changed', 'already-done'],
})

export const decidePrint = staffService({
  ...acted,
  name: 'Staff.decidePrint',
  summary: 'What became of a print that nobody knew the end of.',
  request: ofReasonedAct.extend({ decision: z.enum(['printed', 'not-printed', 'refund']) }),
  refusals: ['order-unknown', 'order-moved-on', 'already-done'],
})

export const reprintOrder = staffService({
  ...acted,
  name: 'Staff.reprint',
  summary: 'Prints an order again, with another blank of the stock.',
  request: ofReasonedAct,
  refusals: [
    'order-unknown',
    'order-moved-on',
    'item-out-of-stock',
    'station-full',
    'already-done',
  ],
})

export const cancelForCustomer = staffService({
  ...acted,
  name: 'Staff.cancel',
  summary: 'Calls an order off; its money goes back.',
  request: ofReasonedAct,
  refusals: ['order-unknown', 'order-moved-on', 'already-done'],
})

export const shipOrder = staffService({
  ...acted,
  name: 'Staff.ship',
  summary: 'Hands a print to a courier.',
  request: ofAct.extend({
    company: text().trim().min(1).max(80),
    number: text().trim().min(1).max(80),
  }),
  refusals: ['order-unknown', 'order-moved-on', 'already-done'],
})

export const pickUpOrder = staffService({
  ...acted,
  name: 'Staff.pickUp',
  summary: 'Hands a print out for its pickup code.',
  request: z.object({
    machine_id: machineIdSchema,
    /** Digits as they are typed, or what the QR code says. */
    code: text().trim().min(1).max(200),
    idempotencyKey: z.uuid(),
  }),
  refusals: [
    'machine-unknown',
    'order-unknown',
    'order-moved-on',
    'already-done',
    'pickup-code-wrong',
    'pickup-elsewhere',
    'pickup-not-printed',
    'pickup-collected',
    'pickup-called-off',
  ],
})

import { z } from 'zod'
import { moneySchema } from '../../commerce/money/money.ts'
import { orderEvents } from '../../commerce/orders/order-events.ts'
import { orderStages } from '../../commerce/orders/order-status.ts'
import { paymentStates } from '../../commerce/payments/payment-transitions.ts'
import { providerIds } from '../../commerce/payments/providers.ts'
import { attemptOutcomes } from '../../commerce/printing/print-jobs.ts'
import { machineStates } from '../../commerce/stations/machine-state.ts'
import { text } from '../../schema/text.ts'
import { addressSchema, listedOrderSchema } from './order.ts'

/** Staff works with machines, a partner owns them, an operator pays partners out. */
export const staffRoles = ['staff', 'partner', 'operator'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Everything that the audit trail names. */
export const auditActs = [
  'signed-in',
  'second-factor-enrolled',
  'account-added',
  'partner-added',
  'machine-added',
  'second-factor-reset',
  'password-changed',
  'session-ended',
  'maintenance-set',
  'maintenance-ended',
  'faults-cleared',
  'stock-refilled',
  'stock-corrected',
  'offline-payment-confirmed',
  'money-handed-back',
  'printed-decided',
  'not-printed-decided',
  'refund-decided',
  'reprint-ordered',
  'order-cancelled',
  'handed-to-courier',
  'picked-up',
  'enrolment-code-made',
  'withdrawal-requested',
  'withdrawal-approve',
  'withdrawal-pay',
  'withdrawal-refuse',
] as const
export type AuditAct = (typeof auditActs)[number]

/** What staff can do with an order as it stands. */
export const orderActs = [
  'confirm-offline',
  'hand-back',
  'printed',
  'not-printed',
  'refund',
  'reprint',
  'cancel',
  'ship',
] as const
export type OrderAct = (typeof orderActs)[number]

/** Why something is done: read by others later. */
export const reasonSchema = text().trim().min(3).max(200)

/** A session of staff's or a partner's. */
export const staffLoginSchema = z.object({
  token: z.string(),
  name: z.string(),
  role: z.enum(staffRoles),
  expiresAtMs: z.number().int(),
})

export const staffMachineSchema = z.object({
  machine_id: z.string(),
  name: z.string(),
  address: z.string(),
  state: z.enum(machineStates),
  maintenance: z.boolean(),
  /** The printer's own words for what stops it. */
  faults: z.array(z.string()),
  /** When its agent was last heard; null where none ever was. */
  lastSeenAtMs: z.number().int().nullable(),
  /** Orders that wait, those held up, and those of which nobody knows whether they were printed. */
  waiting: z.number().int(),
  held: z.number().int(),
  unknown: z.number().int(),
})
export type StaffMachine = z.infer<typeof staffMachineSchema>

export const staffStockSchema = z.object({
  item: z.string(),
  available: z.number().int(),
  reserved: z.number().int(),
})

/** The piles in which staff finds orders. */
export const orderPiles = ['offline', 'unknown', 'handover', 'money', 'waiting', 'all'] as const
export type OrderPile = (typeof orderPiles)[number]

export const staffOrderSchema = listedOrderSchema.extend({
  printNumber: z.number().int(),
  payOffline: z.boolean(),
})
export type StaffOrder = z.infer<typeof staffOrderSchema>

export const staffOrderDetailSchema = staffOrderSchema.extend({
  acts: z.array(z.enum(orderActs)),
  remarks: z.string(),
  address: addressSchema.nullable(),
  logisticsCompany: z.string().nullable(),
  courierNumber: z.string().nullable(),
  payments: z.array(
    z.object({
      provider: z.enum(providerIds),
      state: z.enum(paymentStates),
      amount: moneySchema,
      trouble: z.string().nullable(),
    }),
  ),
  attempts: z.array(
    z.object({
      token: z.number().int(),
      claimedAtMs: z.number().int(),
      beganAtMs: z.number().int().nullable(),
      endedAtMs: z.number().int().nullable(),
      outcome: z.enum(attemptOutcomes).nullable(),
      note: z.string().nullable(),
    }),
  ),
  history: z.array(
    z.object({
      event: z.enum([...orderEvents, 'placed']),
      stage: z.enum(orderStages),
      by: z.string().nullable(),
      note: z.string().nullable(),
      atMs: z.number().int(),
    }),
  ),
})
export type StaffOrderDetail = z.infer<typeof staffOrderDetailSchema>

export const auditEventSchema = z.object({
  id: z.number().int(),
  atMs: z.number().int(),
  /** Null where the command on the server did it. */
  by: z.string().nullable(),
  act: z.enum(auditActs),
  machine_id: z.string().nullable(),
  subject: z.string(),
  reason: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type AuditEvent = z.infer<typeof auditEventSchema>

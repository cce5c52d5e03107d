import { z } from 'zod'
import { orderStages, queueZones } from '../../commerce/orders/order-status.ts'
import { machineStates } from '../../commerce/stations/machine-state.ts'
import { text } from '../../schema/text.ts'

export const machineIdSchema = text().trim().min(1).max(64)

export const machineSchema = z.object({
  machine_id: z.string(),
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  state: z.enum(machineStates),
  prints: z.array(z.enum(['phone-case', 'cake'])),
  sheet: z.object({ widthMm: z.number(), heightMm: z.number() }),
  dpi: z.number().int(),
  /** Print jobs that wait before a new one. */
  waiting: z.number().int(),
  /** Whether another order can be placed. */
  hasRoom: z.boolean(),
})
export type Machine = z.infer<typeof machineSchema>

/** One line of a machine's stock list. */
export const stockSchema = z.object({ item: z.string(), available: z.number().int() })

/** A time from now, in whole minutes. */
export const minutesSchema = z.object({ from: z.number().int(), to: z.number().int() })
export type Minutes = z.infer<typeof minutesSchema>

export const ticketSchema = z.object({
  zone: z.enum(queueZones),
  printNumber: z.number().int(),
  stage: z.enum(orderStages),
  kind: z.enum(['phone-case', 'cake']),
  sinceMs: z.number().int(),
  /** Prints that are made before it; null where it does not wait, or nobody can say. */
  before: z.number().int().nullable(),
  /** When it will be printed, in all likelihood. */
  ready: minutesSchema.nullable(),
  /** Whether it is an order of the customer who asks; its number then. */
  order_number: z.string().nullable(),
})

export const fontSchema = z.object({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  /** Address of the font's file. */
  remark: z.string(),
})

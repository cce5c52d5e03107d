import { z } from 'zod'
import { orderStages, queueZones } from '../../commerce/orders/order-status.ts'
import { machineStates } from '../../commerce/stations/machine-state.ts'
import { limits } from '../../limits.ts'
import { localeCodes } from '../../locales.ts'
import { text } from '../../schema/text.ts'

/** No printer takes a longer sheet. */
const SHEET_MM_MAX = 2000

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

const placeName = text().trim().min(1).max(120)

/** A machine as a deployment adds it. What it is like to customers is a {@link machineSchema}. */
export const newMachineSchema = z.object({
  id: machineIdSchema.regex(/^[\w-]+$/, 'letters, digits, _ and - alone'),
  name: placeName,
  address: placeName,
  latitude: machineSchema.shape.latitude.min(-90).max(90),
  longitude: machineSchema.shape.longitude.min(-180).max(180),
  /** Machines that stand in one place have one site. */
  site: text().trim().max(64),
  prints: machineSchema.shape.prints.min(1),
  /** In mm. */
  sheetWidthMm: z.number().min(limits.printMmMin).max(SHEET_MM_MAX),
  sheetHeightMm: z.number().min(limits.printMmMin).max(SHEET_MM_MAX),
  dpi: machineSchema.shape.dpi.min(limits.dpiPoor).max(limits.printDpiMax),
  /** Orders that may be open at once. */
  slots: z.number().int().min(1).max(10_000),
  language: z.enum(localeCodes),
})
export type NewMachine = z.infer<typeof newMachineSchema>

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

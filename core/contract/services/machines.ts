import { z } from 'zod'
import { text } from '../../schema/text.ts'
import {
  fontSchema,
  machineIdSchema,
  machineSchema,
  minutesSchema,
  stockSchema,
  ticketSchema,
} from '../entities/machine.ts'
import { endpoints, openService, service } from '../service.ts'

const ofMachine = z.object({ machine_id: machineIdSchema })

export const machineFonts = openService({
  name: 'Material.mchineFontFamilyList',
  endpoint: endpoints.fonts,
  summary: 'The fonts of a machine.',
  request: ofMachine,
  answer: z.array(fontSchema),
  refusals: ['machine-unknown'],
})

export const languageList = openService({
  name: 'MachineLanguage.getLanguageList',
  endpoint: endpoints.shop,
  summary: 'The languages of a machine and which of them it begins in.',
  request: ofMachine,
  answer: z.object({
    default: z.string(),
    list: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  refusals: ['machine-unknown'],
})

export const machineDetail = openService({
  name: 'Machine.detail',
  endpoint: endpoints.shop,
  summary: 'A station: where it is, what it prints, whether it can.',
  request: ofMachine,
  answer: machineSchema,
  refusals: ['machine-unknown'],
})

export const scan = openService({
  name: 'Machine.scan',
  endpoint: endpoints.shop,
  summary: 'Takes the claim of a scanned code; answers one that holds for the session.',
  request: ofMachine.extend({ claim: text().min(1).max(200) }),
  answer: z.object({ claim: z.string(), validUntilMs: z.number().int() }),
  refusals: ['machine-unknown', 'not-scanned'],
})

export const stockList = openService({
  name: 'Machine.stockList',
  endpoint: endpoints.shop,
  summary: 'What a machine has in stock.',
  request: ofMachine,
  answer: z.array(stockSchema),
  refusals: ['machine-unknown'],
})

export const lineUp = service({
  name: 'Machine.lineUp',
  endpoint: endpoints.shop,
  summary: 'The print queue of a machine by zone; only own orders are named.',
  request: ofMachine,
  answer: z.array(ticketSchema),
  refusals: ['machine-unknown'],
})

export const siteMachines = openService({
  name: 'Machine.site',
  endpoint: endpoints.shop,
  summary:
    'The machines that stand in one place with this one, itself among them, and their queues.',
  request: ofMachine,
  answer: z.array(machineSchema.extend({ ready: minutesSchema.nullable() })),
  refusals: ['machine-unknown'],
})

export const shopList = openService({
  name: 'Shop.getList',
  endpoint: endpoints.partner,
  summary: 'Every station, the nearest first where a place is given.',
  request: z.object({
    latitude: z.number().min(-90).max(90).optional(),
    longitude: z.number().min(-180).max(180).optional(),
  }),
  answer: z.array(machineSchema.extend({ distanceM: z.number().nullable() })),
})

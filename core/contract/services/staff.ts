import { z } from 'zod'
import { text } from '../../schema/text.ts'
import { passwordSchema, sessionSchema } from '../entities/account.ts'
import { machineIdSchema } from '../entities/machine.ts'
import {
  auditEventSchema,
  reasonSchema,
  staffLoginSchema,
  staffMachineSchema,
  staffRoles,
  staffStockSchema,
} from '../entities/staff.ts'
import { endpoints, openService, staffService } from '../service.ts'

const ofMachine = z.object({ machine_id: machineIdSchema })
const idempotencyKey = z.uuid()
/** Six digits of the authenticator, or a recovery code. */
const factorCodeSchema = text().trim().min(6).max(24)

export const staffLogin = openService({
  name: 'Partner.login',
  endpoint: endpoints.partner,
  body: 'form',
  summary: 'Staff and partners: takes the password; a second factor follows with the ticket.',
  request: z.object({ username: text().trim().min(1).max(64), password: passwordSchema }),
  answer: z.object({
    ticket: z.string(),
    /** At the first login: the secret to enrol, and the address that an authenticator reads. */
    enrolment: z.object({ secret: z.string(), url: z.string() }).nullable(),
  }),
  refusals: ['credentials-wrong'],
})

export const secondFactor = openService({
  name: 'Partner.secondFactor',
  endpoint: endpoints.partner,
  summary: 'The second factor of a login: a code of the authenticator, or a recovery code.',
  request: z.object({ ticket: text().min(1).max(64), code: factorCodeSchema }),
  answer: staffLoginSchema.extend({
    /** At the enrolment, and never again. */
    recoveryCodes: z.array(z.string()).nullable(),
  }),
  refusals: ['code-wrong', 'ticket-over'],
})

export const staffLogout = staffService({
  name: 'Partner.logout',
  endpoint: endpoints.partner,
  roles: staffRoles,
  summary: 'Ends this session of staff’s.',
  request: z.object({}),
  answer: z.object({}),
})

export const staffSessions = staffService({
  name: 'Partner.sessions',
  endpoint: endpoints.partner,
  roles: staffRoles,
  summary: 'Where one’s own account is signed in, latest first.',
  request: z.object({}),
  answer: z.array(sessionSchema),
})

export const endStaffSession = staffService({
  name: 'Partner.endSession',
  endpoint: endpoints.partner,
  roles: staffRoles,
  summary: 'Ends one session of one’s own account at once.',
  request: z.object({ id: z.uuid() }),
  answer: z.object({}),
  refusals: ['session-unknown'],
})

export const endOtherStaffSessions = staffService({
  name: 'Partner.endOtherSessions',
  endpoint: endpoints.partner,
  roles: staffRoles,
  summary: 'Ends every session of one’s own account but the one that it is called with.',
  request: z.object({}),
  answer: z.object({}),
})

export const changeStaffPassword = staffService({
  name: 'Partner.changePassword',
  endpoint: endpoints.partner,
  roles: staffRoles,
  summary:
    'Another password, for who knows the present one and shows the second factor; ends every session there was and opens a new one.',
  request: z.object({
    oldPassword: passwordSchema,
    password: passwordSchema,
    code: factorCodeSchema,
  }),
  answer: staffLoginSchema,
  refusals: ['credentials-wrong', 'code-wrong'],
})

export const staffMachines = staffService({
  name: 'Staff.machineList',
  endpoint: endpoints.partner,
  roles: ['staff', 'partner'],
  summary: 'The machines of who asks: their state, why, when they were heard, what waits there.',
  request: z.object({}),
  answer: z.array(staffMachineSchema),
})

export const setMaintenance = staffService({
  name: 'Staff.setMaintenance',
  endpoint: endpoints.partner,
  roles: ['staff'],
  summary: 'Begins or ends a machine’s maintenance; the orders that wait there are held or go on.',
  request: ofMachine.extend({ maintenance: z.boolean(), reason: reasonSchema, idempotencyKey }),
  answer: staffMachineSchema,
  refusals: ['machine-unknown', 'already-done'],
})

export const clearFaults = staffService({
  name: 'Staff.clearFaults',
  endpoint: endpoints.partner,
  roles: ['staff'],
  summary: 'Says that what stops a machine’s printer is cured; an agent that knows better says so.',
  request: ofMachine.extend({ reason: reasonSchema, idempotencyKey }),
  answer: staffMachineSchema,
  refusals: ['machine-unknown', 'already-done'],
})

export const staffStock = staffService({
  name: 'Staff.stockList',
  endpoint: endpoints.partner,
  roles: ['staff', 'partner'],
  summary: 'What a machine holds: what is free, and what orders have reserved of it.',
  request: ofMachine,
  answer: z.array(staffStockSchema),
  refusals: ['machine-unknown'],
})

export const changeStock = staffService({
  name: 'Staff.changeStock',
  endpoint: endpoints.partner,
  roles: ['staff'],
  summary: 'Adds a refill, or corrects an item to what was counted: never below what is reserved.',
  request: ofMachine.extend({
    item: text().trim().min(1).max(120),
    change: z.enum(['refill', 'counted']),
    pieces: z.number().int().min(0).max(100_000),
    reason: reasonSchema,
    idempotencyKey,
  }),
  answer: staffStockSchema,
  refusals: ['machine-unknown', 'stock-reserved', 'already-done'],
})

export const newEnrolment = staffService({
  name: 'Staff.newEnrolmentCode',
  endpoint: endpoints.partner,
  roles: ['staff'],
  summary: 'A one-time code by which a station’s agent becomes this machine’s.',
  request: ofMachine,
  answer: z.object({ code: z.string() }),
  refusals: ['machine-unknown'],
})

export const auditTrail = staffService({
  name: 'Staff.auditTrail',
  endpoint: endpoints.partner,
  roles: ['staff', 'partner'],
  paging: 'page',
  summary: 'What was done, by whom and why, on the machines of who asks; the latest first.',
  request: z.object({}),
  answer: z.array(auditEventSchema),
})

import { z } from 'zod'
import { moneySchema } from '../../commerce/money/money.ts'
import { withdrawalDecisions } from '../../commerce/partners/withdrawals.ts'
import {
  billDocumentSchema,
  billSchema,
  monthSchema,
  salesRowSchema,
  statementSchema,
  withdrawalSchema,
} from '../entities/partner.ts'
import { reasonSchema } from '../entities/staff.ts'
import { endpoints, staffService } from '../service.ts'

const ofPartner = { endpoint: endpoints.partner, roles: ['partner'] } as const
const csvFileSchema = z.object({ fileName: z.string(), text: z.string() })
const ofOperator = { endpoint: endpoints.partner, roles: ['operator'] } as const

export const partnerSales = staffService({
  ...ofPartner,
  name: 'Partner.sales',
  summary:
    'What the partner’s machines earned from one day to another, by day, machine or product.',
  request: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    by: z.enum(['day', 'machine', 'product']),
  }),
  answer: z.array(salesRowSchema),
})

export const partnerStatement = staffService({
  ...ofPartner,
  name: 'Partner.statement',
  summary:
    'A month of the partner’s account: what was owed before, every line, what is owed after.',
  request: z.object({ month: monthSchema }),
  answer: statementSchema,
})

export const partnerStatementCsv = staffService({
  ...ofPartner,
  name: 'Partner.statementCsv',
  summary: 'The same as a table for spreadsheets.',
  request: z.object({ month: monthSchema }),
  answer: csvFileSchema,
})

export const partnerBills = staffService({
  ...ofPartner,
  name: 'Partner.bills',
  summary: 'The platform’s share of each month, the latest first.',
  request: z.object({}),
  answer: z.array(billSchema),
})

export const partnerBill = staffService({
  ...ofPartner,
  name: 'Partner.bill',
  summary: 'The bill of a month: its number, every sale and refund with the share, their sums.',
  request: z.object({ month: monthSchema }),
  answer: billDocumentSchema,
})

export const partnerBillCsv = staffService({
  ...ofPartner,
  name: 'Partner.billCsv',
  summary: 'The same as a table for spreadsheets.',
  request: z.object({ month: monthSchema }),
  answer: csvFileSchema,
})

export const partnerWithdrawals = staffService({
  ...ofPartner,
  name: 'Partner.withdrawalList',
  summary: 'What can be withdrawn, and what was.',
  request: z.object({}),
  answer: z.object({ available: moneySchema, list: z.array(withdrawalSchema) }),
})

export const requestWithdrawal = staffService({
  ...ofPartner,
  name: 'Partner.withdraw',
  summary: 'Asks for money to be paid out: never more than is owed.',
  request: z.object({
    idempotencyKey: z.uuid(),
    minor: z.number().int().min(1).max(1_000_000_000),
  }),
  answer: withdrawalSchema,
  refusals: ['balance-exceeded', 'already-done'],
})

export const operatorWithdrawals = staffService({
  ...ofOperator,
  name: 'Operator.withdrawalList',
  summary: 'Withdrawals of all partners, those that wait first.',
  request: z.object({}),
  answer: z.array(withdrawalSchema),
})

export const decideWithdrawal = staffService({
  ...ofOperator,
  name: 'Operator.decideWithdrawal',
  summary: 'Approves a withdrawal, says that it was paid, or refuses it.',
  request: z.object({
    id: z.uuid(),
    decision: z.enum(withdrawalDecisions),
    reason: reasonSchema,
    idempotencyKey: z.uuid(),
  }),
  answer: withdrawalSchema,
  refusals: ['withdrawal-unknown', 'withdrawal-decided', 'already-done'],
})

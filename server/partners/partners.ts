import { billTable } from '#core/commerce/partners/bill-table.ts'
import { csvOf } from '#core/commerce/partners/csv.ts'
import { statementTable } from '#core/commerce/partners/statement-table.ts'
import type { Handlers, StaffCaller } from '../calls/handler.ts'
import type { Context } from '../context.ts'
import { billOf, billsOf } from './bills.ts'
import { issueBillsOf } from './issue-bills.ts'
import { ownPartner } from './own-partner.ts'
import { salesOf } from './sales.ts'
import { statementOf } from './statements.ts'
import { withdrawalHandlers } from './withdrawals.ts'

type PartnerServices =
  | 'partnerSales'
  | 'partnerStatement'
  | 'partnerStatementCsv'
  | 'partnerBills'
  | 'partnerBill'
  | 'partnerBillCsv'
  | 'partnerWithdrawals'
  | 'requestWithdrawal'
  | 'operatorWithdrawals'
  | 'decideWithdrawal'

/** What partners see of their money. */
export function partnerHandlers(context: Context): Handlers<PartnerServices> {
  const { database, now } = context
  /** Who looks before the sweep has issued what is due finds it issued all the same. */
  const billedPartner = async (caller: StaffCaller) => {
    const partner = await ownPartner(database, caller)
    await issueBillsOf(context, partner.id)
    return partner
  }
  return {
    ...withdrawalHandlers(context),

    partnerSales: async ({ request, caller }) =>
      await salesOf(database, await ownPartner(database, caller), request),

    partnerStatement: async ({ request, caller }) =>
      await statementOf(database, await ownPartner(database, caller), request.month),

    partnerStatementCsv: async ({ request, caller }) => {
      const partner = await ownPartner(database, caller)
      const statement = await statementOf(database, partner, request.month)
      return {
        fileName: `statement-${request.month}.csv`,
        text: csvOf(statementTable(statement)),
      }
    },

    partnerBills: async ({ caller }) => await billsOf(database, await billedPartner(caller), now()),

    partnerBill: async ({ request, caller }) =>
      await billOf(database, await billedPartner(caller), request.month, now()),

    partnerBillCsv: async ({ request, caller }) => {
      const partner = await billedPartner(caller)
      const bill = await billOf(database, partner, request.month, now())
      return { fileName: `bill-${bill.number ?? bill.month}.csv`, text: csvOf(billTable(bill)) }
    },
  }
}

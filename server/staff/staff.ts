import type { Context } from '../context.ts'
import { auditHandlers } from './audit.ts'
import { staffPasswordHandlers } from './change-password.ts'
import { enrolmentHandlers } from './enrolment.ts'
import { staffMachineHandlers } from './machines.ts'
import { orderActHandlers } from './order-acts.ts'
import { staffOrderHandlers } from './read-orders.ts'
import { staffSessionHandlers } from './sessions.ts'
import { staffSignInHandlers } from './sign-in.ts'
import { staffStockHandlers } from './stock.ts'

/** Staff of machines: signing in, machines, stock, orders, and the trail of what was done. */
export const staffHandlers = (context: Context) => ({
  ...staffSignInHandlers(context),
  ...staffPasswordHandlers(context),
  ...staffSessionHandlers(context),
  ...auditHandlers(context),
  ...enrolmentHandlers(context),
  ...staffMachineHandlers(context),
  ...orderActHandlers(context),
  ...staffOrderHandlers(context),
  ...staffStockHandlers(context),
})

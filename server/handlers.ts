import { accountHandlers } from './accounts/accounts.ts'
import type { Handlers } from './calls/handler.ts'
import type { Context } from './context.ts'
import { imagingHandlers } from './imaging/imaging-calls.ts'
import { orderHandlers } from './orders/orders.ts'
import { partnerHandlers } from './partners/partners.ts'
import { paymentHandlers } from './payments/payment-calls.ts'
import { addressHandlers } from './shop/addresses.ts'
import { goodsHandlers } from './shop/goods.ts'
import { sizeHandlers } from './shop/sizes.ts'
import { staffHandlers } from './staff/staff.ts'
import { machineHandlers } from './stations/machines.ts'

/** Who answers which service: one line a module. A service without a handler does not compile. */
export const handlersOf = (context: Context): Handlers => ({
  ...accountHandlers(context),
  ...addressHandlers(context),
  ...goodsHandlers(context),
  ...imagingHandlers(context),
  ...machineHandlers(context),
  ...orderHandlers(context),
  ...paymentHandlers(context),
  ...partnerHandlers(context),
  ...sizeHandlers(context),
  ...staffHandlers(context),
})

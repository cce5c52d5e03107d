import type { Handlers } from '../calls/handler.ts'
import type { Context } from '../context.ts'
import { watchOrder } from './order-watch.ts'
import { ownOrder } from './own-order.ts'
import { detailOf } from './read-orders.ts'

/** A follower is answered after so long at the latest. */
const FOLLOW_MS = 25_000

/** Answers a customer once their order, or its money, is no longer what they know of it. */
export function followHandlers(context: Context): Handlers<'followOrder'> {
  return {
    followOrder: async ({ request, caller, signal }) => {
      const { order_number: orderNumber, version, money } = request
      const watch = watchOrder(context.news, orderNumber, FOLLOW_MS, signal)
      try {
        for (;;) {
          const change = watch.next()
          const order = await ownOrder(context.database, caller.customerId, orderNumber)
          if (order.version !== version || watch.isOver()) return await detailOf(context, order)
          if (money !== undefined) {
            const detail = await detailOf(context, order)
            if (detail.money !== money) return detail
          }
          await change
        }
      } finally {
        watch.end()
      }
    },
  }
}

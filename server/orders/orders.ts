import type { OrderEvent } from '#core/commerce/orders/order-events.ts'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import type { Handlers } from '../calls/handler.ts'
import type { Context } from '../context.ts'
import { followHandlers } from './follow-order.ts'
import { moveOrder } from './move-order.ts'
import { moveToNeighbour, neighboursOf } from './neighbours.ts'
import { orderListHandlers } from './order-lists.ts'
import { ownOrder } from './own-order.ts'
import { openPlacing } from './placing/place-order.ts'
import { detailOf, newOrderDetail } from './read-orders.ts'

type OwnOrderServices =
  | 'placeOrder'
  | 'orderDetail'
  | 'cancelOrder'
  | 'chooseOfflinePayment'
  | 'receiveOrder'
  | 'neighbours'
  | 'moveToNeighbour'

/** Orders of the customer who calls: another's are unknown to them. */
export function orderHandlers(context: Context) {
  return {
    ...ownOrderHandlers(context),
    ...orderListHandlers(context),
    ...followHandlers(context),
  }
}

/** Placing an order, reading it and acting on it. */
function ownOrderHandlers(context: Context): Handlers<OwnOrderServices> {
  const place = openPlacing(context)

  const own = (customerId: string, orderNumber: string) =>
    ownOrder(context.database, customerId, orderNumber)

  const moveOwn = async (customerId: string, orderNumber: string, event: OrderEvent) => {
    const moved = await moveOrder(context, await own(customerId, orderNumber), {
      event,
      actor: 'customer',
    })
    return await detailOf(context, moved)
  }

  return {
    placeOrder: async ({ request, caller, address }) => {
      const { order, machine, isNew } = await place({ caller, address }, request)
      if (isNew) return newOrderDetail(order, machine.name)
      return await detailOf(context, order, machine.name)
    },

    orderDetail: async ({ request, caller }) =>
      await detailOf(context, await own(caller.customerId, request.order_number)),

    cancelOrder: ({ request, caller }) =>
      moveOwn(caller.customerId, request.order_number, 'cancelled-by-customer'),

    receiveOrder: ({ request, caller }) =>
      moveOwn(caller.customerId, request.order_number, 'received'),

    chooseOfflinePayment: async ({ request, caller }) => {
      const order = await own(caller.customerId, request.order_number)
      const isChosen = order.payOffline && order.status === orderStatus.UNPAY
      const move = { event: 'offline-payment-chosen', actor: 'customer' } as const
      return await detailOf(context, isChosen ? order : await moveOrder(context, order, move))
    },

    neighbours: async ({ request, caller }) =>
      await neighboursOf(context, await own(caller.customerId, request.order_number)),

    moveToNeighbour: async ({ request, caller }) => {
      const order = await own(caller.customerId, request.order_number)
      return await detailOf(context, await moveToNeighbour(context, order, request))
    },
  }
}

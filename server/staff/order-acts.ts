import { eq } from 'drizzle-orm'
import type { AuditAct, StaffOrderDetail } from '#core/contract/entities/staff.ts'
import type { Handlers, StaffCaller } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { type OrderRow, orderColumns, orders, payments } from '../database/schema.ts'
import { type Move, moveOrderIn } from '../orders/move-order.ts'
import { checkPickup } from '../orders/pickup.ts'
import { confirmHandedBack, confirmOfflinePayment } from '../payments/offline-confirmations.ts'
import { actOfKey, actOnce, type TransactionOf } from './audit.ts'
import { ownOrder, staffDetailOf } from './read-orders.ts'
import { ownMachine } from './scope.ts'

type ActServices =
  | 'confirmOffline'
  | 'handBack'
  | 'decidePrint'
  | 'reprintOrder'
  | 'cancelForCustomer'
  | 'shipOrder'
  | 'pickUpOrder'

type Asked = { readonly order_number: string; readonly idempotencyKey: string }
type Work = (tx: TransactionOf, order: OrderRow, at: Date) => Promise<void>

const decisions = {
  printed: { act: 'printed-decided', event: 'printed' },
  'not-printed': { act: 'not-printed-decided', event: 'print-failed' },
  refund: { act: 'refund-decided', event: 'cancelled-by-staff' },
} as const

/** What staff does with orders of their machines: each once, each in the trail. */
export function orderActHandlers(context: Context): Handlers<ActServices> {
  const { database } = context

  const onOrder = async (
    caller: StaffCaller,
    request: Asked,
    act: AuditAct,
    work: Work,
    reason = '',
  ): Promise<StaffOrderDetail> => {
    const { order_number: subject, idempotencyKey: key } = request
    await ownOrder(database, caller, subject)
    await actOnce(context, caller, { key, act, subject, request }, async (tx, at) => {
      const before = await lockOwn(tx, caller, subject)
      await work(tx, before, at)
      const after = await stateOf(tx, before.id)
      return { machineId: before.machineId, reason, before: stateIn(before), after }
    })
    return await staffDetailOf(database, caller, subject)
  }

  const move = (
    caller: StaffCaller,
    request: Asked & { readonly reason?: string },
    act: AuditAct,
    moved: Omit<Move, 'actor' | 'by' | 'note'>,
  ) => {
    const { reason = '' } = request
    const step: Move = {
      ...moved,
      actor: 'staff',
      by: caller.username,
      ...(reason !== '' && { note: reason }),
    }
    const work: Work = async (tx, order, at) => {
      await moveOrderIn(tx, order, step, at)
    }
    return onOrder(caller, request, act, work, reason)
  }

  return {
    confirmOffline: ({ request, caller }) =>
      onOrder(caller, request, 'offline-payment-confirmed', async (tx, { id }) => {
        await confirmOfflinePayment(tx, context, id, request.expectedMinor, caller.username)
      }),

    handBack: ({ request, caller }) =>
      onOrder(caller, request, 'money-handed-back', async (tx, { id }) => {
        await confirmHandedBack(tx, context, id, request.expectedMinor)
      }),

    decidePrint: ({ request, caller }) => {
      const { act, event } = decisions[request.decision]
      const work: Work = async (tx, order, at) => {
        // A station that prints knows better, and a spoiled print is no unknown one.
        if (order.stage !== 'print-unknown') throw new Refused('order-moved-on')
        const { reason: note } = request
        await moveOrderIn(tx, order, { event, actor: 'staff', by: caller.username, note }, at)
      }
      return onOrder(caller, request, act, work, request.reason)
    },

    reprintOrder: ({ request, caller }) =>
      move(caller, request, 'reprint-ordered', { event: 'reprint-ordered' }),

    cancelForCustomer: ({ request, caller }) =>
      move(caller, request, 'order-cancelled', { event: 'cancelled-by-staff' }),

    shipOrder: ({ request, caller }) =>
      move(caller, request, 'handed-to-courier', {
        event: 'handed-to-courier',
        columns: { logisticsCompany: request.company, courierNumber: request.number },
      }),

    pickUpOrder: async ({ request, caller }) => {
      const { machine_id: machineId, code, idempotencyKey } = request
      await ownMachine(database, caller, machineId)
      const done = await actOfKey(database, caller, idempotencyKey)
      const order_number =
        done?.act === 'picked-up'
          ? done.subject
          : (await checkPickup(context, machineId, code)).orderNumber
      const handed = { order_number, idempotencyKey }
      return await move(caller, handed, 'picked-up', { event: 'collected' })
    },
  }
}

async function lockOwn(tx: Queries, caller: StaffCaller, orderNumber: string): Promise<OrderRow> {
  const { order } = await ownOrder(tx, caller, orderNumber)
  const [locked] = await tx
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.id, order.id))
    .for('update')
  if (locked === undefined) throw new Refused('order-unknown')
  return locked
}

const stateIn = ({ status, stage }: OrderRow) => ({ status, stage })

async function stateOf(tx: Queries, orderId: string) {
  const [order] = await tx.select(orderColumns).from(orders).where(eq(orders.id, orderId))
  const paid = await tx
    .select({ provider: payments.provider, state: payments.state })
    .from(payments)
    .where(eq(payments.orderId, orderId))
  return { ...(order && stateIn(order)), payments: paid }
}

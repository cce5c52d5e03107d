import { and, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import { orderStatus } from '#core/commerce/orders/order-status.ts'
import { limits } from '#core/limits.ts'
import { Refused } from '../calls/refused.ts'
import type { Queries } from '../database/connect.ts'
import { orders, stock } from '../database/schema.ts'
import type { MachineRow } from '../stations/machines.ts'

/** What an order would hold while nobody has paid it, and who asks for it. */
export interface Hold {
  readonly customerId: string
  /** The scan and the network that it comes from. */
  readonly scan: string
  readonly network: string
  readonly machine: MachineRow
  readonly coupon: string
  /** The blanks that it takes; null where it takes none. */
  readonly stock: { readonly item: string; readonly quantity: number } | null
  /** Multiplies the limits, where many customers share one network address. */
  readonly factor: number
  readonly now: Date
}

/** A network's unpaid orders hold at most such a part of a station's slots. */
const SLOTS_SHARE = 1 / 4
/** Unpaid orders of a customer or a network hold at most such a part of an item's stock, or one piece. */
const STOCK_SHARE = 1 / 4
/** Unpaid orders of a network that use one coupon. */
const COUPON_USES = 2
/** What was not paid counts so long for its network: who lets orders lapse holds no more of them. */
const REMEMBERED_MS = 3_600_000

/**
 * Keeps one visitor from holding a station, or a coupon's last use, without paying. A customer's own
 * orders are counted exactly: their placements take turns. A network's may overshoot by those that are
 * placed in the same instant.
 * @throws Refused `too-many-unpaid`, `unpaid-hold-all`, or `not-scanned` for another customer's scan
 */
export async function checkUnpaid(tx: Queries, hold: Hold): Promise<void> {
  const { customerId, scan, network, machine, factor } = hold
  const own = eq(orders.customerId, customerId)
  const unpaid = eq(orders.status, orderStatus.UNPAY)
  const near = eq(orders.network, network)
  const lapsed = and(
    eq(orders.stage, 'closed'),
    gt(orders.changedAt, new Date(hold.now.getTime() - REMEMBERED_MS)),
  )
  const held = and(near, or(unpaid, lapsed))
  const counted = (condition: SQL | undefined) =>
    sql<number>`(count(*) filter (where ${condition}))::int`
  const [found] = await tx
    .select({
      own: counted(and(own, unpaid)),
      slots: counted(and(held, eq(orders.machineId, machine.id))),
      coupon: counted(
        and(held, sql`upper(${hold.coupon}) = ${orders.quote}->>'coupon' and ${hold.coupon} <> ''`),
      ),
      pieces: sql<number>`(coalesce(sum(${orders.stockQuantity}) filter (where ${and(
        or(and(own, unpaid), held),
        eq(orders.machineId, machine.id),
        eq(orders.stockItem, hold.stock?.item ?? ''),
      )}), 0))::int`,
      others: counted(and(eq(orders.scan, scan), sql`${orders.customerId} <> ${customerId}`)),
    })
    .from(orders)
    .where(or(and(own, unpaid), held, eq(orders.scan, scan)))
  if (found === undefined) return
  if (found.others > 0) throw new Refused('not-scanned')
  const most = limits.unpaidOrdersMax
  if (found.own >= most * factor) throw new Refused('too-many-unpaid', { params: { most } })
  const slots = Math.max(most, Math.floor(machine.slots * SLOTS_SHARE))
  if (found.slots >= slots * factor || found.coupon >= COUPON_USES * factor) {
    throw new Refused('unpaid-hold-all')
  }
  if (hold.stock !== null) await checkStockShare(tx, hold, hold.stock, found.pieces)
}

/** Of what is in stock, whoever holds it now, so that the share stays the same while it is held. */
async function checkStockShare(
  tx: Queries,
  { machine, factor }: Hold,
  { item, quantity }: NonNullable<Hold['stock']>,
  held: number,
): Promise<void> {
  const [row] = await tx
    .select({ available: stock.available, reserved: stock.reserved })
    .from(stock)
    .where(and(eq(stock.machineId, machine.id), eq(stock.item, item)))
  const { available, reserved } = row ?? { available: 0, reserved: 0 }
  // Reserving says that there are not so many.
  if (quantity > available) return
  const share = Math.max(1, Math.floor((available + reserved) * STOCK_SHARE))
  const most = share * factor
  if (quantity > most) throw new Refused('too-many-pieces', { params: { most } })
  if (held + quantity > most) throw new Refused('unpaid-hold-all')
}

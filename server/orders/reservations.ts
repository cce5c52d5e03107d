import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { Refused } from '../calls/refused.ts'
import type { Queries } from '../database/connect.ts'
import { coupons, machines, type OrderRow, orders, stock } from '../database/schema.ts'

/** Takes `quantity` of an item out of what is available. @throws Refused `item-out-of-stock` */
async function reserveStock(
  tx: Queries,
  machineId: string,
  item: string,
  quantity: number,
): Promise<void> {
  const taken = await tx
    .update(stock)
    .set({
      available: sql`${stock.available} - ${quantity}`,
      reserved: sql`${stock.reserved} + ${quantity}`,
    })
    .where(
      and(eq(stock.machineId, machineId), eq(stock.item, item), gte(stock.available, quantity)),
    )
    .returning({ item: stock.item })
  if (taken.length === 0) throw new Refused('item-out-of-stock')
}

/**
 * Takes a slot of a machine that can print, and its next print number. The machine's row stays
 * locked until the transaction ends, so this is the last thing that a placement takes.
 * @throws Refused `station-full`
 */
async function reserveSlot(tx: Queries, machineId: string): Promise<number> {
  const [taken] = await tx
    .update(machines)
    .set({
      slotsTaken: sql`${machines.slotsTaken} + 1`,
      lastPrintNumber: sql`${machines.lastPrintNumber} + 1`,
    })
    .where(
      and(
        eq(machines.id, machineId),
        lt(machines.slotsTaken, machines.slots),
        inArray(machines.state, ['ready', 'printing']),
      ),
    )
    .returning({ printNumber: machines.lastPrintNumber })
  if (taken === undefined) throw new Refused('station-full')
  return taken.printNumber
}

/**
 * Gives back what an order still holds: its coupon's use, stock and slot, locked in the order in
 * which a placement locks them.
 */
export async function releaseReservation(tx: Queries, order: OrderRow): Promise<void> {
  if (order.quote.coupon !== null) {
    await tx
      .update(coupons)
      .set({ usesLeft: sql`${coupons.usesLeft} + 1` })
      .where(eq(coupons.code, order.quote.coupon))
  }
  await settleStock(tx, order, order.stockQuantity)
  await releaseSlot(tx, order)
}

/** The blanks were printed on: they leave the stock for good, the slot is free. */
export async function useReservation(tx: Queries, order: OrderRow): Promise<void> {
  await settleStock(tx, order, 0)
  await releaseSlot(tx, order)
}

/** A print that is made again takes another blank. @throws Refused `item-out-of-stock`, `station-full` */
export async function reserveAgain(tx: Queries, order: OrderRow): Promise<void> {
  const { id, machineId, stockItem, stockQuantity } = order
  if (stockItem !== null) await reserveStock(tx, machineId, stockItem, stockQuantity)
  const printNumber = await reserveSlot(tx, machineId)
  const holds = { holdsStock: stockItem !== null, holdsSlot: true, printNumber }
  await tx.update(orders).set(holds).where(eq(orders.id, id))
}

/**
 * What an order holds at one machine, it holds at another instead.
 * @throws Refused `item-out-of-stock`, `station-full`
 */
export async function moveReservation(
  tx: Queries,
  before: OrderRow,
  order: OrderRow,
): Promise<void> {
  const { stockItem, stockQuantity, holdsStock } = before
  if (holdsStock && stockItem !== null) {
    const pieces = { reserved: stockQuantity, givenBack: stockQuantity }
    const give = () => endReservation(tx, before.machineId, stockItem, pieces)
    const take = () => reserveStock(tx, order.machineId, stockItem, stockQuantity)
    await inOrderOf(before.machineId, give, order.machineId, take)
  }
  let { printNumber } = before
  await inOrderOf(
    before.machineId,
    () => freeSlot(tx, before.machineId),
    order.machineId,
    async () => {
      printNumber = await reserveSlot(tx, order.machineId)
    },
  )
  await tx.update(orders).set({ printNumber }).where(eq(orders.id, order.id))
}

/** Locks are taken by the machines' names, so that two that change places do not wait for each other. */
async function inOrderOf(
  one: string,
  ofOne: () => Promise<void>,
  other: string,
  ofOther: () => Promise<void>,
): Promise<void> {
  for (const work of one < other ? [ofOne, ofOther] : [ofOther, ofOne]) await work()
}

/** Ends a reservation of so many pieces; those that are given back can be taken again. */
async function endReservation(
  tx: Queries,
  machineId: string,
  item: string,
  { reserved, givenBack }: { readonly reserved: number; readonly givenBack: number },
): Promise<void> {
  await tx
    .update(stock)
    .set({
      available: sql`${stock.available} + ${givenBack}`,
      reserved: sql`${stock.reserved} - ${reserved}`,
    })
    .where(and(eq(stock.machineId, machineId), eq(stock.item, item)))
}

const freeSlot = async (tx: Queries, machineId: string): Promise<void> => {
  await tx
    .update(machines)
    .set({ slotsTaken: sql`${machines.slotsTaken} - 1` })
    .where(eq(machines.id, machineId))
}

async function settleStock(tx: Queries, order: OrderRow, givenBack: number): Promise<void> {
  const { machineId, stockItem, stockQuantity, holdsStock, id } = order
  if (!holdsStock || stockItem === null) return
  await endReservation(tx, machineId, stockItem, { reserved: stockQuantity, givenBack })
  await tx.update(orders).set({ holdsStock: false }).where(eq(orders.id, id))
}

async function releaseSlot(tx: Queries, { id, machineId, holdsSlot }: OrderRow): Promise<void> {
  if (!holdsSlot) return
  await freeSlot(tx, machineId)
  await tx.update(orders).set({ holdsSlot: false }).where(eq(orders.id, id))
}

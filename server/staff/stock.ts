import { and, asc, eq } from 'drizzle-orm'
import type { Handlers } from '../calls/handler.ts'
import { Refused } from '../calls/refused.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/connect.ts'
import { stock } from '../database/schema.ts'
import { actOnce } from './audit.ts'
import { ownMachine } from './scope.ts'

/** What machines hold: read by who owns them, refilled and counted by who works with them. */
export function staffStockHandlers(context: Context): Handlers<'staffStock' | 'changeStock'> {
  const { database } = context
  return {
    staffStock: async ({ request, caller }) => {
      const { id } = await ownMachine(database, caller, request.machine_id)
      return await database
        .select({ item: stock.item, available: stock.available, reserved: stock.reserved })
        .from(stock)
        .where(eq(stock.machineId, id))
        .orderBy(asc(stock.item))
    },

    changeStock: async ({ request, caller }) => {
      const { id: machineId } = await ownMachine(database, caller, request.machine_id)
      const { item, change, pieces, reason, idempotencyKey: key } = request
      const act = change === 'refill' ? 'stock-refilled' : 'stock-corrected'
      await actOnce(context, caller, { key, act, subject: item, request }, async (tx) => {
        const before = await lockItem(tx, machineId, item)
        const available = change === 'refill' ? before.available + pieces : pieces - before.reserved
        // What orders have reserved is promised: a count below it means that some must be called off.
        if (available < 0)
          throw new Refused('stock-reserved', { params: { least: before.reserved } })
        await tx.update(stock).set({ available }).where(place(machineId, item))
        return { machineId, reason, before: { ...before }, after: { ...before, available } }
      })
      return await readItem(database, machineId, item)
    },
  }
}

const place = (machineId: string, item: string) =>
  and(eq(stock.machineId, machineId), eq(stock.item, item))

/** An item that was never there has a row from now on. */
async function lockItem(tx: Queries, machineId: string, item: string) {
  await tx.insert(stock).values({ machineId, item, available: 0 }).onConflictDoNothing()
  const [row] = await tx
    .select({ available: stock.available, reserved: stock.reserved })
    .from(stock)
    .where(place(machineId, item))
    .for('update')
  if (row === undefined) throw new Error('an item that was just written')
  return row
}

async function readItem(queries: Queries, machineId: string, item: string) {
  const [row] = await queries
    .select({ item: stock.item, available: stock.available, reserved: stock.reserved })
    .from(stock)
    .where(place(machineId, item))
  if (row === undefined) throw new Error('an item that was just written')
  return row
}

import { setTimeout as pause } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import type { OrderEvent } from '#core/commerce/orders/order-events.ts'
import { Refused } from '#server/calls/refused.ts'
import type { Database } from '#server/database/connect.ts'
import { type OrderRow, orderColumns, orders, outbox, printJobs } from '#server/database/schema.ts'
import { moveOrder } from '#server/orders/move-order.ts'
import type { Deployment } from './deployment.ts'

const ROUND_MS = 500
/** So long may pass in which nothing comes to an end. */
const PATIENCE_MS = 600_000

const underWay: OrderRow['stage'][] = [
  'queuing',
  'waiting-for-production',
  'in-production',
  'printing',
  'print-unknown',
  'device-fault',
  'awaiting-stock-in',
  'resting',
]

/**
 * Waits until nothing is under way any more. Meanwhile staff does its part, and who never paid leaves.
 * @returns why it does not settle; null where it has
 */
export async function settle(deployment: Deployment): Promise<string | null> {
  let fewest = Number.POSITIVE_INFINITY
  for (let until = 0; ; await pause(ROUND_MS)) {
    await workAsStaff(deployment)
    const left = await deployment.asking(async ({ database }) => {
      await callOff(database, ['waiting-for-payment'], 'cancelled-by-customer')
      return await leftOf(database)
    })
    if (left.count === 0) return null
    if (left.count < fewest) until = Date.now() + PATIENCE_MS
    fewest = Math.min(fewest, left.count)
    if (Date.now() > until) return left.described
  }
}

/** Looks into the printers for prints whose end is unknown, and gives up what failed too often. */
export async function workAsStaff(deployment: Deployment): Promise<void> {
  await deployment.asking(async ({ database, pool }) => {
    await decideUnknown(database, deployment)
    const failed = await pool.query<{ id: string }>(`select orders.id from orders
      join print_jobs on print_jobs.order_id = orders.id where stage = 'device-fault' and 3 <=
      (select count(*) from print_attempts where job_id = print_jobs.id and outcome = 'failed')`)
    for (const { id } of failed.rows) await giveUp(database, id)
  })
}

async function leftOf(database: Database): Promise<{ count: number; described: string }> {
  const rows = await database
    .select({ number: orders.orderNumber, stage: orders.stage })
    .from(orders)
    .where(inArray(orders.stage, [...underWay, 'waiting-for-payment']))
  const asks = await database.select().from(outbox)
  const due = asks.filter(({ doneAt }) => doneAt === null)
  const some = JSON.stringify([...rows.slice(0, 5), ...due.slice(0, 5).map(({ key }) => key)])
  const described = `${rows.length} orders are under way and ${due.length} asks to the provider: ${some}`
  return { count: rows.length + due.length, described }
}

/** The printer's record says what came out: so does staff, who stands before it. */
async function decideUnknown(database: Database, deployment: Deployment): Promise<void> {
  const rows = await database
    .select({ order: orderColumns, job: printJobs })
    .from(orders)
    .innerJoin(printJobs, eq(printJobs.orderId, orders.id))
    .where(eq(orders.stage, 'print-unknown'))
  if (rows.length === 0) return
  const out = new Set((await deployment.sheets()).map(({ name }) => name))
  for (const { order, job } of rows) {
    const event = out.has(`stampa-${job.id}-${job.token}`) ? 'printed' : 'print-failed'
    await move(database, order, event, { token: job.token })
  }
}

async function callOff(database: Database, stages: OrderRow['stage'][], event: OrderEvent) {
  const rows = await database.select(orderColumns).from(orders).where(inArray(orders.stage, stages))
  for (const order of rows) await move(database, order, event)
}

async function giveUp(database: Database, id: string): Promise<void> {
  const [order] = await database.select(orderColumns).from(orders).where(eq(orders.id, id))
  if (order !== undefined) await move(database, order, 'fault-not-cured')
}

async function move(
  database: Database,
  order: OrderRow,
  event: OrderEvent,
  print?: { readonly token: number },
): Promise<void> {
  const actor = event === 'cancelled-by-customer' ? 'customer' : 'staff'
  const said = { event, actor, ...(print !== undefined && { print }) } as const
  try {
    await moveOrder({ database, now: () => new Date() }, order, said)
  } catch (thrown) {
    // It moved on by itself meanwhile.
    if (!(thrown instanceof Refused)) throw thrown
  }
}

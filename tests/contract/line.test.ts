import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { siteMachines } from '#core/contract/services/machines.ts'
import { claim, heartbeat, release } from '#core/contract/station/protocol.ts'
import { unwrap } from '#core/errors.ts'
import { machines, type OrderRow, orders, printJobs } from '#server/database/schema.ts'
import { enterQueue } from '#server/orders/enter-queue.ts'
import { readQueue } from '#server/stations/queue.ts'
import { paidOrder, unpaidOrder } from './paid-orders.ts'
import { newCustomer, openShopOfFile } from './shop.ts'
import { claimed, newAgent } from './station-agents.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000' })

beforeEach(async () => {
  const { database } = shop.context
  await database.update(printJobs).set({ state: 'cancelled' })
  await database.update(orders).set({ stage: 'cancel-production', status: 4 })
})

const paidAt = (order: OrderRow, at: Date) =>
  shop.context.database.transaction((tx) =>
    enterQueue(tx, order, { event: 'payment-authorised', actor: 'payment' }, at),
  )

/** Print numbers of the line as its customers see it. */
async function lineSeen(): Promise<readonly number[]> {
  const { snapshot } = await readQueue(shop.context.database, 'M001', new Date())
  return snapshot.tickets
    .filter(({ before }) => before !== null)
    .toSorted((one, other) => (one.before ?? 0) - (other.before ?? 0))
    .map(({ printNumber }) => printNumber)
}

/** Print numbers as a station is handed them, one after the other. */
async function lineClaimed(): Promise<readonly number[]> {
  const agent = await newAgent(shop)
  const { waiting } = await agent.call(heartbeat, { printer: { state: 'idle', reasons: [] } })
  const numbers: number[] = []
  for (let left = waiting.length; left > 0; left--) {
    const { id, token, printNumber } = await claimed(agent)
    numbers.push(printNumber)
    await agent.call(release, { job: id, token })
    await shop.context.database
      .update(printJobs)
      .set({ state: 'cancelled' })
      .where(eq(printJobs.id, id))
  }
  expect((await agent.call(claim, { waitMs: 0 })).job).toBeNull()
  expect(waiting).toEqual(numbers)
  return numbers
}

it('whoever paid first is printed first, whoever placed their order first, and the line says so', async () => {
  const [first, second, third] = [
    await unpaidOrder(shop),
    await unpaidOrder(shop),
    await unpaidOrder(shop),
  ]
  const at = Date.now() - 60_000
  await paidAt(third, new Date(at))
  await paidAt(first, new Date(at + 1000))
  await paidAt(second, new Date(at + 1000))
  const line = [third, first, second].map(({ printNumber }) => printNumber)
  expect(await lineSeen()).toEqual(line)
  expect(await lineClaimed()).toEqual(line)
})

it('a line is seen whole, however many prints wait for their customers to collect them', async () => {
  const waits = await paidOrder(shop)
  const { database } = shop.context
  const [row] = await database.select().from(orders).where(eq(orders.id, waits.id))
  if (row === undefined) throw new Error('the order is there')
  const { id: _, ...copied } = row
  const uncollected = Array.from({ length: 250 }, (_, index) => ({
    ...copied,
    orderNumber: `uncollected ${index}`,
    printNumber: -index,
    stage: 'production-finished' as const,
    holdsSlot: false,
    holdsStock: false,
  }))
  await database.insert(orders).values(uncollected)
  expect(await lineSeen()).toEqual([waits.printNumber])
})

it('claims read no more of a queue than its head', async () => {
  await paidOrder(shop)
  const plan = await shop.context.database.transaction(async (tx) => {
    // So small a table is read whole otherwise.
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_bitmapscan = off`)
    await tx.execute(sql`set local enable_hashjoin = off`)
    await tx.execute(sql`set local enable_mergejoin = off`)
    const { rows } = await tx.execute(sql`explain select orders.id from print_jobs
      join orders on orders.id = print_jobs.order_id
      where print_jobs.machine_id = 'M001' and print_jobs.state = 'queued'
        and orders.stage in ('queuing', 'waiting-for-production')
      order by print_jobs.queued_at, orders.print_number limit 1`)
    return JSON.stringify(rows)
  })
  expect(plan).toContain('print_jobs_queue')
  expect(plan).toContain('Incremental Sort')
})

it('a site of many machines is read by as many queries as a site of one', async () => {
  const { database } = shop.context
  const token = await newCustomer(shop)
  const [sample] = await database.select().from(machines).where(eq(machines.id, 'M001'))
  if (sample === undefined) throw new Error('no sample machine')
  const add = async (site: string, ids: readonly string[]) => {
    for (const id of ids) {
      await database
        .insert(machines)
        .values({ ...sample, id, site, slotsTaken: 0, lastPrintNumber: 0 })
    }
  }
  await add('alone', ['L001'])
  await add('many', ['L101', 'L102', 'L103', 'L104', 'L105', 'L106'])
  const queriesOf = async (machine_id: string) => {
    const reads = [vi.spyOn(database, 'select'), vi.spyOn(database, 'execute')]
    const listed = unwrap(await shop.call(siteMachines, { machine_id }, { token })).value
    const made = reads.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    for (const read of reads) read.mockRestore()
    for (const { ready } of listed) expect(ready).not.toBeNull()
    return { made, listed: listed.length }
  }
  const alone = await queriesOf('L001')
  const many = await queriesOf('L101')
  expect([alone.listed, many.listed]).toEqual([1, 6])
  expect(many.made).toBeLessThanOrEqual(alone.made)
})

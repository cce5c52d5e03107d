import { desc, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { machines, orderEvents, orders, printAttempts, printJobs } from '#server/database/schema.ts'
import { moveDueOrders } from '#server/orders/clock.ts'
import { moveOrder } from '#server/orders/move-order.ts'
import { setConditions } from '#server/stations/conditions.ts'
import { sweepStations } from '#server/stations/sweep-stations.ts'
import { orderRow, paidOrder, unpaidOrder } from './paid-orders.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ STAMPA_RATE_FACTOR: '1000' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await setConditions(shop.context, 'M001', { maintenance: false, silent: false, faults: [] })
  await shop.context.waiting.settled()
})

const stageOf = async (orderNumber: string) => {
  await shop.context.waiting.settled()
  return (await orderRow(shop, orderNumber)).stage
}
const longAgo = new Date(0)

describe('what is learnt of a machine', () => {
  it.each([
    [{ maintenance: true }, 'maintenance', 'resting'],
    [{ faults: ['media-empty'] }, 'out-of-stock', 'awaiting-stock-in'],
    [{ faults: ['media-jam'] }, 'faulty', 'device-fault'],
    [{ silent: true }, 'offline', 'device-fault'],
  ] as const)('%o makes it %s, its orders wait in %s, and go on', async (change, state, stage) => {
    const { orderNumber } = await paidOrder(shop)
    const faults = 'faults' in change ? { faults: [...change.faults] } : {}
    const machine = await setConditions(shop.context, 'M001', { ...change, ...faults })
    expect(machine.state).toBe(state)
    expect(await stageOf(orderNumber)).toBe(stage)
    await setConditions(shop.context, 'M001', { maintenance: false, silent: false, faults: [] })
    expect(await stageOf(orderNumber)).toBe('queuing')
  })

  it('calls off what nobody has paid where staff closes it, and only then', async () => {
    const { orderNumber } = await unpaidOrder(shop)
    await setConditions(shop.context, 'M001', { faults: ['media-jam'] })
    expect(await stageOf(orderNumber)).toBe('waiting-for-payment')
    await setConditions(shop.context, 'M001', { maintenance: true }, { by: 'anna' })
    expect(await stageOf(orderNumber)).toBe('out-of-stock-cancelled')
  })

  it('is written and answered, though an order that waits there cannot be moved yet', async () => {
    const { database } = shop.context
    const { id, orderNumber } = await paidOrder(shop)
    await database.transaction(async (tx) => {
      await tx.select({ id: orders.id }).from(orders).where(eq(orders.id, id)).for('update')
      const machine = await setConditions(shop.context, 'M001', { faults: ['media-jam'] })
      expect(machine.state).toBe('faulty')
      expect((await orderRow(shop, orderNumber)).stage).toBe('queuing')
    })
    expect(await stageOf(orderNumber)).toBe('device-fault')
  })

  it('holds a long queue whole, and lets it go on whole', async () => {
    const { database } = shop.context
    const { id } = await paidOrder(shop)
    const [order] = await database.select().from(orders).where(eq(orders.id, id))
    if (order === undefined) throw new Error('the order is there')
    const { id: _, ...copied } = order
    const rows = Array.from({ length: 120 }, (_each, index) => ({
      ...copied,
      orderNumber: `long queue ${index}`,
      holdsSlot: false,
      holdsStock: false,
    }))
    const made = await database.insert(orders).values(rows).returning({ id: orders.id })
    const job = { machineId: 'M001', state: 'queued' } as const
    await database.insert(printJobs).values(made.map((each) => ({ ...job, orderId: each.id })))
    const waiting = async () => {
      await shop.context.waiting.settled()
      const found = await database
        .select({ stage: orders.stage })
        .from(orders)
        .where(like(orders.orderNumber, 'long queue %'))
      return [...new Set(found.map(({ stage }) => stage))]
    }
    await setConditions(shop.context, 'M001', { faults: ['media-jam'] })
    expect(await waiting()).toEqual(['device-fault'])
    await setConditions(shop.context, 'M001', { faults: [] })
    expect(await waiting()).toEqual(['queuing'])
    await setConditions(shop.context, 'M001', { maintenance: true })
    expect(await waiting()).toEqual(['resting'])
  })

  it('is followed by the stage and the words of what is held already', async () => {
    const { orderNumber, id } = await paidOrder(shop)
    const set = (change: Parameters<typeof setConditions>[2]) =>
      setConditions(shop.context, 'M001', change)
    await set({ maintenance: true })
    expect(await stageOf(orderNumber)).toBe('resting')
    await set({ maintenance: false, faults: ['media-empty'] })
    expect(await stageOf(orderNumber)).toBe('awaiting-stock-in')
    await set({ faults: ['cover-open'] })
    expect(await stageOf(orderNumber)).toBe('device-fault')
    const [latest] = await shop.context.database
      .select()
      .from(orderEvents)
      .where(eq(orderEvents.orderId, id))
      .orderBy(desc(orderEvents.version))
    expect(latest).toMatchObject({ event: 'fault-reported', note: 'cover-open' })
    await set({ maintenance: true })
    expect(await stageOf(orderNumber)).toBe('resting')
    await set({ maintenance: false, faults: [] })
    expect(await stageOf(orderNumber)).toBe('queuing')
  })

  it('that goes from one trouble to another keeps no order longer than its hour', async () => {
    const { database } = shop.context
    const { id, orderNumber } = await paidOrder(shop)
    await setConditions(shop.context, 'M001', { faults: ['media-jam'] })
    expect(await stageOf(orderNumber)).toBe('device-fault')
    const job = () => database.select().from(printJobs).where(eq(printJobs.orderId, id))
    const [held] = await job()
    await setConditions(shop.context, 'M001', { faults: ['media-empty'] })
    expect(await stageOf(orderNumber)).toBe('awaiting-stock-in')
    expect((await job())[0]?.changedAt).toEqual(held?.changedAt)
    const anHourAgo = new Date(Date.now() - limits.faultCureMs - 1000)
    await database.update(printJobs).set({ changedAt: anHourAgo }).where(eq(printJobs.orderId, id))
    await moveDueOrders(shop.context)
    expect(await stageOf(orderNumber)).toBe('cancel-production')
  })

  it('leaves the orders of other machines alone', async () => {
    const { orderNumber } = await paidOrder(shop)
    await setConditions(shop.context, 'M002', { maintenance: true })
    expect(await stageOf(orderNumber)).toBe('queuing')
  })

  it('is refused of a machine that nobody knows', async () => {
    await expect(setConditions(shop.context, 'M999', {})).rejects.toThrow('machine-unknown')
  })
})

describe('the sweep', () => {
  it('finds who is silent, but not who could not be heard', async () => {
    const { orderNumber } = await paidOrder(shop)
    await setConditions(shop.context, 'M001', { lastSeenAt: new Date(Date.now() - 60_000) })
    await sweepStations(shop.context, new Date())
    expect(await stageOf(orderNumber)).toBe('queuing')
    await sweepStations(shop.context, longAgo)
    expect(await stageOf(orderNumber)).toBe('device-fault')
    await setConditions(shop.context, 'M001', { lastSeenAt: new Date(), silent: false })
    expect(await stageOf(orderNumber)).toBe('queuing')
  })

  it('resumes what a crash left held, and holds what it left waiting', async () => {
    const { database } = shop.context
    const { orderNumber } = await paidOrder(shop)
    const set = (state: 'faulty' | 'ready') =>
      database.update(machines).set({ state }).where(eq(machines.id, 'M001'))
    await set('faulty')
    await sweepStations(shop.context, longAgo)
    expect(await stageOf(orderNumber)).toBe('device-fault')
    await set('ready')
    await sweepStations(shop.context, longAgo)
    expect(await stageOf(orderNumber)).toBe('queuing')
  })

  it('of a server that starts goes on where one that was killed broke off', async () => {
    const { orderNumber } = await paidOrder(shop)
    const waiting = { ...shop.context.waiting, follow: () => {} }
    await setConditions({ ...shop.context, waiting }, 'M001', { faults: ['media-jam'] })
    expect(await stageOf(orderNumber)).toBe('queuing')
    const next = await openShop({ DATABASE_URL: shop.databaseUrl })
    await sweepStations(next.context, new Date())
    await next.context.waiting.settled()
    expect(await stageOf(orderNumber)).toBe('device-fault')
    await next.close()
  })

  it('tries a print that failed three times no more', async () => {
    const { database } = shop.context
    let order = await paidOrder(shop)
    const leaseUntil = new Date(Date.now() + 60_000)
    for (const tried of [1, 2, 3]) {
      for (const event of ['job-claimed', 'printing-began', 'print-failed'] as const) {
        order = await moveOrder(shop.context, order, {
          event,
          actor: 'station',
          print: event === 'print-failed' ? {} : { leaseUntil },
        })
      }
      await sweepStations(shop.context, longAgo)
      await shop.context.waiting.settled()
      order = await orderRow(shop, order.orderNumber)
      expect(order.stage).toBe(tried < 3 ? 'queuing' : 'device-fault')
    }
    await setConditions(shop.context, 'M001', { faults: ['media-empty'] })
    expect(await stageOf(order.orderNumber)).toBe('device-fault')
    const attempts = await database
      .select({ outcome: printAttempts.outcome })
      .from(printAttempts)
      .innerJoin(printJobs, eq(printJobs.id, printAttempts.jobId))
      .where(eq(printJobs.orderId, order.id))
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed'])
  })
})

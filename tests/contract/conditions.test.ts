import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { machines, printAttempts, printJobs } from '#server/database/schema.ts'
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
})

const stageOf = async (orderNumber: string) => (await orderRow(shop, orderNumber)).stage
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
      order = await orderRow(shop, order.orderNumber)
      expect(order.stage).toBe(tried < 3 ? 'queuing' : 'device-fault')
    }
    const attempts = await database
      .select({ outcome: printAttempts.outcome })
      .from(printAttempts)
      .innerJoin(printJobs, eq(printJobs.id, printAttempts.jobId))
      .where(eq(printJobs.orderId, order.id))
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed'])
  })
})

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { lineUp, scan } from '#core/contract/services/machines.ts'
import {
  cancelOrder,
  chooseOfflinePayment,
  followOrder,
  orderDetail,
  orderList,
  placeOrder,
} from '#core/contract/services/orders.ts'
import { unwrap } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import { coupons, machines, orders, stock } from '#server/database/schema.ts'
import { moveDueOrders } from '#server/orders/clock.ts'
import { moveOrder } from '#server/orders/move-order.ts'
import {
  blackCase,
  goodRequest,
  newCustomer,
  type OrderRequest,
  openShopOfFile,
  printOf,
  tinyPng,
  upload,
} from './shop.ts'

const shop = openShopOfFile()
let token: string
beforeEach(async () => {
  await shop.context.database.execute('delete from placements')
  await shop.context.database.execute('delete from orders')
  await setMachine({ slots: 50, slotsTaken: 0 })
  token = await newCustomer(shop)
})

const setMachine = (fields: Partial<typeof machines.$inferInsert>) =>
  shop.context.database.update(machines).set(fields).where(eq(machines.id, 'M001'))
const setStock = (available: number) =>
  shop.context.database
    .update(stock)
    .set({ available, reserved: 0 })
    .where(eq(stock.machineId, 'M001'))
const place = (request: OrderRequest, as = token) => shop.call(placeOrder, request, { token: as })
const placed = async (fields: Partial<OrderRequest> = {}, as = token) =>
  unwrap(await place(await goodRequest(shop, as, fields), as)).value
const codeOf = (answer: Awaited<ReturnType<typeof place>>) => (answer.ok ? 'ok' : answer.fault.code)
const rowOf = async (orderNumber: string) => {
  const { database } = shop.context
  const [row] = await database.select().from(orders).where(eq(orders.orderNumber, orderNumber))
  if (row === undefined) throw new Error('the order is there')
  return row
}
const setOrder = (orderNumber: string, fields: Partial<typeof orders.$inferInsert>) =>
  shop.context.database.update(orders).set(fields).where(eq(orders.orderNumber, orderNumber))

describe('orders that nobody has paid', () => {
  it('are two a customer at most, also of twelve at once; one that is cancelled makes room', async () => {
    const request = await goodRequest(shop, token)
    const requests = Array.from({ length: 12 }, () => ({
      ...request,
      idempotencyKey: randomUUID(),
    }))
    const codes = (await Promise.all(requests.map((request) => place(request)))).map(codeOf)
    expect(codes.filter((code) => code === 'ok')).toHaveLength(limits.unpaidOrdersMax)
    expect(codes.filter((code) => code === 'too-many-unpaid')).toHaveLength(10)
    const { value } = unwrap(await shop.call(orderList, {}, { token }))
    const order_number = value[0]?.order_number ?? ''
    unwrap(await shop.call(cancelOrder, { order_number }, { token }))
    await placed()
  })

  it('of one network hold a quarter of a station, whoever signs in; lapsed ones count for an hour', async () => {
    await setMachine({ slots: 16 })
    const numbers: string[] = []
    for (let count = 0; count < 4; count++) {
      numbers.push((await placed({}, await newCustomer(shop))).order_number)
    }
    const another = async () => {
      const as = await newCustomer(shop)
      return codeOf(await place(await goodRequest(shop, as), as))
    }
    expect(await another()).toBe('unpaid-hold-all')
    for (const number of numbers) await setOrder(number, { payBy: new Date(0) })
    expect(await moveDueOrders(shop.context)).toBe(4)
    expect(await another()).toBe('unpaid-hold-all')
    const earlier = new Date(Date.now() - 3_700_000)
    for (const number of numbers) await setOrder(number, { changedAt: earlier })
    expect(await another()).toBe('ok')
  })

  it('of one network hold a quarter of what is in stock of an item, of one piece the one', async () => {
    const another = async (quantity: number) => {
      const as = await newCustomer(shop)
      return codeOf(await place(await goodRequest(shop, as, { quantity }), as))
    }
    await setStock(40)
    expect(await another(11)).toBe('too-many-pieces')
    expect(await another(9)).toBe('ok')
    expect(await another(2)).toBe('unpaid-hold-all')
    expect(await another(1)).toBe('ok')
    expect(await another(1)).toBe('unpaid-hold-all')
    await shop.context.database.update(orders).set({ network: 'elsewhere' })
    expect(await another(1)).toBe('ok')
  })

  it('of one network may hold the last piece', async () => {
    await setStock(1)
    const as = await newCustomer(shop)
    expect(codeOf(await place(await goodRequest(shop, as), as))).toBe('ok')
    await setStock(50)
  })

  it('do not keep the last use of a coupon', async () => {
    await shop.context.database
      .insert(coupons)
      .values({ code: 'LAST', percentOff: 5, usesLeft: 1, validUntil: new Date(Date.now() + 1e7) })
    const hold = async () => {
      const as = await newCustomer(shop)
      const answer = await place(await goodRequest(shop, as, { coupon: 'last' }), as)
      if (!answer.ok) return answer.fault.code
      await setOrder(answer.value.value.order_number, { payBy: new Date(0) })
      await moveDueOrders(shop.context)
      return 'ok'
    }
    expect([await hold(), await hold(), await hold()]).toEqual(['ok', 'ok', 'unpaid-hold-all'])
  })
})

describe('a scan', () => {
  const exchanged = async (claim: string) =>
    await shop.call(scan, { machine_id: 'M001', claim }, { token })

  it('is exchanged once; what it became is not exchanged again', async () => {
    for (const claim of [
      shop.context.claims.forScreen('M001'),
      shop.context.claims.forSticker('M001'),
    ]) {
      const session = unwrap(await exchanged(claim)).value
      expect(await exchanged(session.claim)).toMatchObject({ fault: { code: 'not-scanned' } })
      expect(await place({ ...(await goodRequest(shop, token)), claim })).toMatchObject({
        fault: { code: 'not-scanned' },
      })
    }
  })

  it('belongs to the customer who first orders with it', async () => {
    const { claim } = await placedWith(token)
    const other = await newCustomer(shop)
    const theirs = await goodRequest(shop, other, { claim })
    expect(codeOf(await place(theirs, other))).toBe('not-scanned')
    expect(codeOf(await place(await goodRequest(shop, token, { claim })))).toBe('ok')
  })

  const placedWith = async (as: string) => {
    const request = await goodRequest(shop, as)
    unwrap(await place(request, as))
    return request
  }
})

describe('the print file', () => {
  const refused = async (bytes: Buffer) => {
    const printFile = await upload(shop, token, bytes)
    return codeOf(await place(await goodRequest(shop, token, { printFile })))
  }
  it("is the design's own page at the station's resolution", async () => {
    const own = blackCase()
    const { geometry } = own
    const wider = { ...own, geometry: { ...geometry, widthMm: geometry.widthMm + 1 } }
    const noBleed = { ...own, geometry: { ...geometry, bleedMm: 0 } }
    expect(await refused(tinyPng())).toBe('print-file-wrong')
    expect(await refused(printOf(wider))).toBe('print-file-wrong')
    expect(await refused(printOf(noBleed))).toBe('print-file-wrong')
    expect(await refused(printOf(own))).toBe('ok')
    await setMachine({ dpi: 600 })
    expect(await refused(printOf(own))).toBe('print-file-wrong')
    await setMachine({ dpi: 300 })
  })
})

describe('paying at the station', () => {
  it('is a step of the order: followers hear of it, its version grows, twice is once', async () => {
    const order = await placed()
    const request = { order_number: order.order_number }
    const following = shop.call(followOrder, { ...request, version: order.version }, { token })
    const chosen = unwrap(await shop.call(chooseOfflinePayment, request, { token })).value
    expect(chosen).toMatchObject({ payOffline: true, version: order.version + 1, status: 0 })
    expect(unwrap(await following).value).toEqual(chosen)
    expect(chosen.history).toHaveLength(1)
    const again = unwrap(await shop.call(chooseOfflinePayment, request, { token })).value
    expect(again.version).toBe(chosen.version)
    unwrap(await shop.call(cancelOrder, request, { token }))
    expect(await shop.call(chooseOfflinePayment, request, { token })).toMatchObject({
      fault: { code: 'order-moved-on' },
    })
  })
})

describe('the clock', () => {
  it('takes what was shipped 15 days ago as received', async () => {
    const { order_number } = await placed()
    await setOrder(order_number, { status: 1, stage: 'production-finished', pickup: false })
    await moveOrder(shop.context, await rowOf(order_number), {
      event: 'handed-to-courier',
      actor: 'staff',
    })
    expect((await rowOf(order_number)).shippedAt).not.toBeNull()
    expect(await moveDueOrders(shop.context)).toBe(0)
    const later = { ...shop.context, now: () => new Date(Date.now() + limits.receiptAssumedMs + 1) }
    expect(await moveDueOrders(later)).toBe(1)
    const read = await shop.call(orderDetail, { order_number }, { token })
    expect(unwrap(read).value).toMatchObject({ status: 3, stage: 'order-complete' })
  })

  it('goes on after an order that it cannot move', async () => {
    const [bad, good] = [await placed(), await placed()]
    // Its reservation is gone: giving it back fails on the stock's own check.
    await setOrder(bad.order_number, { payBy: new Date(0), stockQuantity: 1_000_000 })
    await setOrder(good.order_number, { payBy: new Date(1000) })
    expect(await moveDueOrders(shop.context)).toBe(1)
    expect((await rowOf(bad.order_number)).stage).toBe('waiting-for-payment')
    expect((await rowOf(good.order_number)).stage).toBe('closed')
  })
})

it('lists read no design', async () => {
  const order = await placed()
  const read: string[] = []
  // Whatever a design holds, lists stay as fast: they would fail here if they read it.
  await shop.context.database.execute('alter table orders rename column design to hidden')
  try {
    read.push(
      ...unwrap(await shop.call(orderList, {}, { token })).value.map((each) => each.order_number),
      ...unwrap(await shop.call(lineUp, { machine_id: 'M001' }, { token })).value.map(
        (each) => each.order_number ?? '',
      ),
      unwrap(await shop.call(orderDetail, { order_number: order.order_number }, { token })).value
        .order_number,
    )
    await setOrder(order.order_number, { payBy: new Date(0) })
    expect(await moveDueOrders(shop.context)).toBe(1)
  } finally {
    await shop.context.database.execute('alter table orders rename column hidden to design')
  }
  expect(read).toEqual([order.order_number, order.order_number, order.order_number])
})

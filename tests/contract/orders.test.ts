import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { cakeProduct, customCake } from '#core/catalogue/cakes.ts'
import { caseProduct } from '#core/catalogue/cases.ts'
import { stockNeed } from '#core/catalogue/stock-item.ts'
import { saveAddress } from '#core/contract/services/addresses.ts'
import {
  cancelOrder,
  followOrder,
  orderDetail,
  placeOrder,
} from '#core/contract/services/orders.ts'
import { newDesign } from '#core/design/create.ts'
import type { Product } from '#core/design/document.ts'
import { unwrap } from '#core/errors.ts'
import { coupons, goods, machines, orders, shopSettings, stock } from '#server/database/schema.ts'
import { moveDueOrders } from '#server/orders/clock.ts'
import { moveOrder } from '#server/orders/move-order.ts'
import { goodAddress, goodSize } from './good-requests.ts'
import {
  blackCase,
  goodRequest,
  newCustomer,
  type OrderRequest,
  openShopOfFile,
  printOf,
  tinyJpeg,
  tinyPng,
  upload,
} from './shop.ts'

// Its orders come from one network address.
const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000' })
let token: string
beforeEach(async () => {
  token = await newCustomer(shop)
})

const place = (request: OrderRequest, as = token) => shop.call(placeOrder, request, { token: as })
const placed = async (fields: Partial<OrderRequest> = {}) =>
  unwrap(await place(await goodRequest(shop, token, fields))).value

/** Everything that a placement reserves or counts. */
async function reserved() {
  const { database } = shop.context
  const need = stockNeed(blackCase())
  const item = need.kind === 'item' ? need.item : ''
  const [stockRow] = await database
    .select()
    .from(stock)
    .where(and(eq(stock.machineId, 'M001'), eq(stock.item, item)))
  const [machine] = await database.select().from(machines).where(eq(machines.id, 'M001'))
  const [coupon] = await database.select().from(coupons).where(eq(coupons.code, 'WELCOME10'))
  return {
    available: stockRow?.available,
    reserved: stockRow?.reserved,
    slots: machine?.slotsTaken,
    uses: coupon?.usesLeft,
  }
}

const setMachine = (fields: Partial<typeof machines.$inferInsert>) =>
  shop.context.database.update(machines).set(fields).where(eq(machines.id, 'M001'))

describe('placing an order', () => {
  it('reserves stock and a slot, and the order can be read again', async () => {
    const before = await reserved()
    const order = await placed()
    expect(order).toMatchObject({ status: 0, stage: 'waiting-for-payment', quantity: 1 })
    const read = await shop.call(orderDetail, { order_number: order.order_number }, { token })
    expect(unwrap(read).value).toEqual(order)
    expect(await reserved()).toEqual({
      ...before,
      available: (before.available ?? 0) - 1,
      reserved: (before.reserved ?? 0) + 1,
      slots: (before.slots ?? 0) + 1,
    })
  })

  it("fixes the server's own price, with coupon and shipping", async () => {
    const address = unwrap(await shop.call(saveAddress, goodAddress, { token })).value
    const order = await placed({
      quantity: 2,
      coupon: 'welcome10',
      pickup: false,
      addressId: address.id,
    })
    expect(order.quote).toMatchObject({
      goods: { minor: 9800 },
      discount: { minor: -980 },
      shipping: { minor: 1200 },
      total: { minor: 10_020, currency: 'CNY' },
      coupon: 'WELCOME10',
    })
  })

  it('keeps its own copy of the address', async () => {
    const saved = unwrap(await shop.call(saveAddress, goodAddress, { token })).value
    const order = await placed({ pickup: false, addressId: saved.id })
    await shop.call(saveAddress, { ...goodAddress, id: saved.id, city: 'Beijing' }, { token })
    const read = await shop.call(orderDetail, { order_number: order.order_number }, { token })
    expect(unwrap(read).value.address?.city).toBe('Shanghai')
  })

  it('takes one sheet for copies that lie on one', async () => {
    const size = customCake({ widthMm: 50, heightMm: 50, cornerRadiusMm: 25 })
    if (!size.ok) throw new Error('a cupcake is a good size')
    const sheets = async () => {
      const stockRow = await shop.context.database
        .select()
        .from(stock)
        .where(and(eq(stock.machineId, 'M001'), eq(stock.item, 'cake:sheet')))
      return stockRow[0]?.available ?? 0
    }
    const before = await sheets()
    await placed({ design: newDesign(size.product, randomUUID()), quantity: 4, size: goodSize })
    expect(await sheets()).toBe(before - 1)
  })

  it('needs no stock where the customer brings the case', async () => {
    const product = caseProduct('apple-iphone-15-pro', 'own', '#123456')
    if (product === null) throw new Error('own cases are in the catalogue')
    const before = await reserved()
    await placed({ design: newDesign(product, randomUUID()) })
    expect(await reserved()).toEqual({ ...before, slots: (before.slots ?? 0) + 1 })
  })
})

describe('the same key', () => {
  it('answers the same order, once and ten times at once', async () => {
    const before = await reserved()
    const request = await goodRequest(shop, token)
    const answers = await Promise.all(Array.from({ length: 10 }, () => place(request)))
    const numbers = new Set(answers.map((answer) => unwrap(answer).value.order_number))
    expect(numbers.size).toBe(1)
    expect(unwrap(await place(request)).value.order_number).toBe([...numbers][0])
    expect((await reserved()).slots).toBe((before.slots ?? 0) + 1)
  })

  it('is the same request from a tab that uploaded and scanned by itself', async () => {
    const request = await goodRequest(shop, token)
    const other = {
      ...request,
      printFile: await upload(shop, token, printOf(blackCase())),
      previewFile: await upload(shop, token, tinyPng('another picture')),
      claim: shop.context.claims.forSession('M001'),
    }
    const [one, two] = [unwrap(await place(request)), unwrap(await place(other))]
    expect(two.value.order_number).toBe(one.value.order_number)
  })

  it('with another request is a conflict', async () => {
    const request = await goodRequest(shop, token)
    unwrap(await place(request))
    for (const change of [
      { remarks: 'blue, please' },
      { printFile: await upload(shop, token, printOf(blackCase(), 'x')) },
    ]) {
      expect(await place({ ...request, ...change })).toMatchObject({
        fault: { code: 'key-reused' },
      })
    }
  })

  it('of another customer is theirs', async () => {
    const request = await goodRequest(shop, token)
    const other = await newCustomer(shop)
    const theirs = { ...(await goodRequest(shop, other)), idempotencyKey: request.idempotencyKey }
    const [one, two] = [unwrap(await place(request)), unwrap(await place(theirs, other))]
    expect(two.value.order_number).not.toBe(one.value.order_number)
  })

  it('is free again after a refusal', async () => {
    const request = await goodRequest(shop, token)
    expect(await place({ ...request, claim: '' })).toMatchObject({ fault: { code: 'not-scanned' } })
    expect(await place(request)).toMatchObject({ ok: true })
  })
})

describe('a placement is refused', () => {
  const mustBeRefused = async (request: OrderRequest, code: string, params = {}) => {
    const before = await reserved()
    const refused = await place(request)
    expect(refused).toMatchObject({ ok: false, fault: { code, params } })
    expect(await reserved()).toEqual(before)
  }
  const design = (product: Product | null) => {
    if (product === null) throw new Error('the catalogue lacks it')
    return newDesign(product, randomUUID())
  }

  it.each([
    ['no scan', () => ''],
    ["another machine's scan", () => shop.context.claims.forSession('M002')],
    ["a sticker's code that was not exchanged", () => shop.context.claims.forSticker('M001')],
    ['an old scan', () => 'a1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'],
  ])('for %s', async (_, claim) => {
    await mustBeRefused({ ...(await goodRequest(shop, token)), claim: claim() }, 'not-scanned')
  })

  it.each([
    ['maintenance', 'station-maintenance'],
    ['out-of-stock', 'station-out-of-stock'],
    ['faulty', 'station-faulty'],
    ['offline', 'station-offline'],
  ] as const)('by a station that is %s', async (state, code) => {
    // A station at rest lets go of the orders that wait for money there, at any moment.
    await shop.context.database.execute('delete from placements')
    await shop.context.database.execute('delete from orders')
    const request = await goodRequest(shop, token)
    await setMachine({ state })
    await mustBeRefused(request, code)
    await setMachine({ state: 'ready' })
  })

  it('by a station without a free slot', async () => {
    const request = await goodRequest(shop, token)
    await setMachine({ slots: 0 })
    await mustBeRefused(request, 'station-full')
    await setMachine({ slots: 50 })
  })

  it('by a station that does not print such a thing', async () => {
    const request = await goodRequest(shop, token)
    await setMachine({ prints: ['cake'] })
    await mustBeRefused(request, 'station-cannot-print')
    await setMachine({ prints: ['phone-case', 'cake'] })
  })

  it('where it does not fit on the sheet, with the number that does', async () => {
    const cake = customCake({ widthMm: 50, heightMm: 50, cornerRadiusMm: 25 })
    const size = { ...goodSize, quantity: 50, rows: 20, columns: 20 }
    const many = { design: design(cake.ok ? cake.product : null), quantity: 50, size }
    await setMachine({ sheetWidthMm: 160, sheetHeightMm: 110 })
    await mustBeRefused(await goodRequest(shop, token, many), 'does-not-fit', { most: 6 })
    const large = { design: design(cakeProduct('round', 12)) }
    await mustBeRefused(await goodRequest(shop, token, large), 'too-large')
    await setMachine({ sheetWidthMm: 430, sheetHeightMm: 430 })
  })

  it('where the item is out of stock', async () => {
    const request = await goodRequest(shop, token, { quantity: 50 })
    unwrap(await place(await goodRequest(shop, token)))
    await mustBeRefused(request, 'item-out-of-stock')
  })

  it('for a colour that no station has', async () => {
    const odd = caseProduct('apple-iphone-15-pro', 'matte', '#010203')
    await mustBeRefused(await goodRequest(shop, token, { design: design(odd) }), 'colour-system')
  })

  it.each(['NOBODY', 'GONE', 'OLD'])('for the coupon %s', async (coupon) => {
    await shop.context.database
      .insert(coupons)
      .values({ code: 'OLD', percentOff: 5, usesLeft: 5, validUntil: new Date(0) })
      .onConflictDoNothing()
    const request = { ...(await goodRequest(shop, token)), coupon }
    await mustBeRefused(request, 'coupon-not-usable')
  })

  it("for another's address, or none", async () => {
    const other = await newCustomer(shop)
    const theirs = unwrap(await shop.call(saveAddress, goodAddress, { token: other })).value
    const request = await goodRequest(shop, token, { pickup: false })
    await mustBeRefused({ ...request, addressId: theirs.id }, 'address-unknown')
    await mustBeRefused({ ...request, addressId: null }, 'address-unknown')
  })

  it("for another's print file, or one that no machine prints", async () => {
    const request = await goodRequest(shop, token)
    const theirs = await upload(shop, await newCustomer(shop), printOf(blackCase()))
    await mustBeRefused({ ...request, printFile: theirs }, 'file-unknown')
    const jpeg = await upload(shop, token, await tinyJpeg(), 'image/jpeg')
    await mustBeRefused({ ...request, printFile: jpeg }, 'file-unknown')
  })

  it('where the price is not the one that was shown', async () => {
    const request = { ...(await goodRequest(shop, token)), expectedTotalMinor: 1 }
    await mustBeRefused({ ...request, coupon: 'WELCOME10' }, 'price-changed')
  })

  it('where a price has changed since it was shown, and since the order before', async () => {
    const { database } = shop.context
    const raise = (minor: number) =>
      database.update(goods).set({ minor: sql`${goods.minor} + ${minor}` })
    await placed()
    const old = await goodRequest(shop, token)
    await raise(100)
    const dearer = await goodRequest(shop, token)
    expect(dearer.expectedTotalMinor).toBe(old.expectedTotalMinor + 100)
    await mustBeRefused(old, 'price-changed')
    unwrap(await place(dearer))
    await raise(-100)
    await mustBeRefused({ ...dearer, idempotencyKey: randomUUID() }, 'price-changed')
    unwrap(await place(old))
  })

  it('a use of a coupon changes no price; its percents and the shipping do', async () => {
    const { database } = shop.context
    const version = async () => (await database.select().from(shopSettings))[0]?.pricesVersion ?? 0
    const before = await version()
    await placed({ coupon: 'WELCOME10' })
    expect(await version()).toBe(before)
    await database.update(coupons).set({ percentOff: sql`${coupons.percentOff}` })
    expect(await version()).toBe(before + 1)
    await database.update(shopSettings).set({ shippingMinor: sql`${shopSettings.shippingMinor}` })
    expect(await version()).toBe(before + 2)
  })
})

describe('an order that is cancelled', () => {
  it('gives stock, slot and coupon back exactly once', async () => {
    const before = await reserved()
    const order = await placed({ coupon: 'WELCOME10' })
    const request = { order_number: order.order_number }
    const cancels = await Promise.all(
      Array.from({ length: 5 }, () => shop.call(cancelOrder, request, { token })),
    )
    expect(cancels.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await reserved()).toEqual(before)
    const { value } = unwrap(await shop.call(orderDetail, request, { token }))
    expect(value).toMatchObject({ status: 4, stage: 'closed', payByMs: null })
    expect(value.history.map(({ stage }) => stage)).toEqual(['waiting-for-payment', 'closed'])
  })

  it('is told at once to who follows it', async () => {
    const order = await placed()
    const request = { order_number: order.order_number }
    const following = shop.call(followOrder, { ...request, version: order.version }, { token })
    await shop.call(cancelOrder, request, { token })
    expect(unwrap(await following).value).toMatchObject({ stage: 'closed', version: 2 })
  })
})

describe('the clock', () => {
  const due = (orderNumber: string) =>
    shop.context.database
      .update(orders)
      .set({ payBy: new Date(Date.now() - 1000) })
      .where(eq(orders.orderNumber, orderNumber))
      .returning()

  it('closes what was not paid in time, and gives back what it held', async () => {
    const before = await reserved()
    const order = await placed()
    await due(order.order_number)
    await Promise.all([moveDueOrders(shop.context), moveDueOrders(shop.context)])
    const read = await shop.call(orderDetail, { order_number: order.order_number }, { token })
    expect(unwrap(read).value).toMatchObject({ status: 4, stage: 'closed' })
    expect(await reserved()).toEqual(before)
  })

  it('leaves alone what moved on meanwhile', async () => {
    const order = await placed()
    const [row] = await due(order.order_number)
    if (row === undefined) throw new Error('the order is there')
    await shop.call(cancelOrder, { order_number: order.order_number }, { token })
    await expect(
      moveOrder(shop.context, row, { event: 'payment-timed-out', actor: 'clock' }),
    ).rejects.toThrow('order-moved-on')
  })
})

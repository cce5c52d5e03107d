import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderDetail, placeOrder } from '#core/contract/services/orders.ts'
import { unwrap } from '#core/errors.ts'
import { goodWish, newCustomer, openShop, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

describe('placing an order', () => {
  it('answers the order, unpaid and waiting for payment, and it can be read again', async () => {
    const token = await newCustomer(shop)
    const wish = await goodWish(shop, token)
    const placed = unwrap(await shop.call(placeOrder, wish, { token })).value
    expect(placed).toMatchObject({ status: 0, stage: 'waiting-for-payment', quantity: 1 })
    const read = unwrap(
      await shop.call(orderDetail, { order_number: placed.order_number }, { token }),
    ).value
    expect(read).toEqual(placed)
  })
})

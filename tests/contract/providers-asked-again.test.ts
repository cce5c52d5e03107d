import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { placeOrder } from '#core/contract/services/orders.ts'
import { unwrap } from '#core/errors.ts'
import { outbox, payments } from '#server/database/schema.ts'
import { carryOutTask } from '#server/payments/carry-out-task.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { pay, print } from './order-steps.ts'
import { goodRequest, newCustomer, openShopOfFile } from './shop.ts'

const shop = openShopOfFile({ STAMPA_PAYMENTS: 'none' })

it('a provider that took no money although it was asked is asked again until it has', async () => {
  const token = await newCustomer(shop)
  const request = await goodRequest(shop, token)
  const order = unwrap(await shop.call(placeOrder, request, { token })).value
  await pay(shop, order.order_number)
  await print(shop, order.order_number)
  const { database } = shop.context
  const [due] = await database.select().from(payments).where(eq(payments.state, 'capture-due'))
  const [row] = await database.select().from(outbox)
  if (due === undefined || row === undefined) throw new Error('nothing is asked for')
  const amount = { minor: due.minor, currency: due.currency }
  let taken = false
  const lazy: PaymentProvider = {
    id: 'sandbox',
    begin: async () => ({ reference: 'lazy', payUrl: null }),
    ask: async () => ({ fact: taken ? 'captured' : 'authorised', amount }),
    capture: async () => {},
    giveBack: async () => {},
    readWebhook: () => null,
  }
  const context = {
    ...shop.context,
    payments: { ...shop.context.payments, providerOf: () => lazy },
  }
  await expect(carryOutTask(context, row)).rejects.toThrow('has not done')
  taken = true
  await carryOutTask(context, row)
  const [after] = await database.select().from(payments).where(eq(payments.id, due.id))
  expect(after?.state).toBe('captured')
})

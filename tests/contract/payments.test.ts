import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cancelOrder, chooseOfflinePayment } from '#core/contract/services/orders.ts'
import { beginPayment, paymentState } from '#core/contract/services/payments.ts'
import { unwrap } from '#core/errors.ts'
import { machines, type OrderRow, payments, sandboxDeliveries } from '#server/database/schema.ts'
import { moveOrder } from '#server/orders/move-order.ts'
import { askAbout } from '#server/payments/ask-provider.ts'
import { confirmHandedBack, confirmOfflinePayment } from '#server/payments/offline-confirmations.ts'
import { reconcilePayments } from '#server/payments/reconcile.ts'
import { atCardPage, begin, booksOf, payWith, print, unpaidOrder, untilStates } from './paying.ts'
import { newCustomer, openShop, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ STAMPA_RATE_FACTOR: '100' })
})
afterAll(() => shop.close())

it('a card is authorised, the print is paid for, and the books add up', async () => {
  const unpaid = await unpaidOrder(shop)
  const answer = await payWith(shop, await begin(shop, unpaid), 'success')
  expect(answer).toEqual({
    kind: 'leave',
    to: `/#/pages/mine/pay_success?order=${unpaid.number}`,
  })
  const paid = await untilStates(shop, unpaid.number, ['authorised'])
  expect(paid.order.stage).toBe('queuing')
  expect(paid.money).toEqual([paid.price, paid.price, 0, 0])
  await print(shop, paid.order)
  const printed = await untilStates(shop, unpaid.number, ['captured'])
  expect(printed.money).toEqual([paid.price, 0, paid.price, 0])
  expect(printed.jobs).toBe(1)
})

it('a declined card leaves the payment open for another one', async () => {
  const unpaid = await unpaidOrder(shop)
  const reference = await begin(shop, unpaid)
  expect(await payWith(shop, reference, 'declined')).toEqual({ kind: 'declined' })
  expect((await booksOf(shop, unpaid.number)).states).toEqual(['started'])
  await payWith(shop, reference, 'success')
  await untilStates(shop, unpaid.number, ['authorised'])
})

it('a payment that is declined for good leads back, and another may be begun', async () => {
  const unpaid = await unpaidOrder(shop)
  const reference = await begin(shop, unpaid)
  expect(await payWith(shop, reference, 'declined-for-good')).toMatchObject({
    to: expect.stringContaining('pay_fail'),
  })
  await untilStates(shop, unpaid.number, ['declined'])
  const second = await begin(shop, unpaid)
  expect(second).not.toBe(reference)
  // The first one's page pays nothing any more.
  await payWith(shop, reference, 'success')
  await payWith(shop, second, 'success')
  await untilStates(shop, unpaid.number, ['declined', 'authorised'])
})

it('the card page follows its customer’s language: the one they left is closed', async () => {
  const unpaid = await unpaidOrder(shop)
  const inLanguage = async (language?: 'de-de' | 'ar-ar') => {
    const request = { order_number: unpaid.number, language }
    const { payUrl } = unwrap(await shop.call(beginPayment, request, unpaid)).value
    const query = new URL(payUrl ?? '', 'http://shop').searchParams
    return { reference: query.get('reference') ?? '', language: query.get('language') }
  }
  const german = await inLanguage('de-de')
  expect(german.language).toBe('de-de')
  expect(await inLanguage('de-de')).toEqual(german)
  expect(await inLanguage()).toEqual(german)
  const arabic = await inLanguage('ar-ar')
  expect(arabic.language).toBe('ar-ar')
  await untilStates(shop, unpaid.number, ['voided', 'started'])
  await payWith(shop, german.reference, 'success')
  await payWith(shop, arabic.reference, 'success')
  const { money, price } = await untilStates(shop, unpaid.number, ['voided', 'authorised'])
  expect(money).toEqual([price, price, 0, 0])
})

it('what was paid on a page is not closed for another language, though its webhook is late', async () => {
  const unpaid = await unpaidOrder(shop)
  await payWith(shop, await begin(shop, unpaid), 'late-webhook')
  const other = { order_number: unpaid.number, language: 'ja-ja' } as const
  expect(await shop.call(beginPayment, other, unpaid)).toMatchObject({
    fault: { code: 'order-moved-on' },
  })
  expect((await booksOf(shop, unpaid.number)).states).toEqual(['authorised'])
})

it('a card’s holder who is asked approves, or refuses and may try again', async () => {
  const unpaid = await unpaidOrder(shop)
  const reference = await begin(shop, unpaid)
  expect(await payWith(shop, reference, 'confirm')).toEqual({ kind: 'confirm' })
  const refused = await atCardPage(shop, reference, 'confirm', { approved: false })
  expect(refused).toEqual({ kind: 'declined' })
  await payWith(shop, reference, 'confirm')
  await atCardPage(shop, reference, 'confirm', { approved: true })
  await untilStates(shop, unpaid.number, ['authorised'])
})

it('a customer who cancels at the card page may pay later', async () => {
  const unpaid = await unpaidOrder(shop)
  const reference = await begin(shop, unpaid)
  const answer = await atCardPage(shop, reference, 'cancel', {})
  expect(answer).toMatchObject({ to: expect.stringContaining('result=cancelled') })
  await untilStates(shop, unpaid.number, ['cancelled'])
  await payWith(shop, await begin(shop, unpaid), 'success')
  await untilStates(shop, unpaid.number, ['cancelled', 'authorised'])
})

it('a payment whose answer and webhook never come is found by asking', async () => {
  const unpaid = await unpaidOrder(shop)
  const reference = await begin(shop, unpaid)
  const hangsUp = new AbortController()
  const sent = payHanging(reference, hangsUp.signal)
  const { sandbox } = shop.context.payments
  await expect.poll(async () => (await sandbox?.find(reference))?.state).toBe('authorised')
  hangsUp.abort()
  await expect(sent).rejects.toThrow()
  expect((await booksOf(shop, unpaid.number)).states).toEqual(['started'])
  const { database } = shop.context
  const longAgo = new Date(Date.now() - 60_000)
  const [payment] = (await booksOf(shop, unpaid.number)).payments
  await database
    .update(payments)
    .set({ changedAt: longAgo })
    .where(eq(payments.id, payment?.id ?? ''))
  await reconcilePayments(shop.context, (id) => askAbout(shop.context, id))
  expect((await untilStates(shop, unpaid.number, ['authorised'])).order.stage).toBe('queuing')
})

const payHanging = (reference: string, signal: AbortSignal) =>
  fetch(`${shop.url}/v1/sandbox/payments/${reference}/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ number: '4000 0000 0000 0119', expiry: '12/40', cvc: '123' }),
    signal,
  })

it('a late webhook waits for half a minute, and who comes back is told before it', async () => {
  const unpaid = await unpaidOrder(shop)
  const reference = await begin(shop, unpaid)
  await payWith(shop, reference, 'late-webhook')
  const [delivery] = await shop.context.database
    .select()
    .from(sandboxDeliveries)
    .where(eq(sandboxDeliveries.reference, reference))
  expect((delivery?.dueAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(20_000)
  const request = { order_number: unpaid.number }
  const known = unwrap(await shop.call(paymentState, request, { token: unpaid.token }))
  expect(known.value).toMatchObject({ state: 'authorised', provider: 'sandbox' })
})

it('a webhook that is sent five times counts once', async () => {
  const unpaid = await unpaidOrder(shop)
  const reference = await begin(shop, unpaid)
  await payWith(shop, reference, 'repeated-webhook')
  await expect
    .poll(async () => {
      const rows = await shop.context.database
        .select()
        .from(sandboxDeliveries)
        .where(eq(sandboxDeliveries.reference, reference))
      return rows.filter(({ doneAt }) => doneAt !== null).length
    })
    .toBe(5)
  const books = await untilStates(shop, unpaid.number, ['authorised'])
  expect(books.money).toEqual([books.price, books.price, 0, 0])
  expect(books.jobs).toBe(1)
})

it('two tabs that begin at once are led to one page', async () => {
  const { token, number } = await unpaidOrder(shop)
  const all = await Promise.all(
    Array.from({ length: 8 }, () => shop.call(beginPayment, { order_number: number }, { token })),
  )
  const urls = new Set(all.map((each) => unwrap(each).value.payUrl))
  expect(urls.size).toBe(1)
  expect((await booksOf(shop, number)).states).toEqual(['started'])
})

it('two tabs that pay at once pay once', async () => {
  const unpaid = await unpaidOrder(shop)
  const reference = await begin(shop, unpaid)
  await Promise.all(Array.from({ length: 6 }, () => payWith(shop, reference, 'success')))
  const books = await untilStates(shop, unpaid.number, ['authorised'])
  expect(books.money).toEqual([books.price, books.price, 0, 0])
})

it('an order that is cancelled closes its card page; one that was paid gets its money back', async () => {
  const open = await unpaidOrder(shop)
  const reference = await begin(shop, open)
  unwrap(await shop.call(cancelOrder, { order_number: open.number }, { token: open.token }))
  await untilStates(shop, open.number, ['voided'])
  expect(await payWith(shop, reference, 'success')).toMatchObject({
    to: expect.stringContaining('result=cancelled'),
  })

  const paid = await unpaidOrder(shop)
  await payWith(shop, await begin(shop, paid), 'success')
  await untilStates(shop, paid.number, ['authorised'])
  unwrap(await shop.call(cancelOrder, { order_number: paid.number }, { token: paid.token }))
  const { money, price } = await untilStates(shop, paid.number, ['voided'])
  expect(money).toEqual([price, 0, 0, price])
})

it('what was captured is refunded where the print is called off', async () => {
  const unpaid = await unpaidOrder(shop)
  await payWith(shop, await begin(shop, unpaid), 'success')
  await print(shop, (await untilStates(shop, unpaid.number, ['authorised'])).order)
  const { order } = await untilStates(shop, unpaid.number, ['captured'])
  await moveOrder(shop.context, order, { event: 'cancelled-by-staff', actor: 'staff' })
  const { money, price } = await untilStates(shop, unpaid.number, ['refunded'])
  expect(money).toEqual([price, 0, 0, price])
})

it('cash after a begun card payment, and a card after choosing cash', async () => {
  const { token, number } = await unpaidOrder(shop)
  const reference = await begin(shop, { token, number })
  unwrap(await shop.call(chooseOfflinePayment, { order_number: number }, { token }))
  await untilStates(shop, number, ['voided'])
  expect((await booksOf(shop, number)).order.payOffline).toBe(true)
  const second = await begin(shop, { token, number })
  expect(second).not.toBe(reference)
  expect((await booksOf(shop, number)).order.payOffline).toBe(false)
  await payWith(shop, second, 'success')
  await untilStates(shop, number, ['voided', 'authorised'])
})

const takeCash = ({ id, quote }: OrderRow, minor = quote.total.minor) =>
  shop.context.database.transaction((tx) =>
    confirmOfflinePayment(tx, shop.context, id, minor, 'Bo'),
  )

const giveCashBack = ({ id, quote }: OrderRow, minor = quote.total.minor) =>
  shop.context.database.transaction((tx) => confirmHandedBack(tx, shop.context, id, minor))

it('staff takes cash, the card page closes, and staff hands the money back', async () => {
  const unpaid = await unpaidOrder(shop)
  await begin(shop, unpaid)
  const { order } = await booksOf(shop, unpaid.number)
  await expect(takeCash(order, 1)).rejects.toThrow('price-changed')
  await takeCash(order)
  await expect(takeCash(order)).rejects.toThrow('moved-on')
  const paid = await untilStates(shop, unpaid.number, ['voided', 'authorised'])
  expect(paid.money).toEqual([paid.price, paid.price, 0, 0])
  await moveOrder(shop.context, paid.order, { event: 'cancelled-by-staff', actor: 'staff' })
  await untilStates(shop, unpaid.number, ['voided', 'return-due'])
  await expect(giveCashBack(order, 1)).rejects.toThrow('price-changed')
  await giveCashBack(order)
  const back = await untilStates(shop, unpaid.number, ['voided', 'refunded'])
  expect(back.money).toEqual([paid.price, 0, 0, paid.price])
  await expect(giveCashBack(order)).rejects.toThrow('moved-on')
})

it('cash that was taken is the shop’s once it is printed', async () => {
  const unpaid = await unpaidOrder(shop)
  const { order } = await booksOf(shop, unpaid.number)
  await takeCash(order)
  await print(shop, (await booksOf(shop, unpaid.number)).order)
  const { money, price } = await untilStates(shop, unpaid.number, ['captured'])
  expect(money).toEqual([price, 0, price, 0])
})

it('another’s order, one that is paid and a station that rests take no payment', async () => {
  const unpaid = await unpaidOrder(shop)
  const request = { order_number: unpaid.number }
  const stranger = { token: await newCustomer(shop) }
  const foreign = await shop.call(beginPayment, request, stranger)
  expect(foreign).toMatchObject({ fault: { code: 'order-unknown' } })
  expect(await shop.call(paymentState, request, stranger)).toMatchObject({
    fault: { code: 'order-unknown' },
  })
  const setState = (state: 'ready' | 'maintenance') =>
    shop.context.database.update(machines).set({ state }).where(eq(machines.id, 'M001'))
  await setState('maintenance')
  expect(await shop.call(beginPayment, request, unpaid)).toMatchObject({
    fault: { code: 'station-maintenance' },
  })
  await setState('ready')
  await payWith(shop, await begin(shop, unpaid), 'success')
  await untilStates(shop, unpaid.number, ['authorised'])
  expect(await shop.call(beginPayment, request, unpaid)).toMatchObject({
    fault: { code: 'order-moved-on' },
  })
})

it('the card page knows nothing but its own payment, and takes nothing but a test card', async () => {
  const reference = await begin(shop, await unpaidOrder(shop))
  const guessed = await fetch(`${shop.url}/v1/sandbox/payments/${'a'.repeat(32)}`)
  expect(guessed.status).toBe(404)
  const real = { number: '5555 5555 5555 4444', expiry: '12/40', cvc: '123' }
  expect(await atCardPage(shop, reference, 'pay', real)).toEqual({ kind: 'card-unknown' })
  const page = await fetch(`${shop.url}/v1/sandbox/payments/${reference}?to=https://elsewhere`)
  expect(await page.json()).toMatchObject({ state: 'open', back: expect.stringMatching(/^\/#\//) })
})

it('a deployment without cards says so', async () => {
  const cash = await openShop({ STAMPA_PAYMENTS: 'none' })
  const { token, number } = await unpaidOrder(cash)
  const refused = await cash.call(beginPayment, { order_number: number }, { token })
  expect(refused).toMatchObject({ fault: { code: 'payment-unavailable' } })
  const settings = await fetch(`${cash.url}/v1/settings`)
  expect(await settings.json()).toMatchObject({ cards: false })
  await cash.close()
})

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { testCards } from '#core/commerce/payments/test-cards.ts'
import { CARD_PAGE_PATH } from '#core/contract/card-page.ts'
import { placeOrder, quoteOrder } from '#core/contract/services/orders.ts'
import { beginPayment } from '#core/contract/services/payments.ts'
import { newDesign } from '#core/design/create.ts'
import { unwrap } from '#core/errors.ts'
import { createClaims } from '#server/stations/claims.ts'
import { blackCase, printOf, upload } from '../contract/order-requests.ts'
import { TEST_SECRET } from '../contract/run-server.ts'
import { callAt, newCustomer } from '../contract/shop.ts'
import { again } from '../fixtures/again.ts'
import type { Servers } from './servers.ts'

/** Customers who order and pay, each at a machine of their own. */
export interface Shoppers {
  readonly tokens: readonly string[]
  /** Order number -> when it was acknowledged as placed, and as paid. */
  readonly placed: ReadonlyMap<string, number>
  readonly paid: ReadonlyMap<string, number>
  /** How long placing took, in ms, lost answers and all tries included. */
  readonly placing: readonly number[]
  /** @param perSecond orders of all together; without it each orders as soon as it has paid */
  readonly run: (ms: number, perSecond?: number) => Promise<void>
}

export async function prepareShoppers(
  servers: Servers,
  ids: readonly string[],
  count: number,
): Promise<Shoppers> {
  const placed = new Map<string, number>()
  const paid = new Map<string, number>()
  const placing: number[] = []
  const product = blackCase()
  const claims = createClaims(TEST_SECRET)

  const prepare = async (index: number) => {
    const url = servers.urlFor(index)
    const token = await newCustomer({ url })
    const basket = { machine_id: ids[0] ?? '', quantity: 1, pickup: true, coupon: '' }
    const quote = unwrap(await callAt(url, quoteOrder, { ...basket, product }, { token })).value
    const printFile = await upload({ url }, token, printOf(product, randomUUID()))
    return { index, token, basket, total: quote.total.minor, printFile }
  }
  type Shopper = Awaited<ReturnType<typeof prepare>>

  const orderOnce = async (shopper: Shopper, turn: number): Promise<void> => {
    const { index, token, basket, total, printFile } = shopper
    const machine_id = ids[(index + turn * count) % ids.length] ?? ''
    const request = {
      ...basket,
      machine_id,
      printFile,
      claim: claims.forSession(machine_id),
      design: newDesign(product, randomUUID()),
      expectedTotalMinor: total,
      idempotencyKey: randomUUID(),
    }
    const url = () => servers.urlFor(index + turn)
    const began = performance.now()
    const { order_number } = await again(async () =>
      unwrap(await callAt(url(), placeOrder, request, { token })),
    ).then(({ value }) => value)
    placing.push(performance.now() - began)
    placed.set(order_number, performance.now())
    const begun = await again(async () =>
      unwrap(await callAt(url(), beginPayment, { order_number }, { token })),
    )
    const reference = new URL(begun.value.payUrl ?? '', url()).searchParams.get('reference')
    await again(async () => {
      const answer = await fetch(`${url()}${CARD_PAGE_PATH}/${reference}/pay`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ number: testCards.success, expiry: '12/40', cvc: '123' }),
      })
      if (!answer.ok) throw new Error(`paying: HTTP ${answer.status}`)
      await answer.arrayBuffer()
    })
    paid.set(order_number, performance.now())
  }

  const shoppers: Shopper[] = []
  for (let index = 0; index < count; index++) shoppers.push(await prepare(index))
  return {
    tokens: shoppers.map(({ token }) => token),
    placed,
    paid,
    placing,
    run: async (ms, perSecond = Infinity) => {
      const until = performance.now() + ms
      const untilNext = paced(1000 / perSecond)
      await Promise.all(
        shoppers.map(async (shopper) => {
          for (let turn = 0; performance.now() < until; turn++) {
            await untilNext()
            await orderOnce(shopper, turn)
          }
        }),
      )
    },
  }
}

/** Lets one go every so many ms; what was missed, as while everybody waited, is not made up for. */
function paced(everyMs: number): () => Promise<void> {
  let nextMs = performance.now()
  return async () => {
    const ownMs = Math.max(nextMs, performance.now())
    nextMs = ownMs + everyMs
    await pause(ownMs - performance.now())
  }
}

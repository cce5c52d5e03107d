import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { type PaymentRow, payments } from '#server/database/schema.ts'
import { askAbout } from '#server/payments/ask-provider.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { reconcilePayments } from '#server/payments/reconcile.ts'
import { orderRow, unpaidOrder } from './paid-orders.ts'
import { openShopOfFile } from './shop.ts'

const shop = openShopOfFile({ STAMPA_PAYMENTS: 'none' })

/** Years from now, where the server's own reconciler finds nothing due. */
let clockMs = 0
beforeAll(() => {
  clockMs = Date.now() + 10 * 365 * 86_400_000
})

const context = (provider?: PaymentProvider) => ({
  ...shop.context,
  now: () => new Date(clockMs),
  payments: {
    ...shop.context.payments,
    ...(provider && { providerOf: () => provider }),
  },
})

/** A payment that was begun now, and whose provider has not been heard. */
async function begun(reference: string | null): Promise<PaymentRow & { orderNumber: string }> {
  const { id: orderId, orderNumber, quote } = await unpaidOrder(shop)
  const at = new Date(clockMs)
  const [row] = await shop.context.database
    .insert(payments)
    .values({
      orderId,
      provider: 'sandbox',
      state: 'started',
      ...quote.total,
      reference,
      startedAt: at,
      changedAt: at,
    })
    .returning()
  if (row === undefined) throw new Error('a payment was not written')
  return { ...row, orderNumber }
}

const stateOf = async (id: string) =>
  (await shop.context.database.select().from(payments).where(eq(payments.id, id)))[0]
const end = (id: string) =>
  shop.context.database.update(payments).set({ state: 'declined' }).where(eq(payments.id, id))

it('a payment is asked about after ten seconds, then at twice the time, to about ten minutes', async () => {
  const { id } = await begun('asked again')
  const asked: string[] = []
  const ask = async (each: string) => void asked.push(each)
  for (const seconds of [10, 20, 40, 80, 160, 320, 640, 640]) {
    const count = asked.length
    clockMs += seconds * 1000 - 1
    expect(await reconcilePayments(context(), ask)).toBe(0)
    clockMs += 2
    expect(await reconcilePayments(context(), ask)).toBe(1)
    expect(asked).toHaveLength(count + 1)
  }
  await end(id)
})

it('two servers that look at once ask about each payment once', async () => {
  const rows = [await begun('one'), await begun('two'), await begun('three')]
  const asked: string[] = []
  const ask = async (each: string) => void asked.push(each)
  clockMs += 10_001
  await Promise.all([1, 2, 3].map(() => reconcilePayments(context(), ask)))
  expect(asked.toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  for (const { id } of rows) await end(id)
})

it('one whose beginning was never answered is begun again under its own name, and learnt of', async () => {
  const { id, orderNumber, minor, currency } = await begun(null)
  const opened = new Map<string, string>()
  let begins = 0
  let isDown = true
  const provider: PaymentProvider = {
    id: 'sandbox',
    begin: async ({ payment }) => {
      begins += 1
      // The provider knows it from here on, whether its answer comes through or not.
      const reference = opened.get(payment.id) ?? `reference ${opened.size}`
      opened.set(payment.id, reference)
      if (isDown) throw new Error('the answer was lost')
      return { reference, payUrl: 'https://pay.example' }
    },
    ask: async () => ({ fact: 'authorised', amount: { minor, currency } }),
    capture: async () => {},
    giveBack: async () => {},
    readWebhook: () => null,
  }
  const now = context(provider)
  const look = async () => {
    clockMs += 700_000
    await reconcilePayments(now, (each) => askAbout(now, each))
  }
  await look()
  expect(await stateOf(id)).toMatchObject({ state: 'started', reference: null })
  isDown = false
  await look()
  expect(await stateOf(id)).toMatchObject({ state: 'authorised', reference: 'reference 0' })
  expect([begins, opened.size]).toEqual([2, 1])
  expect((await orderRow(shop, orderNumber)).stage).toBe('queuing')
})

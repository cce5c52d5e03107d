import { and, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { stockNeed } from '#core/catalogue/stock-item.ts'
import { cancelOrder, placeOrder } from '#core/contract/services/orders.ts'
import { machines, orders, stock } from '#server/database/schema.ts'
import { blackCase, goodRequest, newCustomer, type OrderRequest, openShopOfFile } from './shop.ts'

/** What one customer of the crowd does, all of them at the same time. */
const doing = fc.record({
  quantity: fc.integer({ min: 1, max: 4 }),
  sends: fc.integer({ min: 1, max: 3 }),
  cancels: fc.boolean(),
})
const crowd = fc.record({
  available: fc.integer({ min: 0, max: 12 }),
  slots: fc.integer({ min: 1, max: 8 }),
  customers: fc.array(doing, { minLength: 3, maxLength: 8 }),
})

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000' })
let tokens: string[]
const need = stockNeed(blackCase())
const item = need.kind === 'item' ? need.item : ''
const ofItem = and(eq(stock.machineId, 'M001'), eq(stock.item, item))

beforeAll(async () => {
  tokens = []
  for (let count = 0; count < 8; count++) tokens.push(await newCustomer(shop))
})

async function begin(available: number, slots: number): Promise<void> {
  const { database } = shop.context
  await database.execute(sql`delete from placements`)
  await database.execute(sql`delete from orders`)
  await database.update(stock).set({ available, reserved: 0 }).where(ofItem)
  await database.update(machines).set({ slots, slotsTaken: 0 }).where(eq(machines.id, 'M001'))
}

/** Sends one request as often as is said, all at once; the order's number if one was acknowledged. */
async function act(
  request: OrderRequest,
  token: string,
  { sends, cancels }: { sends: number; cancels: boolean },
) {
  const answers = await Promise.all(
    Array.from({ length: sends }, () => shop.call(placeOrder, request, { token })),
  )
  const numbers = answers.flatMap((answer) => (answer.ok ? [answer.value.value.order_number] : []))
  const [number] = numbers
  if (number !== undefined && cancels) {
    await shop.call(cancelOrder, { order_number: number }, { token })
  }
  return new Set(numbers)
}

it('a crowd on scarce stock and few slots is never oversold, and no order is lost', async () => {
  await fc.assert(
    fc.asyncProperty(crowd, async ({ available, slots, customers }) => {
      await begin(100, 100)
      const requests = await Promise.all(
        customers.map(({ quantity }, index) =>
          goodRequest(shop, tokens[index] ?? '', { quantity }),
        ),
      )
      await begin(available, slots)
      const acknowledged = await Promise.all(
        customers.map((customer, index) =>
          act(requests[index] as OrderRequest, tokens[index] ?? '', customer),
        ),
      )
      for (const numbers of acknowledged) expect(numbers.size).toBeLessThanOrEqual(1)

      const rows = await shop.context.database.select().from(orders)
      expect(rows.map(({ orderNumber }) => orderNumber).toSorted()).toEqual(
        acknowledged.flatMap((numbers) => [...numbers]).toSorted(),
      )
      const held = rows.filter(({ holdsStock }) => holdsStock)
      const heldPieces = held.reduce((sum, { stockQuantity }) => sum + stockQuantity, 0)
      const [stockRow] = await shop.context.database.select().from(stock).where(ofItem)
      expect(stockRow).toMatchObject({ available: available - heldPieces, reserved: heldPieces })
      const [machine] = await shop.context.database
        .select()
        .from(machines)
        .where(eq(machines.id, 'M001'))
      expect(machine?.slotsTaken).toBe(rows.filter(({ holdsSlot }) => holdsSlot).length)
      expect(machine?.slotsTaken).toBeLessThanOrEqual(slots)
      expect(new Set(rows.map(({ printNumber }) => printNumber)).size).toBe(rows.length)
    }),
    { numRuns: 12 },
  )
})

import { eq } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { orderEvents, payments, printAttempts, printJobs } from '#server/database/schema.ts'
import { setConditions } from '#server/stations/conditions.ts'
import { type Blanks, blanksBegun, brokenPromises } from './invariants.ts'
import { createWalk, walkedMachines } from './order-walk.ts'
import { openShop, type Shop } from './shop.ts'

/** More by hand: `STAMPA_WALK=300 npx vitest run --config vitest.contract.config.ts order-walk`. */
const ROUNDS = Number(process.env['STAMPA_WALK'] ?? 8)
const STEPS = 40
const AT_ONCE = 6

let shop: Shop
let database: pg.Pool
let begun: readonly Blanks[]
beforeAll(async () => {
  // The walk is the bank: no other one answers what the outbox carries.
  shop = await openShop({ STAMPA_RATE_FACTOR: '1000000', STAMPA_PAYMENTS: 'none' })
  database = new pg.Pool({ connectionString: shop.databaseUrl })
  await database.query(`update machines set slots = 100000`)
  await database.query(`update stock set available = 60 where machine_id = any($1)`, [
    [...walkedMachines],
  ])
  await setConditions(shop.context, 'M005', { faults: [] })
  begun = await blanksBegun(database)
})
afterAll(async () => {
  await database.end()
  await shop.close()
})

it('whatever happens to orders at once, in whatever order, no promise is broken', async () => {
  const walk = await createWalk(shop)
  let taken = 0
  for (let round = 0; round < ROUNDS; round++) {
    const walker = async () => {
      for (let step = 0; step < STEPS; step++) if (await walk.step()) taken++
    }
    await Promise.all(Array.from({ length: AT_ONCE }, walker))
    expect(await brokenPromises(database, begun)).toEqual([])
  }
  await walk.settle()
  expect(await brokenPromises(database, begun, true)).toEqual([])
  expect(walk.logged).toEqual([])
  await checkSheets(walk.sheets)
  await checkBank(walk.truths, walk.lapsed)
  const events = await shop.context.database.select({ event: orderEvents.event }).from(orderEvents)
  const kinds = new Set(events.map(({ event }) => event))
  const lapses = events.filter(({ event }) => event === 'payment-lapsed').length
  console.info(
    `${walk.lapsed.size} reservations lapsed, ${lapses} of them called an order off; ${(await walk.allOrders()).length} orders, ${taken} steps, ${events.length} events of ${kinds.size} kinds`,
  )
}, 1_800_000)

/** By the printers' own record: what came out is what is said to have come out. */
async function checkSheets(sheets: ReadonlyMap<string, number>) {
  const rows = await shop.context.database
    .select({ orderId: printJobs.orderId, job: printJobs.state, outcome: printAttempts.outcome })
    .from(printAttempts)
    .innerJoin(printJobs, eq(printJobs.id, printAttempts.jobId))
  const said = new Map<string, number>()
  for (const { orderId, outcome } of rows) {
    if (outcome === 'printed') said.set(orderId, (said.get(orderId) ?? 0) + 1)
  }
  const givenUp = new Set(rows.filter(({ job }) => job === 'cancelled').map((row) => row.orderId))
  for (const [orderId, came] of sheets) {
    // One that staff gave up may have come out; its money is back.
    if (!givenUp.has(orderId)) expect(came, orderId).toBe(said.get(orderId) ?? 0)
  }
  for (const [orderId, printed] of said)
    expect(printed).toBeLessThanOrEqual(sheets.get(orderId) ?? 0)
}

/** By the bank's own books: what it has taken is what is delivered. */
async function checkBank(truths: ReadonlyMap<string, string>, lapsed: ReadonlySet<string>) {
  const rows = await shop.context.database.select().from(payments)
  for (const { id, state, provider } of rows) {
    if (provider !== 'sandbox') continue
    const truth = truths.get(id) ?? 'open'
    expect({ id, taken: truth === 'captured' }).toEqual({ id, taken: state === 'captured' })
    expect(truth).not.toBe('authorised')
    if (state === 'stuck') expect(lapsed).toContain(id)
  }
}

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placeOrder } from '#core/contract/services/orders.ts'
import { unwrap } from '#core/errors.ts'
import { goodRequest, newCustomer, openShopOfFile } from './shop.ts'

const ROUNDS = 30
const REQUESTS = 7

const shop = openShopOfFile()
let client: pg.Client
let order: Readonly<Record<string, unknown>>
let pricesVersion: number
const customers = [randomUUID(), randomUUID(), randomUUID()]
const keys = Array.from({ length: 9 }, () => randomUUID())

beforeAll(async () => {
  const token = await newCustomer(shop)
  unwrap(await shop.call(placeOrder, await goodRequest(shop, token), { token }))
  client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  const { rows } = await client.query('select to_jsonb(orders) as found from orders')
  order = rows[0].found
  pricesVersion = (await client.query('select prices_version as v from shop_settings')).rows[0].v
  await client.query('delete from placements')
  await client.query('delete from orders')
  for (const id of customers) await client.query('insert into customers (id) values ($1)', [id])
  await client.query(
    `insert into coupons (code, percent_off, uses_left, valid_until)
     values ('FEW', 10, 2, now() + interval '1 day')`,
  )
  await client.query(`update machines set slots = slots_taken + 1 where id = 'M002'`)
  await client.query(
    `insert into stock (machine_id, item, available) values ('M001', $1, 5), ('M002', $1, 9)
     on conflict (machine_id, item) do update set available = excluded.available, reserved = 0`,
    [order['stock_item']],
  )
})
afterAll(() => client.end())

/** Numbers from 0 to 1, the same ones for the same seed (xorshift32). */
function seeded(seed: number): () => number {
  let state = seed * 0x9e3779b1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

/** Requests of few customers, networks, scans, keys and stations: they stand in each other's way. */
function requestsOf(random: () => number) {
  const one = <T>(of: readonly T[]): T => {
    const found = of[Math.floor(random() * of.length)]
    if (found === undefined) throw new Error('there is one')
    return found
  }
  return Array.from({ length: REQUESTS }, () => ({
    key: one(keys),
    bodyHash: one(['one', 'one', 'other']),
    pricesVersion: Number(pricesVersion) - (random() < 0.05 ? 1 : 0),
    limits: {
      own: one([2, 3, 1000]),
      ownSaid: 2,
      slots: one([2, 1000, 1000]),
      coupons: one([1, 1000]),
      stockShare: one([0.25, 1]),
      factor: one([1, 2]),
      rememberedAfter: '2026-01-01T00:00:00Z',
    },
    order: {
      ...order,
      id: randomUUID(),
      order_number: randomUUID(),
      customer_id: one(customers),
      network: one(['near', 'far', 'away']),
      scan: one(['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8']),
      machine_id: one(['M001', 'M002']),
      stock_quantity: one([1, 1, 2]),
      quote: { ...Object(order['quote']), coupon: one([null, null, 'FEW']) },
    },
  }))
}

type Requests = ReturnType<typeof requestsOf>

/** What is answered, and what stands in the database after; nothing of it stays. */
async function placedIn(batches: readonly Requests[]) {
  await client.query('begin')
  const answers: unknown[] = []
  for (const batch of batches) {
    const { rows } = await client.query(
      'select refusal, params, print_number, earlier from place_orders($1) order by place',
      [JSON.stringify(batch)],
    )
    answers.push(...rows)
  }
  const after = await client.query(`select
    (select json_agg(json_build_array(id, print_number, customer_id) order by id) from orders) as orders,
    (select json_agg(json_build_array(order_id, event, version) order by order_id) from order_events) as events,
    (select json_agg(json_build_array(customer_id, key, body_hash, order_id) order by key, customer_id) from placements) as keys,
    (select json_agg(json_build_array(id, slots_taken, last_print_number) order by id) from machines) as machines,
    (select json_agg(json_build_array(machine_id, item, available, reserved) order by machine_id, item)
      from stock where (available, reserved) <> (50, 0)) as stock,
    (select json_agg(uses_left) from coupons) as coupons`)
  await client.query('rollback')
  return { answers, after: after.rows }
}

it('orders that are placed together are answered and counted as one after the other', async () => {
  const refusals = new Set<unknown>()
  for (let round = 0; round < ROUNDS; round++) {
    const all = requestsOf(seeded(round + 1))
    // Of one batch, those of one station and item go one after the other.
    const sorted = all.toSorted((one, other) =>
      one.order.machine_id.localeCompare(other.order.machine_id),
    )
    const together = await placedIn([sorted])
    const inTurn = await placedIn(sorted.map((one) => [one]))
    expect(together, `round ${round}`).toEqual(inTurn)
    for (const answer of together.answers) refusals.add(Object(answer).refusal)
  }
  expect([...refusals].map(String).toSorted()).toEqual([
    'coupon-not-usable',
    'item-out-of-stock',
    'key-reused',
    'not-scanned',
    'null',
    'prices-old',
    'station-full',
    'too-many-pieces',
    'too-many-unpaid',
    'unpaid-hold-all',
  ])
})

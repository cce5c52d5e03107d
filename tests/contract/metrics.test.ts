import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { machines } from '#server/database/schema.ts'
import { beginPrinting, pay, step } from './order-steps.ts'
import { begin, unpaidOrder } from './paying.ts'
import { openShop, type Shop } from './shop.ts'

const TOKEN = 'the collector of these tests alone'
let shop: Shop
beforeAll(async () => {
  shop = await openShop({ STAMPA_METRICS_TOKEN: TOKEN })
})
afterAll(() => shop.close())

const scrape = async (): Promise<string> => {
  const headers = { authorization: `Bearer ${TOKEN}` }
  return await (await fetch(`${shop.url}/metrics`, { headers })).text()
}

it('says what an operator is woken for, as it stands in the database', async () => {
  const { number } = await unpaidOrder(shop)
  await pay(shop, number)
  await beginPrinting(shop, number)
  await step(shop, number, { event: 'print-lost', actor: 'clock' })
  await begin(shop, await unpaidOrder(shop))
  await shop.context.database
    .update(machines)
    .set({ silent: true, lastSeenAt: new Date() })
    .where(eq(machines.id, 'M003'))
  const text = await scrape()
  expect(text).toMatch(/^stampa_database_up 1$/m)
  expect(text).toMatch(/^stampa_orders\{stage="print-unknown"\} 1$/m)
  expect(text).toMatch(/^stampa_orders\{stage="waiting-for-payment"\} 1$/m)
  expect(text).toMatch(/^stampa_orders\{stage="queuing"\} 0$/m)
  expect(text).toMatch(/^stampa_payments\{state="started"\} 1$/m)
  expect(text).toMatch(/^stampa_payment_open_seconds 0\.\d+$/m)
  expect(text).toMatch(/^stampa_stations_silent 1$/m)
})

it('rules and dashboard name only metrics that a server has', async () => {
  const text = await scrape()
  for (const path of ['deploy/prometheus/alerts.yaml', 'deploy/grafana/stampa.json']) {
    const named = (await readFile(path, 'utf8')).match(/\b(stampa|process|nodejs)_\w+/g) ?? []
    expect(named.length).toBeGreaterThan(10)
    for (const name of named) expect(text, path).toMatch(new RegExp(`^${name}[ {]`, 'm'))
  }
})

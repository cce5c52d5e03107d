import { randomUUID } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, it } from 'vitest'
import { orderDetail, orderList } from '#core/contract/services/orders.ts'
import { newDesign } from '#core/design/create.ts'
import { unwrap } from '#core/errors.ts'
import { tokenHash } from '#server/accounts/secrets.ts'
import { blackCase, newDatabase, openShop } from './shop.ts'

const MIGRATIONS = 'server/database/migrations'
const TOKEN = 'a token of the release before'

/** Brings a database to the first so many migrations, as an earlier release did. */
async function migrateTo(client: pg.Client, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stampa-migrations-'))
  const journal = JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'))
  const entries: { tag: string }[] = journal.entries.slice(0, count)
  await mkdir(join(folder, 'meta'))
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  for (const { tag } of entries) {
    await cp(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`))
  }
  await migrate(drizzle(client), { migrationsFolder: folder })
  await rm(folder, { recursive: true })
}

/** One order of each release: its design as that release wrote it. */
const oldDesigns = () => {
  const design = newDesign(blackCase(), randomUUID())
  const { catalogueVersion: _none, ...product } = blackCase()
  const { geometry } = product
  const cake = { kind: 'cake', shape: 'custom', sizeInches: null, geometry }
  return {
    1: { ...design, version: 1, product },
    2: { ...design, version: 1, product: cake },
    3: { ...design, version: 2 },
    4: design,
  }
}

it.each([1, 2, 3])(
  'orders of a release with %i migrations are listed and read after all',
  async (count) => {
    const databaseUrl = await newDatabase()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await migrateTo(client, count)
    const customer = randomUUID()
    await client.query('insert into customers (id) values ($1)', [customer])
    await client.query(
      `insert into tokens (hash, customer_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      [tokenHash(TOKEN), customer],
    )
    await client.query(
      `insert into machines (id, name, address, latitude, longitude, prints, sheet_width_mm, sheet_height_mm, language)
     values ('OLD1', 'Old station', 'Old street 1', 22, 114, '{phone-case,cake}', 430, 430, 'en-us')`,
    )
    await client.query(
      `insert into files (id, customer_id, sha256, media_type, bytes) values ('print', $1, $2, 'image/png', 10)`,
      [customer, 'a'.repeat(64)],
    )
    const money = (minor: number) => ({ currency: 'CNY', minor })
    const quote = {
      unit: money(2900),
      goods: money(2900),
      discount: money(0),
      shipping: money(0),
      total: money(2900),
      coupon: null,
    }
    for (const [index, design] of Object.entries(oldDesigns())) {
      const id = randomUUID()
      await client.query(
        `insert into orders (id, order_number, customer_id, machine_id, status, stage, design, print_file, quantity,
         stock_item, stock_quantity, holds_stock, quote, pickup, promotion_number, remarks, terminal, promoter_id,
         distribution, pay_offline, print_number, pickup_code, pay_by)
       values ($1, $2, $3, 'OLD1', 0, 'waiting-for-payment', $4, 'print', 1, null, 1, false, $5, true, '', 'kept', 2,
         '', '', false, 1, '1234', now() + interval '1 hour')`,
        [id, `20260101-00000${index}`, customer, JSON.stringify(design), JSON.stringify(quote)],
      )
      await client.query(
        `insert into order_events (order_id, version, event, actor, status, stage)
       values ($1, 1, 'placed', 'customer', 0, 'waiting-for-payment')`,
        [id],
      )
    }
    await client.end()

    const shop = await openShop({ DATABASE_URL: databaseUrl })
    try {
      const { value } = unwrap(await shop.call(orderList, {}, { token: TOKEN }))
      const products = new Map(value.map((order) => [order.order_number, order.product]))
      const { geometry, modelId } = blackCase()
      const { widthMm, heightMm } = geometry
      const phoneCase = { kind: 'phone-case', modelId, widthMm, heightMm }
      expect(products.get('20260101-000001')).toMatchObject(phoneCase)
      expect(products.get('20260101-000002')).toMatchObject({
        kind: 'cake',
        shape: 'custom',
        widthMm,
      })
      expect(products.get('20260101-000003')).toMatchObject(phoneCase)
      expect(products.get('20260101-000004')).toMatchObject(phoneCase)
      for (const order_number of products.keys()) {
        const detail = unwrap(
          await shop.call(orderDetail, { order_number }, { token: TOKEN }),
        ).value
        expect(detail).toMatchObject({ order_number, remarks: 'kept', status: 0 })
        expect(detail.history).toHaveLength(1)
      }
    } finally {
      await shop.close()
    }
  },
)

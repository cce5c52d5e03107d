import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Connection, connect } from '#server/database/connect.ts'
import { newDatabase } from './shop.ts'

let connection: Connection
beforeEach(async () => {
  connection = await connect(await newDatabase(), { connections: 1, timeoutMs: 5_000 })
})
afterEach(() => connection.close())

const answers = () => connection.database.transaction((queries) => queries.execute(sql`select 1`))

it('a connection that breaks before its transaction begins is given back', async () => {
  connection.pool.once('acquire', (client) => {
    if (client instanceof pg.Client) client.connection.stream.destroy()
  })
  await expect(answers()).rejects.toThrow('begin')
  await answers()
})

it('a connection that breaks within its transaction is not used again', async () => {
  const broken = connection.database.transaction(async (queries) => {
    await queries.execute(sql`select pg_terminate_backend(pg_backend_pid())`)
  })
  await expect(broken).rejects.toThrow()
  await answers()
})

it('a transaction that is refused gives its connection back whole', async () => {
  const { rows } = await connection.pool.query('select pg_backend_pid() as pid')
  const refused = connection.database.transaction(async (queries) => {
    await queries.execute(sql`select 1 / 0`)
  })
  await expect(refused).rejects.toThrow()
  expect((await connection.pool.query('select pg_backend_pid() as pid')).rows).toEqual(rows)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placeOrder } from '#core/contract/services/orders.ts'
import { limits } from '#core/limits.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { goodRequest, newCustomer, newDatabase, openShop, type Shop } from './shop.ts'

let folder: string
let shop: Shop
let server: ServerProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stampa-built-'))
  const databaseUrl = await newDatabase()
  shop = await openShop({ DATABASE_URL: databaseUrl, STAMPA_DATA: folder })
  server = await startServer({ databaseUrl, dataFolder: folder })
})
afterAll(async () => {
  await server?.kill('SIGTERM')
  await shop?.close()
  await rm(folder, { recursive: true, force: true })
})

it('the built server reads a large order in its thread, good or bad', async () => {
  const token = await newCustomer(server)
  const send = async (body: object): Promise<unknown> => {
    const response = await fetch(server.url + placeOrder.endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', token },
      body: JSON.stringify({ s: placeOrder.name, more: 'x'.repeat(limits.callBytesMax), ...body }),
    })
    return await response.json()
  }
  expect(await send({})).toMatchObject({ msg: 'fields-wrong' })
  expect(await send(await goodRequest(shop, token))).toMatchObject({ msg: 'ok' })
})

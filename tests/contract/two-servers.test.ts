/** Two processes on one database and one bucket: what one knows, the other knows. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createParser } from 'eventsource-parser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCards } from '#core/commerce/payments/test-cards.ts'
import { CARD_PAGE_PATH } from '#core/contract/card-page.ts'
import { queueEventsPath } from '#core/contract/queue-events.ts'
import { login, logout, userInfo } from '#core/contract/services/accounts.ts'
import { followOrder, orderDetail, placeOrder, quoteOrder } from '#core/contract/services/orders.ts'
import { beginPayment } from '#core/contract/services/payments.ts'
import { begin, claim, heartbeat, printed } from '#core/contract/station/protocol.ts'
import { FILES_PATH, UPLOADS_PATH } from '#core/contract/uploads.ts'
import { newDesign } from '#core/design/create.ts'
import { unwrap } from '#core/errors.ts'
import { type Connection, connect } from '#server/database/connect.ts'
import { newEnrolmentCode } from '#server/stations/agents/enrolment.ts'
import { createClaims } from '#server/stations/claims.ts'
import { createServerClient, enrolWith } from '#station/server/server-client.ts'
import { plainPng, pngChunk } from '../fixtures/print-files.ts'
import { eventually } from './eventually.ts'
import { newPhone } from './good-requests.ts'
import { blackCase, printOf, upload } from './order-requests.ts'
import { TEST_SECRET } from './run-server.ts'
import { openS3Endpoint, type S3Endpoint } from './s3-endpoint.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { callAt, newCustomer, newDatabase, openAccount } from './shop.ts'
import { newKeys } from './station-agents.ts'

let folder: string
let bucket: S3Endpoint
let databaseUrl: string
let connection: Connection
let one: ServerProcess
let other: ServerProcess

/** Nothing but the database, the bucket and the secret is the same for both. */
const start = (name: string) =>
  startServer({
    databaseUrl,
    dataFolder: join(folder, name),
    env: {
      STAMPA_S3_BUCKET: bucket.bucket,
      STAMPA_S3_ENDPOINT: bucket.url,
      STAMPA_S3_KEY: bucket.key,
      STAMPA_S3_SECRET: bucket.secret,
    },
  })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stampa-two-'))
  bucket = await openS3Endpoint()
  databaseUrl = await newDatabase()
  // At once, on an empty database: one of them makes it ready.
  ;[one, other] = await Promise.all([start('one'), start('other')])
  connection = await connect(databaseUrl, { connections: 2, timeoutMs: 10_000 })
})
afterAll(async () => {
  await Promise.all([one, other].map((server) => server?.kill('SIGTERM')))
  await connection?.close()
  await bucket?.close()
  await rm(folder, { recursive: true, force: true })
})

const tus = { 'Tus-Resumable': '1.0.0' }
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const base64 = (text: string) => Buffer.from(text).toString('base64')
const picture = (length: number) =>
  plainPng({
    extra: [pngChunk('tEXt', Buffer.concat([Buffer.from('noise\0'), randomBytes(length)]))],
  })

const beginUpload = async (server: ServerProcess, token: string, bytes: Buffer) => {
  const begun = await fetch(server.url + UPLOADS_PATH, {
    method: 'POST',
    headers: {
      ...tus,
      token,
      'Upload-Length': String(bytes.length),
      'Upload-Metadata': `filetype ${base64('image/png')},sha256 ${base64(hashOf(bytes))}`,
    },
  })
  expect(begun.status).toBe(201)
  return begun.headers.get('location') ?? ''
}
const patchHeaders = (token: string, offset: number) => ({
  ...tus,
  token,
  'Upload-Offset': String(offset),
  'Content-Type': 'application/offset+octet-stream',
})
const send = (server: ServerProcess, at: string, token: string, piece: Buffer, offset: number) =>
  fetch(server.url + at, {
    method: 'PATCH',
    headers: patchHeaders(token, offset),
    body: new Uint8Array(piece),
  })
const offsetAt = async (server: ServerProcess, at: string, token: string) => {
  const head = await fetch(server.url + at, { method: 'HEAD', headers: { ...tus, token } })
  return Number(head.headers.get('upload-offset'))
}
const readAt = async (server: ServerProcess, id: string, token: string) => {
  const file = await fetch(`${server.url}${FILES_PATH}/${id}`, { headers: { token } })
  return hashOf(Buffer.from(await file.arrayBuffer()))
}
const idOf = (at: string) => at.slice(at.lastIndexOf('/') + 1)

it('an upload goes on at the other server, in pieces larger and smaller than a part', async () => {
  const token = await newCustomer(one)
  const bytes = picture(13_000_000)
  const at = await beginUpload(one, token, bytes)
  const cuts = [0, 300_000, 6_500_000, 12_000_000, bytes.length]
  for (const [index, offset] of cuts.slice(0, -1).entries()) {
    const server = index % 2 === 0 ? one : other
    expect(await offsetAt(server, at, token)).toBe(offset)
    const sent = await send(server, at, token, bytes.subarray(offset, cuts[index + 1]), offset)
    expect(sent.status).toBe(204)
  }
  for (const server of [one, other]) {
    expect(await offsetAt(server, at, token)).toBe(bytes.length)
    expect(await readAt(server, idOf(at), token)).toBe(hashOf(bytes))
  }
  // Nothing of the upload is left, only the file under its hash.
  expect([...bucket.objects.keys()].filter((key) => key.includes(idOf(at)))).toEqual([])
})

it('an upload whose connection hangs at one server is taken over by the other', async () => {
  const token = await newCustomer(one)
  const bytes = picture(200_000)
  const at = await beginUpload(one, token, bytes)
  const hung = httpRequest(one.url + at, {
    method: 'PATCH',
    headers: { ...patchHeaders(token, 0), 'Content-Length': bytes.length },
  })
  hung.on('error', () => {})
  hung.write(bytes.subarray(0, 50_000))
  const locks = 'select 1 from upload_locks where upload_id = $1'
  await eventually(async () => {
    expect((await connection.pool.query(locks, [idOf(at)])).rowCount).toBe(1)
  })
  // What the first had by then is kept, so this one is told to ask where to go on.
  expect([204, 409]).toContain((await send(other, at, token, bytes, 0)).status)
  const offset = await offsetAt(other, at, token)
  if (offset < bytes.length) {
    const rest = bytes.subarray(offset)
    expect((await send(other, at, token, rest, offset)).status).toBe(204)
  }
  expect(await readAt(one, idOf(at), token)).toBe(hashOf(bytes))
  hung.destroy()
  expect((await connection.pool.query('select 1 from upload_locks')).rowCount).toBe(0)
})

it('a customer has a few uploads under way on both servers together', async () => {
  const token = await newCustomer(one)
  const bytes = picture(100)
  const places: string[] = []
  for (let count = 0; count < 6; count++) {
    places.push(await beginUpload(count % 2 === 0 ? one : other, token, bytes))
  }
  const [first = '', second = ''] = places
  expect((await send(other, first, token, bytes, 0)).status).toBe(404)
  expect((await send(one, second, token, bytes, 0)).status).toBe(204)
})

/** An order that a new customer places at one server, with a print file taken by the other. */
async function placed(at: ServerProcess, machine_id = 'M001') {
  const token = await newCustomer(at)
  const product = blackCase()
  const basket = { machine_id, quantity: 1, pickup: true, coupon: '' }
  const quote = unwrap(await callAt(at.url, quoteOrder, { ...basket, product }, { token })).value
  const request = {
    ...basket,
    claim: createClaims(TEST_SECRET).forSession(machine_id),
    design: newDesign(product, randomUUID()),
    printFile: await upload(at === one ? other : one, token, printOf(product, randomUUID())),
    expectedTotalMinor: quote.total.minor,
    idempotencyKey: randomUUID(),
  }
  const order = unwrap(await callAt(at.url, placeOrder, request, { token })).value
  return { ...order, token, request }
}

async function payAt(server: ServerProcess, token: string, order_number: string) {
  const begun = unwrap(await callAt(server.url, beginPayment, { order_number }, { token })).value
  const reference = new URL(begun.payUrl ?? '', server.url).searchParams.get('reference')
  const paid = await fetch(`${server.url}${CARD_PAGE_PATH}/${reference}/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ number: testCards.success, expiry: '12/40', cvc: '123' }),
  })
  expect(paid.status).toBe(200)
}

it('an order placed at one is followed at the other, while it is paid at the first', async () => {
  const { token, order_number, version, request } = await placed(one)
  const again = unwrap(await callAt(other.url, placeOrder, request, { token })).value
  expect(again.order_number).toBe(order_number)
  const followed = callAt(other.url, followOrder, { order_number, version }, { token })
  await payAt(one, token, order_number)
  const seen = unwrap(await followed).value
  expect(seen.version).toBeGreaterThan(version)
  const detail = unwrap(await callAt(other.url, orderDetail, { order_number }, { token })).value
  await eventually(async () => {
    const now = unwrap(await callAt(one.url, orderDetail, { order_number }, { token })).value
    expect(now.stage).toBe('queuing')
  })
  expect(detail.order_number).toBe(order_number)
})

it('guesses count together', async () => {
  const { phone } = await openAccount(one, newPhone(), 'correct horse battery')
  const codes: string[] = []
  for (let count = 0; count < 20; count++) {
    const server = count % 2 === 0 ? one : other
    const answer = await callAt(server.url, login, { phone: phone ?? '', password: 'a guess' })
    codes.push(answer.ok ? 'ok' : answer.fault.code)
  }
  // Ten, and one in its turn.
  expect(codes.slice(0, 10)).toEqual(Array(10).fill('credentials-wrong'))
  expect(codes.filter((code) => code === 'credentials-wrong').length).toBeLessThanOrEqual(13)
  expect(codes).toContain('too-many-calls')
})

it('a session that ends at one is refused at the other', async () => {
  const token = await newCustomer(one)
  expect((await callAt(other.url, userInfo, {}, { token })).ok).toBe(true)
  unwrap(await callAt(one.url, logout, {}, { token }))
  const refused = await callAt(other.url, userInfo, {}, { token })
  expect(refused).toMatchObject({ ok: false, fault: { code: 'signed-out' } })
})

async function agentAt(machineId: string) {
  const { key, publicKey } = newKeys()
  const asking = { database: connection.database, now: () => new Date() }
  const code = await newEnrolmentCode(asking, machineId, { revokesEarlier: true })
  const { agent } = await enrolWith(one.url, code, publicKey)
  const clientOf = (server: ServerProcess) => createServerClient({ server: server.url, agent, key })
  return [clientOf(one), clientOf(other)] as const
}

it('what a machine says to one is told by the other to who watches its queue', async () => {
  const [atOne] = await agentAt('M005')
  const token = await newCustomer(other)
  const heard: string[] = []
  const watching = httpRequest(other.url + queueEventsPath('M005'), { headers: { token } })
  watching.on('error', () => {})
  watching.on('response', (response) => {
    const parser = createParser({ onEvent: ({ data }) => heard.push(data) })
    response.on('data', (text) => parser.feed(String(text)))
    response.on('error', () => {})
  })
  watching.end()
  await eventually(() => expect(heard.length).toBeGreaterThan(0))
  await atOne.call(heartbeat, { printer: { state: 'stopped', reasons: ['media-empty'] } })
  await eventually(() => expect(heard.join()).toContain('media-empty'))
  watching.destroy()
  await atOne.call(heartbeat, { printer: { state: 'idle', reasons: [] } })
})

it('an agent that asks both gets each print once, also one that was paid at the other', async () => {
  const [atOne, atOther] = await agentAt('M001')
  // What earlier tests left there comes first.
  const clear = async () => {
    for (;;) {
      const { job } = await atOne.call(claim, { waitMs: 0 })
      if (job === null) return
      const held = { job: job.id, token: job.token }
      await atOne.call(begin, held)
      await atOne.call(printed, held)
    }
  }
  await clear()
  const waiting = atOther.call(claim, { waitMs: 20_000 })
  const order = await placed(one)
  await payAt(one, order.token, order.order_number)
  const { job } = await waiting
  expect(job?.orderNumber).toBe(order.order_number)
  const claims = await Promise.all([atOne, atOther].map((at) => at.call(claim, { waitMs: 0 })))
  // The one that it holds, and no other print of it.
  expect(claims.map((each) => [each.job?.id, each.job?.token])).toEqual(
    Array(2).fill([job?.id, job?.token]),
  )
  const held = { job: job?.id ?? '', token: job?.token ?? 0 }
  await atOne.call(begin, held)
  await atOther.call(printed, held)
  expect((await atOne.call(claim, { waitMs: 0 })).job).toBeNull()
  const { rows } = await connection.pool.query(
    'select count(*)::int as attempts from print_attempts where job_id = $1',
    [held.job],
  )
  expect(rows[0]?.attempts).toBe(1)
})

it('a server that signs with another secret does not start beside them', async () => {
  const starting = startServer({
    databaseUrl,
    dataFolder: join(folder, 'stranger'),
    env: { STAMPA_SECRET: 'another secret, as long as it must be' },
  })
  await expect(starting).rejects.toThrow(/sign with another secret/)
})

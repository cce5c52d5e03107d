import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  changed,
  ownTicketsSchema,
  type QueueSnapshot,
  queueChangeSchema,
  queueEventsPath,
  queueSnapshotSchema,
} from '#core/contract/queue-events.ts'
import { placeOrder } from '#core/contract/services/orders.ts'
import { unwrap } from '#core/errors.ts'
import { machines, stock } from '#server/database/schema.ts'
import { setConditions } from '#server/stations/conditions.ts'
import { eventually } from './eventually.ts'
import { beginPrinting, pay, step } from './order-steps.ts'
import { goodRequest, newCustomer, openShop, type Shop } from './shop.ts'

const METRICS_TOKEN = 'the collector of these tests alone'
let shop: Shop
beforeAll(async () => {
  shop = await openShop({ STAMPA_METRICS_TOKEN: METRICS_TOKEN })
})
afterAll(() => shop.close())

/** A machine of its own for each test, so that no test sees another's tickets. */
let machinesMade = 0
async function newMachine(): Promise<string> {
  const { database } = shop.context
  const [sample] = await database.select().from(machines).where(eq(machines.id, 'M001'))
  if (sample === undefined) throw new Error('no sample machine')
  const id = `Q${++machinesMade}`
  await database.insert(machines).values({ ...sample, id, slotsTaken: 0, lastPrintNumber: 0 })
  const stocked = await database.select().from(stock).where(eq(stock.machineId, sample.id))
  await database
    .insert(stock)
    .values(stocked.map((row) => ({ ...row, machineId: id, reserved: 0 })))
  return id
}

async function placedAt(machine_id: string, token: string) {
  const request = await goodRequest(shop, token, {
    machine_id,
    claim: shop.context.claims.forSession(machine_id),
  })
  return unwrap(await shop.call(placeOrder, request, { token })).value
}

interface Heard {
  readonly events: EventSourceMessage[]
  readonly status: Promise<number>
  /** The queue as it stands after all that was heard. */
  readonly snapshot: () => QueueSnapshot | null
  readonly own: () => readonly string[]
  readonly lastId: () => string | undefined
  readonly hangUp: () => void
  readonly isOver: () => boolean
}

function watch(machineId: string, token: string, lastId?: string): Heard {
  const events: EventSourceMessage[] = []
  let over = false
  const headers = { token, ...(lastId !== undefined && { 'Last-Event-ID': lastId }) }
  const sent = httpRequest(shop.url + queueEventsPath(machineId), { headers })
  const status = new Promise<number>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      const parser = createParser({ onEvent: (event) => events.push(event) })
      response.setEncoding('utf8')
      response.on('data', (text: string) => parser.feed(text))
      response.on('error', () => {})
      response.on('close', () => {
        over = true
      })
      resolve(response.statusCode ?? 0)
    })
  })
  status.catch(() => {})
  sent.end()
  return {
    events,
    status,
    snapshot: () =>
      events.reduce<QueueSnapshot | null>((shown, { event, data }) => {
        if (event === 'snapshot') return queueSnapshotSchema.parse(JSON.parse(data))
        if (event !== 'change' || shown === null) return shown
        return changed(shown, queueChangeSchema.parse(JSON.parse(data)))
      }, null),
    own: () => {
      const last = events.findLast(({ event }) => event === 'own')
      if (last === undefined) return []
      return ownTicketsSchema.parse(JSON.parse(last.data)).map((each) => each.order_number)
    },
    lastId: () => events.findLast(({ id }) => id !== undefined)?.id,
    hangUp: () => sent.destroy(),
    isOver: () => over,
  }
}

const stagesOf = (heard: Heard) => heard.snapshot()?.tickets.map(({ stage }) => stage)

/** How many streams are open, as the metrics say, and how many listen for news. */
async function open() {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = await (await fetch(`${shop.url}/metrics`, { headers })).text()
  const streams = /^stampa_calls_open\{service="queue events"\} (\d+)/m.exec(metrics)?.[1]
  return { streams: Number(streams ?? 0), listeners: shop.context.news.listeners() - ownListeners }
}
const untilNobody = () =>
  eventually(async () => expect(await open()).toEqual({ streams: 0, listeners: 0 }))

/** What the server itself listens to: its outbox. */
let ownListeners = 0
beforeAll(() => {
  ownListeners = shop.context.news.listeners()
})

it('who looks is told how the queue stands, then what changes, and which tickets are theirs', async () => {
  const machineId = await newMachine()
  const [anna, bruno] = [await newCustomer(shop), await newCustomer(shop)]
  const order = await placedAt(machineId, anna)
  const [annas, brunos] = [watch(machineId, anna), watch(machineId, bruno)]
  await eventually(() => expect(stagesOf(brunos)).toEqual(['waiting-for-payment']))
  await eventually(() => expect(annas.own()).toEqual([order.order_number]))
  expect(brunos.own()).toEqual([])
  await pay(shop, order.order_number)
  await eventually(() => expect(stagesOf(brunos)).toEqual(['queuing']))
  expect(brunos.events.filter(({ event }) => event === 'snapshot')).toHaveLength(1)
  expect(brunos.snapshot()?.tickets[0]).toMatchObject({ before: 0, zone: 'queue' })
  expect(brunos.snapshot()?.tickets[0]?.ready).not.toBeNull()
  await beginPrinting(shop, order.order_number)
  await eventually(() => expect(stagesOf(annas)).toEqual(['printing']))
  expect(JSON.stringify(brunos.events)).not.toContain(order.order_number)
  annas.hangUp()
  brunos.hangUp()
  await untilNobody()
})

it('a lost connection goes on with what was missed, and with nothing where nothing was', async () => {
  const machineId = await newMachine()
  const token = await newCustomer(shop)
  const order = await placedAt(machineId, token)
  const stays = watch(machineId, token)
  const first = watch(machineId, token)
  await eventually(() => expect(stagesOf(first)).toEqual(['waiting-for-payment']))
  const lastId = first.lastId()
  first.hangUp()
  const same = watch(machineId, token, lastId)
  await eventually(() => expect(same.own()).toEqual([order.order_number]))
  expect(same.snapshot()).toBeNull()
  same.hangUp()
  await pay(shop, order.order_number)
  await eventually(() => expect(stagesOf(stays)).toEqual(['queuing']))
  await step(shop, order.order_number, { event: 'station-rests', actor: 'staff' })
  await eventually(() => expect(stagesOf(stays)).toEqual(['resting']))
  const again = watch(machineId, token, lastId)
  await eventually(() => expect(again.lastId()).toBe(stays.lastId()))
  expect(again.events.map(({ event }) => event)).not.toContain('snapshot')
  const stranger = watch(machineId, token, 'an id of long ago')
  await eventually(() => expect(stagesOf(stranger)).toEqual(['resting']))
  for (const each of [stays, again, stranger]) each.hangUp()
  await untilNobody()
})

it('a machine that cannot print says so, and promises no time', async () => {
  const machineId = await newMachine()
  const token = await newCustomer(shop)
  const order = await placedAt(machineId, token)
  await pay(shop, order.order_number)
  const heard = watch(machineId, token)
  await eventually(() => expect(stagesOf(heard)).toEqual(['queuing']))
  const { database } = shop.context
  await database
    .update(machines)
    .set({ state: 'out-of-stock', faults: ['media-empty'] })
    .where(eq(machines.id, machineId))
  await eventually(() => expect(heard.snapshot()?.machine.faults).toEqual(['media-empty']))
  expect(heard.snapshot()?.tickets[0]?.ready).toBeNull()
  heard.hangUp()
  await untilNobody()
})

it('one queue is read once for all who look at it', async () => {
  const machineId = await newMachine()
  const tokens = await Promise.all(Array.from({ length: 10 }, () => newCustomer(shop)))
  const first = tokens[0] ?? ''
  const order = await placedAt(machineId, first)
  const heard = tokens.map((token) => watch(machineId, token))
  for (const each of heard) await eventually(() => expect(each.snapshot()).not.toBeNull())
  const reads = vi.spyOn(shop.context.database, 'execute')
  await pay(shop, order.order_number)
  for (const each of heard) await eventually(() => expect(stagesOf(each)).toEqual(['queuing']))
  const looks = reads.mock.calls.length
  reads.mockRestore()
  expect(looks).toBeLessThanOrEqual(3)
  for (const each of heard) each.hangUp()
  await untilNobody()
})

it('fifty who hang up at once leave nothing behind', async () => {
  const machineId = await newMachine()
  const tokens = await Promise.all(Array.from({ length: 10 }, () => newCustomer(shop)))
  const heard = tokens.flatMap((token) => Array.from({ length: 5 }, () => watch(machineId, token)))
  for (const each of heard) await eventually(() => expect(each.snapshot()).not.toBeNull())
  expect((await open()).streams).toBe(50)
  for (const each of heard) each.hangUp()
  await untilNobody()
})

it('one customer watches a few times at once; a stranger and an unknown machine are refused', async () => {
  const machineId = await newMachine()
  const token = await newCustomer(shop)
  const heard = Array.from({ length: 6 }, () => watch(machineId, token))
  for (const each of heard) expect(await each.status).toBe(200)
  expect(await watch(machineId, token).status).toBe(429)
  expect(await watch(machineId, 'nobody').status).toBe(401)
  expect(await watch('nowhere', await newCustomer(shop)).status).toBe(404)
  for (const each of heard) each.hangUp()
  await untilNobody()
})

it('who does not read is dropped, and the others are told all the same', async () => {
  const machineId = await newMachine()
  const token = await newCustomer(shop)
  const { hostname, port } = new URL(shop.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  socket.pause()
  socket.write(
    `GET ${queueEventsPath(machineId)} HTTP/1.1\r\nHost: ${hostname}\r\ntoken: ${token}\r\n\r\n`,
  )
  await eventually(async () => expect((await open()).streams).toBe(1))
  const reader = watch(machineId, token)
  await eventually(() => expect(reader.snapshot()).not.toBeNull())
  const bulk = Array.from({ length: 30_000 }, (_, index) => `fault-${index}`)
  for (let round = 0; round < 400 && (await open()).streams > 1; round++) {
    await shop.context.database
      .update(machines)
      .set({ state: round % 2 ? 'ready' : 'faulty', faults: [`round-${round}`, ...bulk] })
      .where(eq(machines.id, machineId))
    await eventually(() => expect(reader.snapshot()?.machine.faults[0]).toBe(`round-${round}`))
  }
  expect((await open()).streams).toBe(1)
  expect(reader.isOver()).toBe(false)
  socket.destroy()
  reader.hangUp()
  await untilNobody()
}, 120_000)

it('a server that leaves ends its streams', async () => {
  const other = await openShop({ DATABASE_URL: shop.databaseUrl })
  const token = await newCustomer(shop)
  const response = await fetch(other.url + queueEventsPath('M001'), { headers: { token } })
  const read = response.text()
  await other.close()
  expect(await read).toContain('event: snapshot')
})

it('another fault of a printer that stands still already is told to who watches', async () => {
  const machine = await newMachine()
  const heard = watch(machine, await newCustomer(shop))
  await setConditions(shop.context, machine, { faults: ['media-empty'] })
  await eventually(() => expect(heard.snapshot()?.machine.faults).toEqual(['media-empty']))
  const { state } = await setConditions(shop.context, machine, {
    faults: ['media-empty', 'media-needed'],
  })
  expect(heard.snapshot()?.machine.state).toBe(state)
  await eventually(() =>
    expect(heard.snapshot()?.machine).toEqual({ state, faults: ['media-empty', 'media-needed'] }),
  )
  heard.hangUp()
})

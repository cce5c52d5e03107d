import { asc, isNull } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Connection, connect } from '#server/database/connect.ts'
import { outbox } from '#server/database/schema.ts'
import { noTracing } from '#server/operation/tracing.ts'
import { type Outbox, type OutboxTask, openOutbox } from '#server/outbox/outbox.ts'
import { eventually } from './eventually.ts'
import { newDatabase } from './shop.ts'

const { log } = Fastify({ logger: false })
const later = (ms: number) => () => new Date(Date.now() + ms)

let connections: Connection[]
let opened: Outbox[]
beforeEach(async () => {
  const url = await newDatabase()
  const options = { connections: 4, timeoutMs: 30_000 }
  connections = [await connect(url, options), await connect(url, options)]
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((each) => each.drain(0)))
  await Promise.all(connections.map((each) => each.close()))
})

const database = (server: number) => {
  const found = connections[server]?.database
  if (found === undefined) throw new Error('there are two servers')
  return found
}

/** A server's outbox; there are two servers, on one database. */
function open(server: number, carryOut: (task: OutboxTask) => Promise<void>, now = later(0)) {
  const box = openOutbox({ database: database(server), log, tracing: noTracing, now }, carryOut)
  opened.push(box)
  return box
}

async function write(count: number): Promise<readonly string[]> {
  const keys = Array.from({ length: count }, (_, index) => `task ${index}`)
  const at = new Date(Date.now() - 1000)
  const rows = keys.map((key) => ({ key, task: {}, dueAt: at, createdAt: at }))
  await database(0).insert(outbox).values(rows)
  return keys
}

const undone = () => database(0).select().from(outbox).where(isNull(outbox.doneAt))
const untilDone = () => eventually(async () => expect(await undone()).toEqual([]))

it('two servers share the work, and do each thing once', async () => {
  const keys = await write(60)
  const done: string[] = []
  const carryOut = async ({ key }: OutboxTask) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    done.push(key)
  }
  const boxes = [open(0, carryOut), open(1, carryOut)]
  for (const box of boxes) box.wake()
  await untilDone()
  expect(done.toSorted()).toEqual([...keys].toSorted())
})

it('what a server had that was killed is done by another once its lease is over', async () => {
  await write(1)
  let release = () => {}
  const dead = open(
    0,
    () =>
      new Promise((resolve) => {
        release = resolve
      }),
  )
  dead.wake()
  await eventually(async () => expect((await undone())[0]?.leasedUntil).not.toBeNull())
  const done: string[] = []
  const carryOut = async ({ key }: OutboxTask) => void done.push(key)
  const tooEarly = open(1, carryOut)
  tooEarly.wake()
  await tooEarly.drain(30_000)
  expect(done).toEqual([])
  open(1, carryOut, later(61_000)).wake()
  await untilDone()
  expect(done).toEqual(['task 0'])
  release()
})

it('a server that leaves ends what it took and takes nothing more; the rest is another’s', async () => {
  await write(20)
  const begun: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const leaving = open(0, async ({ key }) => {
    begun.push(key)
    await released
  })
  leaving.wake()
  await eventually(() => expect(begun).toHaveLength(8))
  let isDrained = false
  const drained = leaving.drain(30_000).then(() => {
    isDrained = true
  })
  leaving.wake()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isDrained).toBe(false)
  release()
  await drained
  expect(begun).toHaveLength(8)
  const left = await undone()
  expect(left).toHaveLength(12)
  expect(left.every(({ leasedUntil }) => leasedUntil === null)).toBe(true)
  const rest: string[] = []
  open(1, async ({ key }) => void rest.push(key)).wake()
  await untilDone()
  expect(rest).toHaveLength(12)
})

it('what has no end when a server must go is given back at once, and done by another', async () => {
  await write(3)
  const begun: string[] = []
  const leaving = open(0, ({ key }) => {
    begun.push(key)
    return key === 'task 1' ? new Promise(() => {}) : Promise.resolve()
  })
  leaving.wake()
  await eventually(async () => expect((await undone()).map(({ key }) => key)).toEqual(['task 1']))
  await leaving.drain(0)
  const [left] = await undone()
  expect(left).toMatchObject({ key: 'task 1', leasedUntil: null })
  const done: string[] = []
  open(1, async ({ key }) => void done.push(key)).wake()
  await untilDone()
  expect(done).toEqual(['task 1'])
})

it('what fails is tried again later and later, and says why', async () => {
  await write(1)
  let clockMs = Date.now()
  const box = open(
    0,
    () => Promise.reject(new Error('the provider is down')),
    () => new Date(clockMs),
  )
  const waits: number[] = []
  for (let tries = 1; tries <= 11; tries++) {
    box.wake()
    const row = await eventually(async () => {
      const [found] = await database(0).select().from(outbox).orderBy(asc(outbox.id))
      if (found?.tries !== tries || found.leasedUntil !== null) throw new Error('not tried yet')
      return found
    })
    expect(row.lastError).toBe('Error: the provider is down')
    waits.push((row.dueAt.getTime() - clockMs) / 1000)
    clockMs = row.dueAt.getTime()
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
})

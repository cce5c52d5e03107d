import { afterEach, describe, expect, it } from 'vitest'
import { type Connection, connect } from '#server/database/connect.ts'
import { type ImagingQueue, openImagingQueue } from '#server/imaging/queue.ts'
import { newDatabase } from './shop.ts'

const SERVERS = 6
const ROUNDS = 5
const connections: Connection[] = []
const queues: ImagingQueue[] = []
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.close()
  for (const connection of connections.splice(0)) await connection.close()
})

describe('the queue of image tools', () => {
  it('is made once by servers that begin at once on an empty database, and none of them fails', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const url = await newDatabase()
      const servers: Connection[] = []
      for (let k = 0; k < SERVERS; k++) {
        servers.push(await connect(url, { connections: 2, timeoutMs: 20_000 }))
      }
      connections.push(...servers)
      const made = await Promise.all(servers.map(({ pool }) => openImagingQueue(pool)))
      queues.push(...made)
      expect(await Promise.all(made.map((queue) => queue.take()))).toEqual(made.map(() => null))
    }
  })

  it('opens on a single connection, and gives it back', async () => {
    const connection = await connect(await newDatabase(), { connections: 1, timeoutMs: 20_000 })
    connections.push(connection)
    const queue = await openImagingQueue(connection.pool)
    queues.push(queue)
    expect(await queue.take()).toBeNull()
  })
})

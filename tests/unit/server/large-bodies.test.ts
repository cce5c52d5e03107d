import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { placeOrder } from '#core/contract/services/orders.ts'
import { type LargeBodies, openLargeBodies } from '#server/calls/large-bodies.ts'

const bytesOf = (body: unknown) => new TextEncoder().encode(JSON.stringify(body))
const order = bytesOf({ s: placeOrder.name, remarks: 'none' })

const held = new Uint8Array([1])
const deadly = new Uint8Array([2])

/** A thread that takes anything for nothing, holds some bodies until it is told, and dies of others. */
const stubborn = (): Worker =>
  new Worker(
    `const { parentPort } = require('node:worker_threads')
     const waiting = []
     parentPort.on('message', ({ id, bytes, goOn }) => {
       if (bytes?.[0] === 2) throw new Error('made to die')
       if (bytes?.[0] === 1) waiting.push(id)
       else if (!goOn) parentPort.postMessage({ id, body: null })
       else for (const one of waiting.splice(0)) parentPort.postMessage({ id: one, body: null })
     })`,
    { eval: true },
  )

let opened: LargeBodies | undefined
const open = (...given: Parameters<typeof openLargeBodies>): LargeBodies => {
  opened = openLargeBodies(...given)
  return opened
}
afterEach(async () => {
  await opened?.close()
})

describe('large bodies', () => {
  it('are read and validated in a thread, each counted', async () => {
    const counted = vi.fn()
    const bodies = open(counted)
    expect(await bodies.read(order)).toMatchObject({ s: placeOrder.name, placing: { ok: false } })
    expect(await bodies.read(bytesOf([]))).toBeNull()
    expect(counted).toHaveBeenCalledTimes(2)
  })

  it('wait for the thread up to 32 at a time; one more is told when to come again', async () => {
    const thread = stubborn()
    const bodies = open(vi.fn(), () => thread)
    const waiting = Array.from({ length: 32 }, () => bodies.read(held))
    await expect(bodies.read(order)).rejects.toMatchObject({
      refusal: 'too-many-calls',
      details: { params: { seconds: 5 } },
    })
    thread.postMessage({ goOn: true })
    expect(await Promise.all(waiting)).toEqual(Array(32).fill(null))
    expect(await bodies.read(order)).toBeNull()
  })

  it('that wait for a thread that dies are refused, and the next is read by a new one', async () => {
    const spawn = vi.fn(stubborn)
    const bodies = open(vi.fn(), spawn)
    const waiting = bodies.read(held)
    const [killer] = await Promise.allSettled([bodies.read(deadly)])
    expect(killer).toMatchObject({ reason: { message: 'made to die' } })
    await expect(waiting).rejects.toThrow('made to die')
    // The dead thread has not wholly ended yet.
    expect(await bodies.read(order)).toBeNull()
    expect(spawn).toHaveBeenCalledTimes(2)
  })

  it('that wait when the server closes are refused', async () => {
    const bodies = open(vi.fn(), stubborn)
    const refused = expect(bodies.read(held)).rejects.toThrow('the thread of large bodies ended')
    await bodies.close()
    await refused
  })
})

import { createHash, randomBytes, sign } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  begin,
  claim,
  failed,
  filePath,
  heartbeat,
  printed,
  progress,
  release,
  unknown,
} from '#core/contract/station/protocol.ts'
import { signedHeaders, signedText } from '#core/contract/station/signed-request.ts'
import type { StationJob } from '#core/contract/station/station-job.ts'
import { orders, printAttempts, printJobs, stationAgents } from '#server/database/schema.ts'
import { moveDueOrders } from '#server/orders/clock.ts'
import { moveOrder } from '#server/orders/move-order.ts'
import { newEnrolmentCode } from '#server/stations/agents/enrolment.ts'
import { setConditions } from '#server/stations/conditions.ts'
import { createServerClient, enrolWith, type ServerClient } from '#station/server/server-client.ts'
import { orderRow, paidOrder } from './paid-orders.ts'
import { openShop, type Shop } from './shop.ts'
import { claimed, newAgent, newKeys } from './station-agents.ts'

let shop: Shop
let agent: ServerClient
beforeAll(async () => {
  shop = await openShop({ STAMPA_RATE_FACTOR: '1000' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await setConditions(shop.context, 'M001', { maintenance: false, silent: false, faults: [] })
  // What an earlier test left waiting is none of this one's.
  await shop.context.database
    .update(printJobs)
    .set({ state: 'cancelled' })
    .where(eq(printJobs.state, 'queued'))
  agent = await newAgent(shop)
})

const of = ({ id, token }: StationJob) => ({ job: id, token })
const stageOf = async (orderNumber: string) => {
  await shop.context.waiting.settled()
  return (await orderRow(shop, orderNumber)).stage
}
const lapse = async ({ id }: StationJob) => {
  await shop.context.database
    .update(printJobs)
    .set({ leaseUntil: new Date(Date.now() - 1000) })
    .where(eq(printJobs.id, id))
  await moveDueOrders(shop.context)
}

describe('enrolment', () => {
  it('takes a code once; the same key is answered the same again', async () => {
    const code = await newEnrolmentCode(shop.context, 'M004')
    const { publicKey } = newKeys()
    const first = await enrolWith(shop.url, code.toLowerCase(), publicKey)
    expect(first.machine).toBe('M004')
    expect(await enrolWith(shop.url, code, publicKey)).toEqual(first)
    await expect(enrolWith(shop.url, code, newKeys().publicKey)).rejects.toThrow('code-wrong')
    await expect(enrolWith(shop.url, 'NONE', publicKey)).rejects.toThrow('code-wrong')
  })

  it('leaves the earlier agent in place unless the code says otherwise', async () => {
    const earlier = await newAgent(shop, 'M005')
    const polite = await newEnrolmentCode(shop.context, 'M005')
    await expect(enrolWith(shop.url, polite, newKeys().publicKey)).rejects.toThrow('agent-present')
    await earlier.call(claim, { waitMs: 0 })
    await newAgent(shop, 'M005', { revokesEarlier: true })
    await expect(earlier.call(claim, { waitMs: 0 })).rejects.toThrow('agent-revoked')
  })
})

describe('a request', () => {
  const signedBy = async (
    change: (text: string) => string,
    nonce = randomBytes(16).toString('hex'),
  ) => {
    const { key, publicKey } = newKeys()
    const code = await newEnrolmentCode(shop.context, 'M001', { revokesEarlier: true })
    const { agent: id } = await enrolWith(shop.url, code, publicKey)
    const body = JSON.stringify({ waitMs: 0 })
    const timeMs = Date.now()
    const bodyHash = createHash('sha256').update(body).digest('hex')
    const text = signedText({ method: 'POST', path: claim.path, bodyHash, timeMs, nonce })
    return () =>
      fetch(shop.url + claim.path, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          [signedHeaders.agent]: id,
          [signedHeaders.time]: String(timeMs),
          [signedHeaders.nonce]: nonce,
          [signedHeaders.signature]: sign(null, Buffer.from(change(text)), key).toString('base64'),
        },
      })
  }

  it('is answered once: its replay is not', async () => {
    const send = await signedBy((text) => text)
    expect((await send()).status).toBe(200)
    const again = await send()
    expect([again.status, await again.json()]).toEqual([409, { error: 'replayed' }])
  })

  it('with another signature is refused', async () => {
    const send = await signedBy((text) => `${text} `)
    expect(await (await send()).json()).toEqual({ error: 'signature-wrong' })
  })

  it('by a clock that is hours off is signed again by the time of the answer', async () => {
    const skewed = await newAgent(shop, 'M001', { clock: () => Date.now() + 7 * 3_600_000 })
    expect(await skewed.call(claim, { waitMs: 0 })).toMatchObject({ job: null })
  })

  it('of nobody who is enrolled is refused', async () => {
    const { key } = newKeys()
    const stranger = createServerClient({ server: shop.url, agent: crypto.randomUUID(), key })
    await expect(stranger.call(claim, { waitMs: 0 })).rejects.toThrow('agent-unknown')
  })

  it('that is none of the protocol is refused', async () => {
    await expect(agent.call(claim, { waitMs: -1 })).rejects.toThrow('request-wrong')
  })
})

describe('a claim', () => {
  it('hands out what must be printed, with its file', async () => {
    const order = await paidOrder(shop)
    const job = await claimed(agent)
    expect(job).toMatchObject({
      orderNumber: order.orderNumber,
      printNumber: order.printNumber,
      kind: 'phone-case',
      token: 1,
      quantity: 1,
      size: null,
      sheet: { widthMm: 430, heightMm: 430 },
      page: { dpi: 300 },
    })
    const file = await agent.download(filePath(job.id, job.token))
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(bytes).toHaveLength(job.file.bytes)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(job.file.sha256)
    expect(await stageOf(order.orderNumber)).toBe('in-production')
  })

  it('whose answer was lost is answered the same again', async () => {
    await paidOrder(shop)
    const first = await claimed(agent)
    expect(await claimed(agent)).toEqual(first)
  })

  it('waits until something comes', async () => {
    const waiting = agent.call(claim, { waitMs: 20_000 })
    const order = await paidOrder(shop)
    expect((await waiting).job).toMatchObject({ orderNumber: order.orderNumber })
  })

  it('of two agents at once gives one job to one of them', async () => {
    const code = await newEnrolmentCode(shop.context, 'M001', { revokesEarlier: true })
    const { key, publicKey } = newKeys()
    const enrolled = await enrolWith(shop.url, code, publicKey)
    const other = createServerClient({ server: shop.url, agent: enrolled.agent, key })
    // Two agents of one machine are what a mistaken staff makes.
    await shop.context.database.update(stationAgents).set({ revokedAt: null })
    await paidOrder(shop)
    const answers = await Promise.all(
      [agent, other, agent, other].map((each) => each.call(claim, { waitMs: 0 })),
    )
    const jobs = answers.flatMap(({ job }) => (job === null ? [] : [`${job.id} ${job.token}`]))
    expect(jobs.length).toBeGreaterThan(0)
    expect(new Set(jobs).size).toBe(1)
  })

  it('is given nothing while the machine cannot print', async () => {
    await paidOrder(shop)
    await setConditions(shop.context, 'M001', { maintenance: true })
    expect((await agent.call(claim, { waitMs: 0 })).job).toBeNull()
  })

  it('that lapses goes to another, and the old token is fenced out', async () => {
    await paidOrder(shop)
    const first = await claimed(agent)
    await lapse(first)
    const second = await claimed(agent)
    expect(second).toMatchObject({ id: first.id, token: first.token + 1 })
    await expect(agent.call(begin, of(first))).rejects.toThrow('fenced')
    await expect(agent.call(printed, of(first))).rejects.toThrow('fenced')
    await expect(agent.call(progress, of(first))).rejects.toThrow('fenced')
    await expect(agent.download(filePath(first.id, first.token))).rejects.toThrow('fenced')
  })

  it('that is released waits again', async () => {
    const { orderNumber } = await paidOrder(shop)
    const job = await claimed(agent)
    await agent.call(release, of(job))
    await agent.call(release, of(job))
    expect(await stageOf(orderNumber)).toBe('queuing')
  })
})

describe('a print', () => {
  const begun = async () => {
    const { orderNumber } = await paidOrder(shop)
    const job = await claimed(agent)
    await agent.call(begin, of(job))
    return { orderNumber, job }
  }

  it('is begun and printed, each as often as it is said', async () => {
    const { orderNumber, job } = await begun()
    await agent.call(begin, of(job))
    expect(await stageOf(orderNumber)).toBe('printing')
    await Promise.all([agent.call(printed, of(job)), agent.call(printed, of(job))])
    await agent.call(printed, of(job))
    expect(await stageOf(orderNumber)).toBe('production-finished')
    await expect(agent.call(failed, { ...of(job), note: 'x' })).rejects.toThrow('fenced')
    await expect(agent.call(begin, of(job))).rejects.toThrow('fenced')
  })

  it('cannot be told of before it began', async () => {
    await paidOrder(shop)
    const job = await claimed(agent)
    await expect(agent.call(printed, of(job))).rejects.toThrow('fenced')
  })

  it('that is not heard of is unknown, and a late word still counts', async () => {
    const { orderNumber, job } = await begun()
    await lapse(job)
    expect(await stageOf(orderNumber)).toBe('print-unknown')
    expect((await agent.call(claim, { waitMs: 0 })).job).toBeNull()
    await expect(agent.call(progress, of(job))).rejects.toThrow('fenced')
    await agent.call(printed, of(job))
    expect(await stageOf(orderNumber)).toBe('production-finished')
  })

  it('whose late word comes after staff decided changes nothing', async () => {
    const { orderNumber, job } = await begun()
    await agent.call(unknown, { ...of(job), note: 'power cut' })
    const order = await orderRow(shop, orderNumber)
    await moveOrder(shop.context, order, { event: 'cancelled-by-staff', actor: 'staff' })
    await expect(agent.call(printed, of(job))).rejects.toThrow('fenced')
    expect(await stageOf(orderNumber)).toBe('cancel-production')
  })

  it('that surely failed is held, and its reason kept', async () => {
    const { orderNumber, job } = await begun()
    await agent.call(failed, { ...of(job), note: 'aborted' })
    expect(await stageOf(orderNumber)).toBe('device-fault')
    const [attempt] = await shop.context.database
      .select()
      .from(printAttempts)
      .where(eq(printAttempts.jobId, job.id))
    expect(attempt).toMatchObject({ outcome: 'failed', note: 'aborted', token: 1 })
  })

  it('out of media stops its machine and goes on when it is refilled', async () => {
    const { job } = await begun()
    const other = await paidOrder(shop)
    const tell = (state: 'stopped' | 'processing', ...reasons: string[]) =>
      agent.call(progress, { ...of(job), printer: { state, reasons }, impressions: 0 })
    await tell('stopped', 'media-empty-error')
    expect(await stageOf(other.orderNumber)).toBe('awaiting-stock-in')
    await tell('processing', 'media-low-warning')
    expect(await stageOf(other.orderNumber)).toBe('queuing')
    await agent.call(printed, of(job))
  })
})

describe('a heartbeat', () => {
  it('tells of the printer, and answers what the screen shows', async () => {
    const { printNumber } = await paidOrder(shop)
    const answer = await agent.call(heartbeat, {
      printer: { state: 'idle', reasons: ['media-low-warning'] },
    })
    expect(answer).toMatchObject({ machine: { id: 'M001', state: 'ready', language: 'en-us' } })
    expect(answer.waiting).toContain(printNumber)
    expect(shop.context.claims.exchange('M001', answer.claim)).not.toBeNull()
    const faulty = await agent.call(heartbeat, {
      printer: { state: 'stopped', reasons: ['cover-open-error'] },
    })
    expect(faulty.machine.state).toBe('faulty')
  })

  it("is of the agent's own machine", async () => {
    const other = await newAgent(shop, 'M006')
    await paidOrder(shop)
    const { machine } = await other.call(heartbeat, { printer: { state: 'idle', reasons: [] } })
    expect(machine.id).toBe('M006')
    expect((await other.call(claim, { waitMs: 0 })).job).toBeNull()
    expect(await shop.context.database.select().from(orders).limit(1)).toHaveLength(1)
  })
})

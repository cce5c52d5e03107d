import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { customCake } from '#core/catalogue/cakes.ts'
import { newDesign } from '#core/design/create.ts'
import { machines, printJobs } from '#server/database/schema.ts'
import { newEnrolmentCode } from '#server/stations/agents/enrolment.ts'
import { setConditions } from '#server/stations/conditions.ts'
import { type RunningAgent, startAgent } from '#station/agent.ts'
import { openSimulator, type Simulator } from '#station/simulator/open-simulator.ts'
import { goodSize } from './good-requests.ts'
import { orderRow, paidOrder } from './paid-orders.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
let folder: string
let simulator: Simulator
let agent: RunningAgent | null = null
let skewMs = 0

const words = { lang: 'en-US', dir: 'ltr', words: {}, refusals: {} } as const
const quiet = { print: () => {}, printer: () => {}, server: () => {} }

beforeAll(async () => {
  shop = await openShop({ STAMPA_RATE_FACTOR: '1000' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stampa-station-'))
  await shop.context.database
    .update(printJobs)
    .set({ state: 'cancelled' })
    .where(eq(printJobs.state, 'queued'))
  await setConditions(shop.context, 'M001', { maintenance: false, silent: false, faults: [] })
  await openPrinter(300)
})
afterEach(async () => {
  skewMs = 0
  await agent?.stop()
  agent = null
  await simulator.close()
  await rm(folder, { recursive: true, force: true })
})

const openPrinter = async (sheetMs: number) => {
  const settings = { folder: join(folder, 'simulator'), sheetMs, port: 0, dist: 'public', words }
  simulator = await openSimulator(settings)
}
const start = async () => {
  const enrol = await newEnrolmentCode(shop.context, 'M001', { revokesEarlier: true })
  const settings = { server: shop.url, enrol, machine: 'M001', folder }
  const clock = () => Date.now() + skewMs
  agent = await startAgent({ ...settings, clock }, simulator.printer, quiet, () => {})
}
const fault = (name: string, set = true) =>
  fetch(`${simulator.url}/faults`, {
    method: 'POST',
    body: JSON.stringify({ fault: name, set }),
  })
/** Looks until it is so; the test's own time is its end. */
async function until<T>(look: () => Promise<T>, isSo: (seen: T) => boolean): Promise<T> {
  for (;;) {
    const seen = await look()
    if (isSo(seen)) return seen
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
const stage = (orderNumber: string, wanted: string) =>
  until(
    async () => (await orderRow(shop, orderNumber)).stage,
    (seen) => seen === wanted,
  )
const machineState = (wanted: string) =>
  until(
    async () => {
      const [row] = await shop.context.database
        .select()
        .from(machines)
        .where(eq(machines.id, 'M001'))
      return row?.state
    },
    (seen) => seen === wanted,
  )
interface Seen {
  readonly jobs: readonly { id: number; state: string; impressions: number; progress: number }[]
}
const seen = async (): Promise<Seen> => (await fetch(`${simulator.url}/state`)).json()
const printing = () =>
  until(seen, ({ jobs }) =>
    jobs.some(({ progress, state }) => state === 'processing' && progress > 0),
  )

describe('an agent', () => {
  it('prints what was paid, once, byte for byte', async () => {
    const order = await paidOrder(shop)
    await start()
    await stage(order.orderNumber, 'production-finished')
    const { jobs } = await seen()
    expect(jobs).toMatchObject([{ state: 'completed', impressions: 1 }])
    const sent = await readFile(join(folder, 'simulator/job-1'))
    const picture = await fetch(`${simulator.url}/sheets/1`)
    const shown = await sharp(Buffer.from(await picture.arrayBuffer()))
      .raw()
      .toBuffer()
    expect(shown.equals(await sharp(sent).raw().toBuffer())).toBe(true)
    expect(sent.equals(await readFile(join(folder, 'print-file')))).toBe(true)
  })

  it('prints each piece that was ordered', async () => {
    const order = await paidOrder(shop, { quantity: 3 })
    await start()
    await stage(order.orderNumber, 'production-finished')
    expect((await seen()).jobs).toMatchObject([{ impressions: 3 }])
  })

  it("lays copies out on the machine's sheet", async () => {
    const cake = customCake({ widthMm: 50, heightMm: 50, cornerRadiusMm: 25 })
    if (!cake.ok) throw new Error('a cupcake is a good size')
    const design = newDesign(cake.product, crypto.randomUUID())
    const order = await paidOrder(shop, { design, quantity: 4, size: goodSize })
    await start()
    await stage(order.orderNumber, 'production-finished')
    const picture = await fetch(`${simulator.url}/sheets/1`)
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    // 430 mm at 300 dpi.
    expect([width, height]).toEqual([5079, 5079])
  })

  it('works by a clock that is an hour off', async () => {
    skewMs = 3_600_000
    const order = await paidOrder(shop)
    await start()
    await stage(order.orderNumber, 'production-finished')
  })
})

describe('a printer', () => {
  beforeEach(async () => {
    await simulator.close()
    await openPrinter(1500)
  })

  it('that runs out of media goes on when it is refilled', async () => {
    const order = await paidOrder(shop)
    await start()
    await printing()
    await fault('media-empty')
    await machineState('out-of-stock')
    expect((await orderRow(shop, order.orderNumber)).stage).toBe('printing')
    await fault('media-empty', false)
    await stage(order.orderNumber, 'production-finished')
    expect((await seen()).jobs).toMatchObject([{ impressions: 1 }])
  })

  it.each(['media-jam', 'cover-open'])(
    'with %s stops its machine until it is cured',
    async (name) => {
      await start()
      await machineState('ready')
      await fault(name)
      await machineState('faulty')
      await fault(name, false)
      await machineState('ready')
    },
  )

  it('whose power is cut in mid-print leaves a print that staff looks after', async () => {
    const order = await paidOrder(shop)
    await start()
    await printing()
    await fault('power-cut')
    await fault('power-cut', false)
    await stage(order.orderNumber, 'print-unknown')
    expect((await seen()).jobs).toEqual([])
  })

  it('whose answer is lost is asked, and has printed once', async () => {
    await fault('lost-answer')
    const order = await paidOrder(shop)
    await start()
    await stage(order.orderNumber, 'production-finished')
    expect((await seen()).jobs).toMatchObject([{ state: 'completed', impressions: 1 }])
  })
})

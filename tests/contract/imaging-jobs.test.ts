import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { createParser } from 'eventsource-parser'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ImagingJob, imagingJobSchema } from '#core/contract/entities/imaging-job.ts'
import { imagingEventsPath } from '#core/contract/imaging-events.ts'
import {
  beginImaging,
  cancelImaging,
  forgetImaging,
  imagingJob,
  imagingOffer,
} from '#core/contract/services/imaging.ts'
import { FILES_PATH, UPLOADS_PATH } from '#core/contract/uploads.ts'
import { StampaError, unwrap } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import { files, imagingJobs } from '#server/database/schema.ts'
import { blobKey } from '#server/files/blob.ts'
import { sweepImaging } from '#server/imaging/forget.ts'
import { giveBackLost } from '#server/imaging/run-jobs.ts'
import { eventually } from './eventually.ts'
import { heldPool } from './imaging-pools.ts'
import { newCustomer, openShop, type Shop, tinyPng, upload } from './shop.ts'

const opened: Shop[] = []
const tools = heldPool()
const { begun } = tools
let shop: Shop
beforeAll(async () => {
  shop = await openShop({}, async () => {}, tools.pool)
})
afterAll(() => shop.close())
afterEach(async () => {
  for (const shop of opened.splice(0)) await shop.close()
  // The next test finds an empty queue and a free slot.
  const later = new Date(Date.now() + 2 * limits.imagingKeptMs)
  await sweepImaging({ ...shop.context, now: () => later }, shop.context.imaging.queue)
  await Promise.all(begun.splice(0).map(({ over }) => over))
})

async function open(slots = 1, environment: Record<string, string> = {}) {
  const held = heldPool(slots)
  const shop = await openShop(environment, async () => {}, held.pool)
  opened.push(shop)
  return { shop, begun: held.begun }
}

let photos = 0
const sendPhoto = (shop: Shop, token: string, bytes = tinyPng(`photo ${++photos}`)) =>
  upload(shop, token, bytes, 'image/png', 'imaging')

async function ask(shop: Shop, token: string, photo?: string) {
  const request = { photo: photo ?? (await sendPhoto(shop, token)), tool: 'sketch', settings: {} }
  return await shop.call(beginImaging, { ...request, tool: 'sketch' }, { token })
}
const begin = async (shop: Shop, token: string) => unwrap(await ask(shop, token)).value
const look = async (shop: Shop, token: string, id: string) =>
  unwrap(await shop.call(imagingJob, { id }, { token })).value
const stateIs = (shop: Shop, token: string, id: string, state: ImagingJob['state']) =>
  eventually(async () => expect((await look(shop, token, id)).state).toBe(state))
const isHeld = (begun: readonly unknown[], count: number) =>
  eventually(() => expect(begun).toHaveLength(count))
const sharedFolder = () => mkdtemp(join(tmpdir(), 'stampa-shared-'))
const refusalOf = async (outcome: Promise<{ ok: boolean; fault?: { code: string } }>) => {
  const answered = await outcome
  return answered.fault?.code ?? 'none'
}
const read = (shop: Shop, token: string, id: string) =>
  fetch(`${shop.url}${FILES_PATH}/${id}`, { headers: { token } })

describe('a job', () => {
  it('works on the photo that was sent, and its result is the customer’s own file', async () => {
    const token = await newCustomer(shop)
    const bytes = tinyPng('mine')
    const photo = await sendPhoto(shop, token, bytes)
    const request = { photo, tool: 'sketch', settings: { style: 'ink' } } as const
    const { id } = unwrap(await shop.call(beginImaging, request, { token })).value
    await isHeld(begun, 1)
    expect(Buffer.from(begun[0]?.photo ?? []).equals(bytes)).toBe(true)
    expect(begun[0]).toMatchObject({ tool: 'sketch', settings: { style: 'ink', strength: 0.7 } })
    begun[0]?.finish()
    await stateIs(shop, token, id, 'done')
    const { result, matte } = await look(shop, token, id)
    expect(matte).toBeNull()
    const file = await read(shop, token, result?.file ?? '')
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true)
    const other = await newCustomer(shop)
    expect((await read(shop, other, result?.file ?? '')).status).toBe(404)
  })

  it('says which things a cut-out took where it took no people', async () => {
    const token = await newCustomer(shop)
    const photo = await sendPhoto(shop, token)
    const request = { photo, tool: 'cut-out', settings: {} } as const
    const { id, things } = unwrap(await shop.call(beginImaging, request, { token })).value
    expect(things).toBeNull()
    await isHeld(begun, 1)
    const ball = { box: { x: 0.1, y: 0.2, width: 0.3, height: 0.25 }, place: { x: 0.2, y: 0.3 } }
    begun[0]?.finish([ball])
    await stateIs(shop, token, id, 'done')
    expect((await look(shop, token, id)).things).toEqual([ball])
  })

  it('is refused without a photo of one’s own that was sent for a tool', async () => {
    const token = await newCustomer(shop)
    const others = await sendPhoto(shop, await newCustomer(shop))
    const ordered = await upload(shop, token, tinyPng('for an order'))
    for (const photo of ['nobody', others, ordered]) {
      expect(await refusalOf(ask(shop, token, photo))).toBe('file-unknown')
    }
    const photo = await sendPhoto(shop, token)
    const wrong = { photo, tool: 'sketch', settings: { style: 'oil' } } as const
    expect(await refusalOf(shop.call(beginImaging, wrong, { token }))).toBe('fields-wrong')
  })

  it('is told as it goes on, to its customer alone', async () => {
    const token = await newCustomer(shop)
    const { id } = await begin(shop, token)
    const heard = follow(shop, token, id)
    await isHeld(begun, 1)
    begun[0]?.report(4)
    await eventually(() =>
      expect(heard.jobs.at(-1)?.progress).toEqual({ stage: 'draw', done: 4, total: 10 }),
    )
    begun[0]?.finish()
    await heard.over
    expect(heard.jobs.map(({ state }) => state)).toContain('running')
    expect(heard.jobs.at(-1)).toMatchObject({ state: 'done', result: { widthPx: 4 } })
    expect(await statusOf(shop, id, await newCustomer(shop))).toBe(404)
    expect(await statusOf(shop, id, 'nobody')).toBe(401)
  })

  it('says why a photo cannot be worked on, and is not tried again', async () => {
    const token = await newCustomer(shop)
    const { id } = await begin(shop, token)
    await isHeld(begun, 1)
    begun[0]?.fail(new StampaError('face-too-small'))
    await stateIs(shop, token, id, 'failed')
    expect((await look(shop, token, id)).fault).toEqual({ code: 'face-too-small', params: {} })
    expect(begun).toHaveLength(1)
  })

  it('is tried again where the server was at fault, and not for ever', async () => {
    const token = await newCustomer(shop)
    const { id } = await begin(shop, token)
    for (let tries = 1; tries <= limits.imagingTriesMax; tries++) {
      await isHeld(begun, tries)
      begun.at(-1)?.fail(new StampaError('worker-died'))
    }
    await stateIs(shop, token, id, 'failed')
    expect((await look(shop, token, id)).fault?.code).toBe('imaging-failed')
    expect(begun).toHaveLength(limits.imagingTriesMax)
  })

  it('stops when it is cancelled, and the next one begins', async () => {
    const [token, other] = [await newCustomer(shop), await newCustomer(shop)]
    const { id } = await begin(shop, token)
    await isHeld(begun, 1)
    const next = await begin(shop, other)
    expect(next.state).toBe('waiting')
    const stopped = unwrap(await shop.call(cancelImaging, { id }, { token })).value
    expect(stopped.state).toBe('cancelled')
    await begun[0]?.cancelled
    await isHeld(begun, 2)
    begun[1]?.finish()
    await stateIs(shop, other, next.id, 'done')
    expect((await look(shop, token, id)).state).toBe('cancelled')
  })
})

describe('the queue', () => {
  it('serves customers in turn, however many each has asked for', async () => {
    const [greedy, late, later] = [
      await newCustomer(shop),
      await newCustomer(shop),
      await newCustomer(shop),
    ]
    const names = new Map<string, string>()
    const asks = async (name: string, token: string) => {
      const bytes = tinyPng(`${name} ${names.size}`)
      names.set(bytes.toString('hex'), name)
      unwrap(await ask(shop, token, await sendPhoto(shop, token, bytes)))
    }
    await asks('greedy', greedy)
    await isHeld(begun, 1)
    await asks('greedy', greedy)
    await asks('greedy', greedy)
    await asks('late', late)
    await asks('later', later)
    await asks('late', late)
    for (let count = 1; count <= 6; count++) {
      await isHeld(begun, count)
      begun.at(-1)?.finish()
    }
    const served = begun.map(({ photo }) => names.get(Buffer.from(photo).toString('hex')))
    expect(served).toEqual(['greedy', 'late', 'later', 'greedy', 'greedy', 'late'])
  })

  it('takes only so many of one customer at once', async () => {
    const token = await newCustomer(shop)
    for (let count = 0; count < limits.imagingJobsMax; count++) await begin(shop, token)
    expect(await ask(shop, token)).toMatchObject({
      fault: { code: 'too-many-imaging', params: { most: limits.imagingJobsMax } },
    })
  })

  it('says how long one waits, and takes no more where that is too long', async () => {
    const token = await newCustomer(shop)
    await begin(shop, token)
    await isHeld(begun, 1)
    const waiting = await begin(shop, await newCustomer(shop))
    expect(waiting.waitSeconds).toBe(1)
    const { slowness } = unwrap(await shop.call(imagingOffer, {})).value
    await shop.context.database
      .update(imagingJobs)
      // Far too long: how slow the servers are is told anew at each of their beats.
      .set({ costSeconds: (10 * limits.imagingWaitMaxMs) / 1000 / slowness })
      .where(eq(imagingJobs.id, waiting.id))
    const offer = unwrap(await shop.call(imagingOffer, {})).value
    expect(offer).toMatchObject({ offered: true })
    expect(offer.waitSeconds).toBeGreaterThan(limits.imagingWaitMaxMs / 1000)
    expect(await ask(shop, await newCustomer(shop))).toMatchObject({
      fault: { code: 'imaging-busy', params: { seconds: expect.any(Number) } },
    })
  })

  it('is shared by servers of one database', async () => {
    const STAMPA_DATA = await sharedFolder()
    const one = await open(1, { STAMPA_DATA })
    const two = await open(1, { STAMPA_DATA, DATABASE_URL: one.shop.databaseUrl })
    const token = await newCustomer(one.shop)
    await begin(one.shop, token)
    await begin(one.shop, token)
    await isHeld(one.begun, 1)
    await isHeld(two.begun, 1)
  })

  it('gives what a leaving server runs to another one', async () => {
    const STAMPA_DATA = await sharedFolder()
    const one = await open(1, { STAMPA_DATA })
    const token = await newCustomer(one.shop)
    const { id } = await begin(one.shop, token)
    await isHeld(one.begun, 1)
    await one.shop.close()
    opened.splice(0)
    const two = await open(1, { STAMPA_DATA, DATABASE_URL: one.shop.databaseUrl })
    await isHeld(two.begun, 1)
    const rows = await two.shop.context.database.select().from(imagingJobs)
    // That a server left is not counted against the photo.
    expect(rows).toMatchObject([{ id, state: 'running', tries: 1 }])
  })

  it('gives what a lost server ran to another one', async () => {
    const token = await newCustomer(shop)
    const { id } = await begin(shop, token)
    await isHeld(begun, 1)
    const { database, imaging } = shop.context
    // Another server's, as far as this one knows, and not heard of for long.
    await database
      .update(imagingJobs)
      .set({ server: crypto.randomUUID(), seenAt: new Date(Date.now() - 60_000) })
      .where(eq(imagingJobs.id, id))
    if (imaging.queue === null) throw new Error('this shop has a queue')
    await giveBackLost(shop.context, imaging.queue)
    await isHeld(begun, 2)
    begun[1]?.finish()
    await stateIs(shop, token, id, 'done')
  })
})

describe('a photo that was sent', () => {
  const bytesAreThere = (shop: Shop, sha256: string) =>
    existsSync(join(shop.context.config.dataFolder, 'files', blobKey(sha256)))
  const kept = async (shop: Shop) =>
    (await shop.context.database.select().from(files).where(eq(files.purpose, 'imaging'))).map(
      ({ sha256 }) => sha256,
    )

  it('is gone with its result as soon as its customer says so', async () => {
    const token = await newCustomer(shop)
    const { id } = await begin(shop, token)
    await isHeld(begun, 1)
    begun[0]?.finish()
    await stateIs(shop, token, id, 'done')
    const hashes = await kept(shop)
    expect(hashes.map((hash) => bytesAreThere(shop, hash))).toContain(true)
    const other = await newCustomer(shop)
    unwrap(await shop.call(forgetImaging, { id }, { token: other }))
    expect(await kept(shop)).toEqual(hashes)
    unwrap(await shop.call(forgetImaging, { id }, { token }))
    expect(await kept(shop)).toEqual([])
    expect(hashes.map((hash) => bytesAreThere(shop, hash))).not.toContain(true)
    expect(await refusalOf(shop.call(imagingJob, { id }, { token }))).toBe('imaging-unknown')
  })

  it('is gone while it is worked on, and leaves no result', async () => {
    const token = await newCustomer(shop)
    await begin(shop, token)
    await sendPhoto(shop, token)
    await isHeld(begun, 1)
    unwrap(await shop.call(forgetImaging, {}, { token }))
    await begun[0]?.cancelled
    begun[0]?.finish()
    expect(await kept(shop)).toEqual([])
    expect(await shop.context.database.select().from(imagingJobs)).toEqual([])
  })

  it('is gone an hour later, whatever became of it', async () => {
    const token = await newCustomer(shop)
    await begin(shop, token)
    await begin(shop, token)
    await sendPhoto(shop, token)
    const ordered = await upload(shop, token, tinyPng('for an order'))
    await isHeld(begun, 1)
    begun[0]?.finish()
    await isHeld(begun, 2)
    const { database, imaging } = shop.context
    const inMs = (ms: number) => new Date(Date.now() + ms)
    const sweepAt = (now: Date) => sweepImaging({ ...shop.context, now: () => now }, imaging.queue)
    await sweepAt(inMs(limits.imagingKeptMs - 60_000))
    expect(await database.select().from(imagingJobs)).toHaveLength(2)
    await sweepAt(inMs(limits.imagingKeptMs + 1000))
    expect(await database.select().from(imagingJobs)).toEqual([])
    expect(await kept(shop)).toEqual([])
    expect((await read(shop, token, ordered)).status).toBe(200)
    await begun[1]?.cancelled
  })

  it('travels encrypted only', async () => {
    const token = await newCustomer(shop)
    const photo = await sendPhoto(shop, token)
    const proxied = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'https' }
    const begins = (headers: Record<string, string>) =>
      fetch(shop.url + UPLOADS_PATH, {
        method: 'POST',
        headers: {
          token,
          'Tus-Resumable': '1.0.0',
          'Upload-Length': '10',
          'Upload-Metadata': `filetype ${btoa('image/png')},sha256 ${btoa('0'.repeat(64))},purpose ${btoa('imaging')}`,
          ...headers,
        },
      })
    // A proxy that is not trusted says what it likes.
    const refused = await begins(proxied)
    expect([refused.status, await refused.text()]).toEqual([422, 'not-encrypted'])
    expect((await begins({})).status).toBe(201)
    const asked = await fetch(`${shop.url}/shop/index`, {
      method: 'POST',
      headers: { token, 'Content-Type': 'application/json', ...proxied },
      body: JSON.stringify({ s: beginImaging.name, photo, tool: 'sketch', settings: {} }),
    })
    expect(await asked.json()).toMatchObject({ code: 422, data: { refusal: 'not-encrypted' } })
    const answered = await fetch(`${shop.url}${FILES_PATH}/${photo}`, {
      headers: { token, ...proxied },
    })
    expect(answered.status).toBe(422)
  })
})

function follow(shop: Shop, token: string, id: string) {
  const jobs: ImagingJob[] = []
  const over = new Promise<void>((resolve, reject) => {
    const sent = httpRequest(shop.url + imagingEventsPath(id), { headers: { token } })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const parser = createParser({
        onEvent: ({ data }) => jobs.push(imagingJobSchema.parse(JSON.parse(data))),
      })
      response.setEncoding('utf8')
      response.on('data', (text: string) => parser.feed(text))
      response.on('close', () => resolve())
    })
    sent.end()
  })
  return { jobs, over }
}

const statusOf = async (shop: Shop, id: string, token: string): Promise<number> =>
  (await fetch(shop.url + imagingEventsPath(id), { headers: { token } })).status

import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FILES_PATH, UPLOAD_BYTES_MAX, UPLOADS_PATH } from '#core/contract/uploads.ts'
import { files } from '#server/database/schema.ts'
import { newCustomer, openShop, type Shop, tinyPng, upload } from './shop.ts'

let shop: Shop
let token: string
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  token = await newCustomer(shop)
})

const tus = { 'Tus-Resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** A picture of random bytes that begins as a PNG must. */
const picture = (length: number) => Buffer.concat([tinyPng(), randomBytes(length)])

interface Begin {
  readonly length?: number
  readonly filetype?: string
  readonly sha256?: string
  readonly as?: string
}

const begin = (bytes: Buffer, { length, filetype = 'image/png', sha256, as = token }: Begin = {}) =>
  fetch(shop.url + UPLOADS_PATH, {
    method: 'POST',
    headers: {
      ...tus,
      token: as,
      'Upload-Length': String(length ?? bytes.length),
      'Upload-Metadata': `filetype ${base64(filetype)},sha256 ${base64(sha256 ?? hashOf(bytes))}`,
    },
  })

const send = (location: string, piece: Buffer, offset: number, as = token) =>
  fetch(new URL(location, shop.url), {
    method: 'PATCH',
    headers: {
      ...tus,
      token: as,
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(piece),
  })

const locationOf = (response: Response): string => response.headers.get('location') ?? ''
const read = (id: string, as?: string) =>
  fetch(`${shop.url}${FILES_PATH}/${id}`, { headers: as === undefined ? {} : { token: as } })
const idOf = (location: string): string => location.split('/').at(-1) ?? ''
const stored = async () => {
  const folder = join(shop.context.config.dataFolder, 'files')
  return await filesIn(folder)
}

const filesIn = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

describe('an upload', () => {
  it('is sent in pieces, resumed where it broke off, and comes back as it was', async () => {
    const bytes = picture(300_000)
    const location = locationOf(await begin(bytes))
    expect((await send(location, bytes.subarray(0, 100_000), 0)).status).toBe(204)
    const head = await fetch(new URL(location, shop.url), {
      method: 'HEAD',
      headers: { ...tus, token },
    })
    const offset = Number(head.headers.get('upload-offset'))
    expect(offset).toBe(100_000)
    expect((await send(location, bytes.subarray(offset), offset)).status).toBe(204)

    const file = await read(idOf(location), token)
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(hashOf(Buffer.from(await file.arrayBuffer()))).toBe(hashOf(bytes))
  })

  it('is stored once, whoever uploads the same bytes', async () => {
    const bytes = picture(1000)
    const before = (await stored()).length
    const other = await newCustomer(shop)
    const ids = [await upload(shop, token, bytes), await upload(shop, token, bytes)]
    ids.push(await upload(shop, other, bytes))
    expect(new Set(ids).size).toBe(3)
    expect((await stored()).length).toBe(before + 1)
  })

  it("is nobody else's to read, go on with, look at or delete", async () => {
    const bytes = picture(1000)
    const other = await newCustomer(shop)
    const id = await upload(shop, token, bytes)
    expect((await read(id, other)).status).toBe(404)
    expect((await read('0'.repeat(32), other)).status).toBe(404)
    expect((await read(id)).status).toBe(401)

    const location = locationOf(await begin(bytes))
    expect((await send(location, bytes, 0, other)).status).toBe(404)
    for (const method of ['HEAD', 'DELETE']) {
      const tried = await fetch(new URL(location, shop.url), {
        method,
        headers: { ...tus, token: other },
      })
      expect(tried.status).toBe(404)
    }
    expect((await send(location, bytes, 0)).status).toBe(204)
  })
})

describe('an upload is refused and leaves nothing', () => {
  const nothingKept = async (work: () => Promise<Response>, status: number) => {
    const before = {
      files: await stored(),
      rows: (await shop.context.database.select().from(files)).length,
    }
    expect((await work()).status).toBe(status)
    expect({
      files: await stored(),
      rows: (await shop.context.database.select().from(files)).length,
    }).toEqual(before)
  }

  it('without a token', async () => {
    await nothingKept(() => begin(picture(10), { as: 'nobodys' }), 401)
  })

  it.each([
    ['another type', { filetype: 'text/html' }],
    ['no hash', { sha256: 'abc' }],
    ['no bytes', { length: 0 }],
  ])('with %s', async (_, what) => {
    await nothingKept(() => begin(picture(10), what), 422)
  })

  it('beyond the limit', async () => {
    await nothingKept(() => begin(picture(10), { length: UPLOAD_BYTES_MAX + 1 }), 413)
  })

  it('when its bytes are not the ones it announced', async () => {
    const bytes = picture(1000)
    const location = locationOf(await begin(bytes, { sha256: hashOf(Buffer.from('other')) }))
    await nothingKept(() => send(location, bytes, 0), 422)
  })

  it('when it does not begin as its type must', async () => {
    const page = Buffer.from('<script>alert(1)</script>')
    const location = locationOf(await begin(page))
    await nothingKept(() => send(location, page, 0), 422)
    const paper = picture(100)
    const pdf = locationOf(await begin(paper, { filetype: 'application/pdf' }))
    await nothingKept(() => send(pdf, paper, 0), 422)
  })
})

it('what is whole or refused no longer lies among the uploads', async () => {
  const uploads = join(shop.context.config.dataFolder, 'uploads')
  const before = await filesIn(uploads)
  await upload(shop, token, picture(10))
  const page = Buffer.from('<html>')
  await send(locationOf(await begin(page)), page, 0)
  expect(await filesIn(uploads)).toEqual(before)
})

it('a bucket that speaks S3 keeps files as the folder does', async () => {
  const { default: S3rver } = await import('s3rver')
  const folder = await mkdtemp(join(tmpdir(), 'stampa-s3-'))
  const bucket = { name: 'prints', configs: [] }
  const s3 = new S3rver({ port: 0, directory: folder, silent: true, configureBuckets: [bucket] })
  const { port } = await s3.run()
  const cloud = await openShop({
    STAMPA_S3_BUCKET: 'prints',
    STAMPA_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    STAMPA_S3_KEY: 'S3RVER',
    STAMPA_S3_SECRET: 'S3RVER',
  })
  try {
    const own = await newCustomer(cloud)
    const bytes = picture(200_000)
    const id = await upload(cloud, own, bytes)
    const file = await fetch(`${cloud.url}${FILES_PATH}/${id}`, { headers: { token: own } })
    expect(hashOf(Buffer.from(await file.arrayBuffer()))).toBe(hashOf(bytes))
  } finally {
    await cloud.close()
    await s3.close()
    await rm(folder, { recursive: true, force: true })
  }
})

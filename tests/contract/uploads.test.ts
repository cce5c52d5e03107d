import { createHash, randomBytes } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { placeOrder } from '#core/contract/services/orders.ts'
import { FILES_PATH, UPLOAD_BYTES_MAX, UPLOADS_PATH } from '#core/contract/uploads.ts'
import { unwrap } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import { files } from '#server/database/schema.ts'
import { openFolderStore } from '#server/files/folder-store.ts'
import { sweepFiles } from '#server/files/keep-file.ts'
import { plainPng, pngChunk } from '../fixtures/print-files.ts'
import { openS3Endpoint } from './s3-endpoint.ts'
import {
  blackCase,
  goodRequest,
  newCustomer,
  openShop,
  openShopOfFile,
  printOf,
  type Shop,
  tinyPng,
  upload,
} from './shop.ts'

const shop = openShopOfFile()
let token: string
beforeEach(async () => {
  token = await newCustomer(shop)
})

const tus = { 'Tus-Resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
/** A whole PNG with so many random bytes in it. */
const picture = (length: number) => {
  const noise = Buffer.concat([Buffer.from('noise\0'), randomBytes(length)])
  return plainPng({ extra: [pngChunk('tEXt', noise)] })
}

interface Begin {
  readonly at?: Shop
  readonly length?: number
  readonly filetype?: string
  readonly sha256?: string
  readonly as?: string
}

const begin = (
  bytes: Buffer,
  { at = shop, length, filetype = 'image/png', sha256, as = token }: Begin = {},
) =>
  fetch(at.url + UPLOADS_PATH, {
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

  it.each([
    ['eight bytes of a PNG', 'image/png', plainPng().subarray(0, 8)],
    ['half a PNG', 'image/png', plainPng().subarray(0, 60)],
    ['a sound', 'image/webp', Buffer.from('RIFF\x10\0\0\0WAVEfmt \x04\0\0\0abcd', 'latin1')],
    [
      'a picture without a size',
      'image/webp',
      Buffer.from('RIFF\x0c\0\0\0WEBPVP8X\0\0\0\0', 'latin1'),
    ],
    ['four bytes of a JPEG', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ["another program's PDF", 'application/pdf', Buffer.from('%PDF-1.7\n%%EOF\n')],
  ])('when it is %s', async (_, filetype, bytes) => {
    const location = locationOf(await begin(bytes, { filetype }))
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

const head = (id: string, as = token, at = shop) =>
  fetch(`${at.url}${UPLOADS_PATH}/${id}`, { method: 'HEAD', headers: { ...tus, token: as } })
const pathOf = (bytes: Buffer, at = shop) =>
  join(at.context.config.dataFolder, 'files', hashOf(bytes).slice(0, 2), hashOf(bytes))

describe('a stored file', () => {
  it('is never written again: the same bytes from somebody else leave it as it is', async () => {
    const bytes = picture(100_000)
    await upload(shop, token, bytes)
    const before = await stat(pathOf(bytes))
    await upload(shop, await newCustomer(shop), bytes)
    const after = await stat(pathOf(bytes))
    expect({ ino: after.ino, written: after.mtimeMs }).toEqual({
      ino: before.ino,
      written: before.mtimeMs,
    })
  })

  it('that was cut short is made whole by the next upload of its bytes', async () => {
    const bytes = picture(1000)
    const id = await upload(shop, token, bytes)
    await truncate(pathOf(bytes), 10)
    const cut = await read(id, token)
    expect(cut.status).toBe(404)
    expect(cut.headers.get('cache-control')).toBe('no-store')
    await upload(shop, await newCustomer(shop), bytes)
    expect(hashOf(Buffer.from(await (await read(id, token)).arrayBuffer()))).toBe(hashOf(bytes))
  })

  it('that is missing is unknown, and nobody caches that for ever', async () => {
    const bytes = picture(1000)
    const id = await upload(shop, token, bytes)
    await rm(pathOf(bytes))
    const answer = await read(id, token)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('and every upload are readable for this user alone', async () => {
    const bytes = picture(1000)
    await upload(shop, token, bytes)
    const location = locationOf(await begin(bytes))
    const { dataFolder } = shop.context.config
    const uploads = join(dataFolder, 'uploads')
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777
    expect(await modeOf(pathOf(bytes))).toBe(0o600)
    expect(await modeOf(join(pathOf(bytes), '..'))).toBe(0o700)
    expect(await modeOf(uploads)).toBe(0o700)
    expect(await modeOf(join(uploads, idOf(location)))).toBe(0o600)
    expect(await modeOf(join(uploads, `${idOf(location)}.json`))).toBe(0o600)
  })
})

describe('an upload whose last answer was lost', () => {
  it('is whole for its owner, and for nobody else', async () => {
    const bytes = picture(1000)
    const id = await upload(shop, token, bytes)
    const asked = await head(id)
    expect(asked.status).toBe(200)
    expect(asked.headers.get('upload-offset')).toBe(String(bytes.length))
    expect(asked.headers.get('upload-length')).toBe(String(bytes.length))
    expect((await head(id, await newCustomer(shop))).status).toBe(404)
  })

  it('is stored when it is asked for, if the server ended before it was', async () => {
    const bytes = picture(1000)
    const location = locationOf(await begin(bytes))
    const id = idOf(location)
    await writeFile(join(shop.context.config.dataFolder, 'uploads', id), bytes)
    expect((await read(id, token)).status).toBe(404)
    expect((await head(id)).headers.get('upload-offset')).toBe(String(bytes.length))
    expect(hashOf(Buffer.from(await (await read(id, token)).arrayBuffer()))).toBe(hashOf(bytes))
  })

  it('is stored at the next start', async () => {
    const bytes = picture(1000)
    const id = idOf(locationOf(await begin(bytes)))
    const { dataFolder } = shop.context.config
    const uploads = join(dataFolder, 'uploads')
    await writeFile(join(uploads, id), bytes)
    const restarted = await openShop(
      { DATABASE_URL: shop.databaseUrl, STAMPA_SAMPLES: 'false' },
      async (folder) => {
        await mkdir(join(folder, 'uploads'))
        for (const name of [id, `${id}.json`]) {
          await cp(join(uploads, name), join(folder, 'uploads', name))
        }
      },
    )
    const file = await fetch(`${restarted.url}${FILES_PATH}/${id}`, { headers: { token } })
    expect(hashOf(Buffer.from(await file.arrayBuffer()))).toBe(hashOf(bytes))
    expect(await filesIn(join(restarted.context.config.dataFolder, 'uploads'))).toEqual([])
    await restarted.close()
  })
})

it('an upload that cannot be stored now says so without a path, and is stored later', async () => {
  const bytes = picture(1000)
  const location = locationOf(await begin(bytes))
  const client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  try {
    await client.query('alter table files rename to files_away')
    const failed = await send(location, bytes, 0)
    expect(failed.status).toBe(500)
    expect(await failed.text()).toBe('server-fault')
  } finally {
    await client.query('alter table files_away rename to files')
    await client.end()
  }
  expect((await head(idOf(location))).headers.get('upload-offset')).toBe(String(bytes.length))
  expect((await read(idOf(location), token)).status).toBe(200)
})

describe('uploads are bounded', () => {
  it('by a few under way: beginning another ends the oldest', async () => {
    const bytes = picture(100)
    const locations: string[] = []
    for (let begun = 0; begun <= limits.uploadsOpenMax; begun++) {
      locations.push(locationOf(await begin(bytes)))
    }
    expect((await head(idOf(locations[0] ?? ''))).status).toBe(404)
    expect((await head(idOf(locations[1] ?? ''))).status).toBe(200)
    expect((await send(locations.at(-1) ?? '', bytes, 0)).status).toBe(204)
  })

  it('by a few under way, also of twelve at once: each is stored or unknown, none is a fault', async () => {
    const codes = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const bytes = picture(50_000)
        const begun = await begin(bytes)
        return [begun.status, (await send(locationOf(begun), bytes, 0)).status]
      }),
    )
    expect(codes.map(([begun]) => begun)).toEqual(Array(12).fill(201))
    const sent = codes.map(([, status]) => status ?? 0)
    expect(sent.filter((status) => status === 204).length).toBeGreaterThan(0)
    for (const status of sent) expect([204, 404, 410]).toContain(status)
  })

  it('by what is counted in the database, for every server of it', async () => {
    const bytes = picture(100)
    for (let begun = 0; begun < 4; begun++) await begin(bytes, { length: UPLOAD_BYTES_MAX })
    const second = await openShop({ DATABASE_URL: shop.databaseUrl, STAMPA_SAMPLES: 'false' })
    await expect(upload(second, token)).rejects.toThrow('429')
    await second.close()
  })

  it('by what one customer may upload in a day', async () => {
    const bytes = picture(100)
    const day = Math.floor(limits.uploadDayBytesMax / UPLOAD_BYTES_MAX)
    for (let begun = 0; begun < day; begun++) {
      expect((await begin(bytes, { length: UPLOAD_BYTES_MAX })).status).toBe(201)
    }
    const over = await begin(bytes)
    expect(over.status).toBe(429)
    expect(await over.text()).toBe('too-many-calls')
    expect((await begin(bytes, { as: await newCustomer(shop) })).status).toBe(201)
  })

  it('by what one address may upload in a day', async () => {
    const busy = await openShop()
    const bytes = picture(100)
    const uploads = limits.uploadAddressDayBytesMax / UPLOAD_BYTES_MAX
    const each = limits.uploadDayBytesMax / UPLOAD_BYTES_MAX
    let as = ''
    for (let begun = 0; begun < uploads; begun++) {
      if (begun % each === 0) as = await newCustomer(busy)
      const created = await begin(bytes, { at: busy, as, length: UPLOAD_BYTES_MAX })
      expect(created.status).toBe(201)
    }
    const over = await begin(bytes, { at: busy, as: await newCustomer(busy) })
    expect(over.status).toBe(429)
    expect(await over.text()).toBe('too-many-calls')
    await busy.close()
  })

  it('by the room that the disk keeps for orders', async () => {
    const full = await openShop({ STAMPA_KEEP_FREE_MB: String(2 ** 40) })
    const own = await newCustomer(full)
    await expect(upload(full, own)).rejects.toThrow('507')
    await full.close()
  })
})

it('a file that nobody ordered is deleted after a day, its bytes with the last that has them', async () => {
  const { database } = shop.context
  const bytes = tinyPng('a swept one')
  const printFile = await upload(shop, token, printOf(blackCase()))
  const request = await goodRequest(shop, token, { printFile })
  unwrap(await shop.call(placeOrder, request, { token }))
  const forgotten = await upload(shop, token, bytes)
  const fresh = await upload(shop, await newCustomer(shop), bytes)
  const old = new Date(Date.now() - 25 * 3_600_000)
  const age = (id: string) => database.update(files).set({ createdAt: old }).where(eq(files.id, id))
  await age(printFile)
  await age(forgotten)
  await sweepFiles(shop.context)
  expect((await read(printFile, token)).status).toBe(200)
  expect((await read(forgotten, token)).status).toBe(404)
  expect((await readFile(pathOf(bytes))).length).toBe(bytes.length)
  await age(fresh)
  await sweepFiles(shop.context)
  await expect(readFile(pathOf(bytes))).rejects.toThrow('ENOENT')
})

it('what a crash left of a file that was being taken in is deleted after an hour', async () => {
  const folder = openFolderStore(join(shop.context.config.dataFolder, 'files'))
  const bytes = picture(10)
  await upload(shop, token, bytes)
  const part = `${pathOf(bytes)}.0.part`
  await writeFile(part, 'half')
  await folder.sweep(new Date())
  expect(await readFile(part, 'utf8')).toBe('half')
  await folder.sweep(new Date(Date.now() + 3_700_000))
  await expect(readFile(part)).rejects.toThrow('ENOENT')
  expect((await readFile(pathOf(bytes))).length).toBe(bytes.length)
})

it('a bucket that speaks S3 keeps files as the folder does, each once, and deletes them', async () => {
  const s3 = await openS3Endpoint()
  const cloud = await openShop({
    STAMPA_S3_BUCKET: s3.bucket,
    STAMPA_S3_ENDPOINT: s3.url,
    STAMPA_S3_KEY: s3.key,
    STAMPA_S3_SECRET: s3.secret,
  })
  try {
    const own = await newCustomer(cloud)
    const bytes = picture(200_000)
    const readFrom = (id: string) =>
      fetch(`${cloud.url}${FILES_PATH}/${id}`, { headers: { token: own } })
    const id = await upload(cloud, own, bytes)
    await upload(cloud, await newCustomer(cloud), bytes)
    expect(hashOf(Buffer.from(await (await readFrom(id)).arrayBuffer()))).toBe(hashOf(bytes))
    const [key = '', ...others] = s3.objects.keys()
    expect({ key, others }).toEqual({
      key: `${hashOf(bytes).slice(0, 2)}/${hashOf(bytes)}`,
      others: [],
    })
    expect(s3.written.get(key)).toBe(1)

    s3.objects.set(key, bytes.subarray(0, 10))
    expect((await readFrom(id)).status).toBe(404)
    await upload(cloud, own, bytes)
    expect((await readFrom(id)).status).toBe(200)

    await cloud.context.database.update(files).set({ createdAt: new Date(0) })
    await sweepFiles(cloud.context)
    expect(s3.objects.size).toBe(0)
    expect((await readFrom(id)).status).toBe(404)
  } finally {
    await cloud.close()
    await s3.close()
  }
})

it('a bucket that knows another secret stores nothing', async () => {
  const s3 = await openS3Endpoint()
  const cloud = await openShop({
    STAMPA_LOG: 'silent',
    STAMPA_S3_BUCKET: s3.bucket,
    STAMPA_S3_ENDPOINT: s3.url,
    STAMPA_S3_KEY: s3.key,
    STAMPA_S3_SECRET: `not ${s3.secret}`,
  })
  await expect(upload(cloud, await newCustomer(cloud))).rejects.toThrow('500')
  expect(s3.objects.size).toBe(0)
  await cloud.close()
  await s3.close()
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { headersFor } from '#server/headers.ts'
import { SERVICE_WORKER_PATH } from '#workers/offline/api.ts'
import { openShop, type Shop } from './shop.ts'

const TILES = 'https://{s}.tiles.example/{z}/{x}/{y}.png'
/** A build's scripts as far as the server knows them; what is in them is tested in a browser. */
const WORKER = "const version = '__HEADERS_VERSION__'; self.addEventListener('fetch', () => {})"
const REMOVAL = 'self.registration.unregister()'

let dist = ''
let shop: Shop
let others: readonly Shop[] = []
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'stampa-dist-'))
  await writeFile(join(dist, 'service-worker.js'), WORKER)
  await writeFile(join(dist, 'service-worker-removal.js'), REMOVAL)
  shop = await openShop({ STAMPA_DIST: dist })
})
afterAll(async () => {
  await shop?.close()
  for (const each of others) await each.close()
  await rm(dist, { recursive: true, force: true })
})

/** Another server of the same database. */
async function openAnother(environment: Record<string, string>): Promise<Shop> {
  const databaseUrl = shop.databaseUrl
  const opened = await openShop({ DATABASE_URL: databaseUrl, STAMPA_DIST: dist, ...environment })
  others = [...others, opened]
  return opened
}

const ask = (url: string, headers: Record<string, string> = {}) =>
  fetch(url + SERVICE_WORKER_PATH, { headers })

it('the worker’s script is asked for at every visit, and is a script of the whole origin', async () => {
  const answer = await ask(shop.url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  // It lies at the root, which is its scope; it claims no other.
  expect(SERVICE_WORKER_PATH).toMatch(/^\/[^/]+$/)
  expect(answer.headers.get('service-worker-allowed')).toBeNull()
  for (const [name, value] of Object.entries(headersFor(SERVICE_WORKER_PATH))) {
    expect(answer.headers.get(name)).toBe(value)
  }
})

it('who has it already is told so, until its bytes are others', async () => {
  const first = await ask(shop.url)
  const etag = first.headers.get('etag') ?? ''
  const same = await ask(shop.url, { 'If-None-Match': etag })
  expect([same.status, await same.text()]).toEqual([304, ''])
  expect(same.headers.get('cache-control')).toBe('no-cache')
  // Kept files have their headers for ever, so other headers make another worker.
  const withMap = await openAnother({ STAMPA_TILES: TILES, STAMPA_TILES_CREDIT: 'the map makers' })
  const other = await ask(withMap.url, { 'If-None-Match': etag })
  expect(other.status).toBe(200)
  const [text, otherText] = [await first.text(), await other.text()]
  expect(text).not.toContain('__HEADERS_VERSION__')
  expect(otherText).not.toBe(text)
})

it('it goes compressed to who takes that, with the same bytes in it', async () => {
  const plain = await (await ask(shop.url, { 'Accept-Encoding': 'identity' })).text()
  const { encoding, vary, bytes } = await asSent(shop.url)
  expect([encoding, vary]).toEqual(['br', 'Accept-Encoding'])
  expect(brotliDecompressSync(bytes).toString('utf8')).toBe(plain)
})

/** As it goes over the wire: `fetch` unpacks what it gets. */
const asSent = (url: string) =>
  new Promise<{ encoding?: string; vary?: string; bytes: Buffer }>((resolve, reject) => {
    const headers = { 'Accept-Encoding': 'br' }
    request(url + SERVICE_WORKER_PATH, { headers }, (answer) => {
      const pieces: Buffer[] = []
      const { 'content-encoding': encoding = '', vary = '' } = answer.headers
      answer.on('data', (piece: Buffer) => pieces.push(piece)).on('error', reject)
      answer.on('end', () => resolve({ encoding, vary, bytes: Buffer.concat(pieces) }))
    })
      .on('error', reject)
      .end()
  })

it('the operator’s switch sends the one that removes itself, to who has the old one too', async () => {
  const off = await openAnother({ STAMPA_SERVICE_WORKER: 'false' })
  const etag = (await ask(shop.url)).headers.get('etag') ?? ''
  const answer = await ask(off.url, { 'If-None-Match': etag })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(await answer.text()).toBe(REMOVAL)
})

it('where nothing was built there is none', async () => {
  const bare = await openAnother({ STAMPA_DIST: 'public' })
  expect((await ask(bare.url)).status).toBe(404)
})

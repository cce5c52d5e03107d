import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect as connectTo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveAddress } from '#core/contract/services/addresses.ts'
import { machineDetail, scan } from '#core/contract/services/machines.ts'
import { keptSecret, SECRET_LENGTH_MIN } from '#server/operation/kept-secret.ts'
import { goodAddress, newPhone } from './good-requests.ts'
import { beginUpload, patchHead, rawConnection, rawGet } from './raw-connection.ts'
import { startServer } from './server-process.ts'
import {
  callAt,
  newCustomer,
  newDatabase,
  openAccount,
  openShop,
  openShopOfFile,
  tinyPng,
} from './shop.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000' })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stampa-operation-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('the server', () => {
  it('is healthy and ready, and no longer ready when its database is gone', async () => {
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
    const lonely = await openShop()
    const admin = new pg.Client({ connectionString: shop.databaseUrl })
    await admin.connect()
    await admin.query(`drop database ${new URL(lonely.databaseUrl).pathname.slice(1)} with (force)`)
    await admin.end()
    expect((await fetch(`${lonely.url}/readyz`)).status).toBe(503)
    expect((await fetch(`${lonely.url}/healthz`)).status).toBe(200)
    await lonely.close()
  })

  it('counts calls by service and code for the collector that knows the token', async () => {
    const token = 'a token of these tests'
    const counted = await openShop({ STAMPA_METRICS_TOKEN: token })
    await counted.call(machineDetail, { machine_id: 'M001' })
    await counted.call(machineDetail, { machine_id: 'nowhere' })
    const ask = (headers: Record<string, string>) => fetch(`${counted.url}/metrics`, { headers })
    const metrics = await (await ask({ authorization: `Bearer ${token}` })).text()
    expect(metrics).toMatch(/stampa_calls_total\{service="Machine.detail",code="0"\} \d/)
    expect(metrics).toMatch(/stampa_calls_total\{service="Machine.detail",code="404"\} \d/)
    expect(metrics).toContain('process_cpu_seconds_total')
    // What a proxy on this machine forwards comes from the same address.
    for (const headers of [{}, { authorization: 'Bearer another' }, { authorization: token }]) {
      expect((await ask(headers)).status).toBe(404)
    }
    await counted.close()
    expect((await fetch(`${shop.url}/metrics`)).status).toBe(404)
  })

  it('says its settings to the app, and nothing secret', async () => {
    expect(await (await fetch(`${shop.url}/v1/settings`)).json()).toEqual({
      language: 'en-us',
      currency: 'CNY',
      phones: 'specified',
      cards: true,
      tiles: null,
    })
  })

  it.each(['/healthz', '/openapi.json', '/v1/uploads', '/v1/files/none', '/nowhere'])(
    'sends its security headers with %s',
    async (path) => {
      const { headers } = await fetch(shop.url + path)
      expect(headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    },
  )

  it('sends with the answer to a call what holds for no document', async () => {
    for (const body of ['{"s":"Goods.getList"}', '{"s":"Nobody.knows"}']) {
      const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
      const { headers } = await fetch(`${shop.url}/shop/index`, asked)
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect(headers.get('cache-control')).toBe('no-store')
    }
  })

  it.each(['//', '///', '//host/x', '/\\', '/?//'])(
    'answers GET %s without a fault, with its security headers',
    async (path) => {
      const { status, head } = await rawGet(shop.url, path)
      expect(status).toBeLessThan(500)
      expect(head).toContain("default-src 'self'")
    },
  )

  it('serves the built app, and no file whose name begins with a dot', async () => {
    const dist = join(folder, 'dist')
    await mkdir(join(dist, '.git'), { recursive: true })
    await writeFile(join(dist, 'index.html'), '<!doctype html>')
    for (const hidden of ['.env', '.git/config']) await writeFile(join(dist, hidden), 'private')
    const site = await openShop({ STAMPA_DIST: dist, STAMPA_SAMPLES: 'false' })
    expect((await fetch(`${site.url}/`)).status).toBe(200)
    for (const hidden of ['.env', '.git/config', '%2eenv']) {
      expect((await fetch(`${site.url}/${hidden}`)).status).toBe(404)
    }
    await site.close()
  })

  it('lets map tiles in only where the deployment names them', async () => {
    const imagesOf = async (url: string) => {
      const policy = (await fetch(`${url}/healthz`)).headers.get('content-security-policy') ?? ''
      return policy.split(';').find((part) => part.trim().startsWith('img-src'))
    }
    expect(await imagesOf(shop.url)).not.toContain('tiles')
    const mapped = await openShop({
      STAMPA_TILES: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
      STAMPA_TILES_CREDIT: 'Tiles',
    })
    expect(await imagesOf(mapped.url)).toContain('https://*.tiles.example')
    await mapped.close()
  })
})

it('nothing personal is written to the log', async () => {
  const server = await startServer({
    databaseUrl: await newDatabase(),
    dataFolder: join(folder, 'log'),
    env: { STAMPA_LOG: 'debug', STAMPA_SAMPLES: 'true' },
  })
  const phone = newPhone()
  const password = 'a password to look for'
  const { token } = await openAccount(server, phone, password)
  await callAt(server.url, saveAddress, goodAddress, { token })
  await callAt(server.url, scan, { machine_id: 'M001', claim: 'a-claim-to-look-for' })
  await fetch(`${server.url}/nowhere?claim=a-claim-to-look-for&phone=${phone}`)
  await fetch(`${server.url}/shop/index`, { method: 'POST', body: `{"phone":"${phone}"` })
  await server.kill('SIGTERM')
  const log = server.output()
  expect(log).toContain('Server listening')
  for (const secret of [phone, password, token, goodAddress.recipient, 'a-claim-to-look-for']) {
    expect(log).not.toContain(secret)
  }
})

describe('a secret that is made at the first start', () => {
  it('is whole from the beginning, for this user alone, and the same for two at once', async () => {
    const data = join(folder, 'secrets')
    const [one, other] = await Promise.all([keptSecret(null, data), keptSecret(null, data)])
    expect(one.length).toBeGreaterThanOrEqual(SECRET_LENGTH_MIN)
    expect(other).toBe(one)
    expect(await keptSecret(null, data)).toBe(one)
    expect(await readdir(data)).toEqual(['secret'])
    expect((await stat(join(data, 'secret'))).mode & 0o777).toBe(0o600)
  })

  it.each(['', 'short'])('is never taken from a file that holds only "%s"', async (text) => {
    const data = await mkdtemp(join(folder, 'short-'))
    await writeFile(join(data, 'secret'), text)
    await expect(keptSecret(null, data)).rejects.toThrow(/fewer than 32 characters/)
    expect(await readFile(join(data, 'secret'), 'utf8')).toBe(text)
  })
})

it('a database that hangs is answered within its time, and serves again when it goes on', async () => {
  const proxy = await openStoppableProxy(new URL(shop.databaseUrl))
  const slow = await openShop({ DATABASE_URL: proxy.url, DATABASE_TIMEOUT_MS: '1000' })
  expect((await fetch(`${slow.url}/readyz`)).status).toBe(200)
  proxy.stop()
  const answers = await Promise.all([
    slow.call(machineDetail, { machine_id: 'M001' }),
    fetch(`${slow.url}/readyz`).then(({ status }) => status),
  ])
  expect(answers).toMatchObject([{ ok: false, fault: { code: 'server-fault' } }, 503])
  proxy.goOn()
  await expect.poll(() => fetch(`${slow.url}/readyz`).then(({ status }) => status)).toBe(200)
  expect((await slow.call(machineDetail, { machine_id: 'M001' })).ok).toBe(true)
  await slow.close()
  proxy.close()
})

it('a database that a newer server has migrated is refused at start, and left as it is', async () => {
  const databaseUrl = await newDatabase()
  await (await openShop({ DATABASE_URL: databaseUrl })).close()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 9e15)`,
  )
  await client.end()
  const starting = startServer({ databaseUrl, dataFolder: join(folder, 'newer') })
  // 78 is EX_CONFIG: whoever starts it again by itself need not.
  await expect(starting).rejects.toThrow(/exit code 78[\s\S]*another version of Stampa/)
})

it('wrong settings end the server with the same code', async () => {
  const env = { STAMPA_PREVIOUS_SECRETS: 'short, shorter' }
  const starting = startServer({ dataFolder: join(folder, 'wrong'), env })
  await expect(starting).rejects.toThrow(/exit code 78[\s\S]*STAMPA_PREVIOUS_SECRETS/)
})

describe('a connection is ended', () => {
  // A busy machine may hold an upload up for a second: that is no silence yet.
  const impatient = () =>
    openShop({ STAMPA_HEAD_MS: '200', STAMPA_BODY_MS: '200', STAMPA_UPLOAD_SILENCE_MS: '3000' })

  it.each([
    ['head', 'POST /shop/index HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'body',
      'POST /shop/index HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    ],
  ])('when its %s does not come to an end', async (_, bytes) => {
    const patient = await impatient()
    const { socket, ended } = rawConnection(patient.url)
    socket.write(bytes)
    await ended
    await patient.close()
  })

  it('when its upload falls silent; what came is kept and gone on with', async () => {
    const patient = await impatient()
    const token = await newCustomer(patient)
    const bytes = tinyPng('a slow one')
    const upload = await beginUpload(patient.url, token, bytes)
    const { socket, ended } = rawConnection(patient.url)
    socket.write(patchHead(upload, token, bytes.length))
    socket.write(bytes.subarray(0, 20))
    await ended
    const headers = { token, 'Tus-Resumable': '1.0.0' }
    const head = await fetch(patient.url + upload, { method: 'HEAD', headers })
    expect(head.headers.get('upload-offset')).toBe('20')
    await patient.close()
  })

  it('when there are too many', async () => {
    const small = await openShop({ STAMPA_CONNECTIONS: '10' })
    const held = Array.from({ length: 10 }, () => rawConnection(small.url))
    await Promise.all(held.map(({ open }) => open))
    await rawConnection(small.url).ended
    for (const { socket } of held) socket.destroy()
    await small.close()
  })
})

/** Stands before a database and can stop passing bytes on, as a machine does that hangs. */
async function openStoppableProxy(target: URL) {
  const sockets = new Set<Socket>()
  let isStopped = false
  const server = createServer((near) => {
    const far = connectTo(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      if (isStopped) socket.pause()
    }
    near.on('data', (piece) => far.write(piece))
    far.on('data', (piece) => near.write(piece))
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    if (isStopped) for (const socket of [near, far]) socket.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0)
  return {
    url: url.href,
    stop: () => {
      isStopped = true
      for (const socket of sockets) socket.pause()
    },
    goOn: () => {
      isStopped = false
      for (const socket of sockets) socket.resume()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

it('wrong settings stop the start, each of them named', async () => {
  await expect(
    startServer({
      databaseUrl: 'nonsense',
      dataFolder: join(folder, 'bad'),
      env: { STAMPA_LANGUAGE: 'klingon' },
    }),
  ).rejects.toThrow(/DATABASE_URL.*STAMPA_LANGUAGE/s)
})

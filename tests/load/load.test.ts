import { readFileSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, it } from 'vitest'
import { connect } from '#server/database/connect.ts'
import { blanksBegun, brokenPromises } from '../contract/invariants.ts'
import { newDatabase } from '../contract/shop.ts'
import { costOf, type Figures, type Reading, readingOf, tablesOf } from './figures.ts'
import { startServers } from './servers.ts'
import { prepareShoppers } from './shoppers.ts'
import { addMachines, runStations } from './stations.ts'
import { runWatchers } from './watchers.ts'

const setting = (name: string, other: number) => Number(process.env[name] ?? other)
const stations = setting('LOAD_STATIONS', 200)
const watching = setting('LOAD_WATCHERS', 5_000)
const seconds = setting('LOAD_SECONDS', 120)
const clients = setting('LOAD_CLIENTS', 16)
const SERVERS = 2
const LOOK_MS = 2_000
/** How long orders may take to be printed once no more are placed. */
const SETTLES_MS = 300_000
const PAGE = 'docs/scale.md'
const [BEGIN, END] = ['<!-- load -->', '<!-- /load -->']

it('two servers bear stations, watchers and orders, also when one of them is killed', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'stampa-load-'))
  await chmod(dataFolder, 0o711)
  const databaseUrl = await newDatabase()
  const servers = await startServers(inject('serverScript'), { databaseUrl, dataFolder }, SERVERS)
  const connection = await connect(databaseUrl, { connections: 4, timeoutMs: 60_000 })
  const ids = await addMachines(connection, stations)
  const shoppers = await prepareShoppers(servers, ids, clients)
  const agents = await runStations(servers, connection, ids)
  const watchers = await runWatchers(servers, ids, shoppers.tokens, watching)
  const blanks = await blanksBegun(connection.pool)
  console.log(`${stations} stations, ${watchers.count()} watchers`)

  const read = async (): Promise<Reading> =>
    readingOf(connection.pool, (await servers.look()).cpuSeconds)
  const before = await read()
  const looking = setInterval(() => void servers.look(), LOOK_MS)
  // What it costs is read where nothing was killed.
  await shoppers.run((seconds / 2) * 1000)
  const calm = { placed: shoppers.placed.size, placing: [...shoppers.placing] }
  const cost = costOf(before, await read(), calm.placed)
  const killed = pause((seconds / 8) * 1000).then(() => servers.kill(0))
  await shoppers.run((seconds / 2) * 1000)
  await killed

  const unprinted = `select count(*)::int as count from orders
    where order_number = any($1) and stage <> 'production-finished'`
  const numbers = [...shoppers.placed.keys()]
  let waiting = numbers.length
  for (const until = Date.now() + SETTLES_MS; Date.now() < until && waiting > 0; ) {
    waiting = (await connection.pool.query(unprinted, [numbers])).rows[0]?.count
    if (waiting > 0) await pause(500)
  }
  while (watchers.away() > 0 && watchers.gaps.length < watching) await pause(500)
  const { residentMb } = await servers.look()
  clearInterval(looking)
  const printing = await connection.pool.query(
    `select extract(epoch from print_attempts.ended_at - queued_at) * 1000 as ms
     from print_jobs join print_attempts on job_id = print_jobs.id where outcome = 'printed'`,
  )
  const known = await connection.pool.query(
    'select order_number from orders where order_number = any($1)',
    [numbers],
  )
  const figures: Figures = {
    stations,
    watchers: watching,
    clients,
    seconds: seconds / 2,
    cost,
    residentMb,
    calm: { orders: calm.placed, placing: calm.placing },
    killed: {
      orders: shoppers.placed.size - calm.placed,
      placing: shoppers.placing.slice(calm.placing.length),
    },
    printing: printing.rows.map(({ ms }) => Number(ms)),
    gaps: watchers.gaps,
    lost: numbers.length - (known.rowCount ?? 0),
    unprinted: waiting,
    twice: agents.sheets.length - new Set(agents.sheets).size,
    broken: await brokenPromises(connection.pool, blanks),
    machine: `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} when it ended; the stations, the watchers and the customers shared them`,
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
  const { lost, unprinted: left, twice, broken } = figures
  expect({ lost, left, twice, broken }).toEqual({ lost: 0, left: 0, twice: 0, broken: [] })
})

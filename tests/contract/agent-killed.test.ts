import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newEnrolmentCode } from '#server/stations/agents/enrolment.ts'
import { sweepStations } from '#server/stations/sweep-stations.ts'
import { openSimulator, type Simulator } from '#station/simulator/open-simulator.ts'
import { bundleForNode } from '../../build/bundle-for-node.ts'
import { orderRow, paidOrder } from './paid-orders.ts'
import { openShopOfFile } from './shop.ts'

const shop = openShopOfFile({ STAMPA_RATE_FACTOR: '1000' })
const words = { lang: 'en-US', dir: 'ltr', words: {}, refusals: {} } as const
/** Packages are found from there. */
const built = 'node_modules/.cache/agent-killed'

let folder: string
let simulator: Simulator
let agent: ChildProcess | null = null
let enrol = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stampa-killed-'))
  await mkdir(join(folder, 'agent'))
  await bundleForNode(built, ['tests/crash/agent.ts', 'tests/contract/kill-at-step.ts'])
  const printer = { folder: join(folder, 'printer'), sheetMs: 0, port: 0, dist: 'public', words }
  simulator = await openSimulator(printer)
  enrol = await newEnrolmentCode(shop.context, 'M001')
  await killAt('nowhere')
  await start()
}, 120_000)
afterAll(async () => {
  agent?.kill('SIGKILL')
  await simulator.close()
  await rm(folder, { recursive: true, force: true })
})

const killAt = (place: string) => writeFile(join(folder, 'kill-at'), place)

/** The agent as a process of its own; the same key, journal and server each time. */
async function start(): Promise<void> {
  const own = join(folder, 'agent')
  const args = [shop.url, 'M001', own, simulator.printer, enrol]
  const preload = pathToFileURL(join(built, 'kill-at-step.js')).href
  agent = spawn(process.execPath, ['--import', preload, join(built, 'agent.js'), ...args], {
    env: { ...process.env, KILL_AT: join(folder, 'kill-at') },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { stdout } = agent
  if (stdout === null) throw new Error('what the agent says is heard')
  await once(stdout, 'data')
}

interface Seen {
  readonly jobs: readonly { id: number; impressions: number }[]
}
const sheetsSeen = new Map<number, number>()
/** Sheets that ever came out. */
async function sheets(): Promise<number> {
  const { jobs }: Seen = await (await fetch(`${simulator.url}/state`)).json()
  for (const { id, impressions } of jobs) sheetsSeen.set(id, impressions)
  return [...sheetsSeen.values()].reduce((sum, each) => sum + each, 0)
}
const fault = (set: boolean) =>
  fetch(`${simulator.url}/faults`, {
    method: 'POST',
    body: JSON.stringify({ fault: 'power-cut', set }),
  })

/** Where an order stands once nothing happens to it by itself any more. */
async function end(orderNumber: string): Promise<string> {
  for (;;) {
    const { stage } = await orderRow(shop, orderNumber)
    if (stage === 'production-finished' || stage === 'print-unknown') return stage
    // What surely failed is resumed by the sweep, which else comes every 5 s.
    await sweepStations(shop.context, new Date())
    await shop.context.waiting.settled()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const lastStep = async () => {
  const lines = (await readFile(join(folder, 'agent/journal.jsonl'), 'utf8')).trimEnd().split('\n')
  return /"step":"(\w+)"/.exec(lines.at(-1) ?? '')?.[1]
}

/** An order is placed, and the agent that prints it is killed there. */
async function killedAt(place: string): Promise<string> {
  await killAt(place)
  const running = agent
  if (running === null) throw new Error('an agent runs')
  const died = once(running, 'exit')
  const { orderNumber } = await paidOrder(shop)
  expect(await died).toEqual([null, 'SIGKILL'])
  await killAt('nowhere')
  return orderNumber
}

const steps = [
  'claimed',
  'fetched',
  'beginning',
  'creating',
  'created',
  'sending',
  'sent',
  'ended',
  'told',
] as const

const both = ['before', 'after'] as const
/** Nothing is done between the step before and one of these. */
const followsAtOnce: readonly string[] = ['beginning', 'sending']

it.each(steps)(
  'killed before and after "%s" is on disk, an order is printed once',
  async (step) => {
    for (const when of followsAtOnce.includes(step) ? (['after'] as const) : both) {
      const before = await sheets()
      const orderNumber = await killedAt(`${when} ${step}`)
      const earlier = steps[steps.indexOf(step) - 1] ?? 'told'
      if (step !== 'claimed') expect(await lastStep()).toBe(when === 'after' ? step : earlier)
      await start()
      expect(await end(orderNumber)).toBe('production-finished')
      expect(await sheets()).toBe(before + 1)
    }
  },
  60_000,
)

it.each(['after sending', 'before sent'])(
  'killed %s, and the printer has forgotten: a human is asked, and nothing is sent again',
  async (place) => {
    const before = await sheets()
    const orderNumber = await killedAt(place)
    const out = (await sheets()) - before
    await fault(true)
    await fault(false)
    await start()
    expect(await end(orderNumber)).toBe('print-unknown')
    const { orderNumber: next } = await paidOrder(shop)
    expect(await end(next)).toBe('production-finished')
    expect(await sheets()).toBe(before + out + 1)
    expect((await orderRow(shop, orderNumber)).stage).toBe('print-unknown')
  },
  60_000,
)

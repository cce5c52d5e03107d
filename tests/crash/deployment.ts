import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive, readPostmaster } from '#server/database/cluster.ts'
import { type Connection, connect } from '#server/database/connect.ts'
import { freePort } from '#server/database/free-port.ts'
import { newEnrolmentCode } from '#server/stations/agents/enrolment.ts'
import { eveCommand } from '../contract/ippeveprinter.ts'
import { runServer, type ServerProcess, TEST_SECRET } from '../contract/run-server.ts'
import { type KeptProcess, keepProgram, keepScript } from './kept-process.ts'
import { openUnreliableProxy, type UnreliableProxy } from './unreliable-proxy.ts'

/** What may be killed. */
export const victims = ['agent', 'printer', 'server', 'database'] as const
export type Victim = (typeof victims)[number]

/** Machines that print the same; each has an agent and a printer. */
export const stations = ['M001', 'M005'] as const
/** Its printer is ippeveprinter; the other's is ours, which loses messages and fails by chance. */
const EVE: (typeof stations)[number] = 'M005'

/** A whole deployment: server with its database, agents, printers. */
export interface Deployment {
  readonly url: string
  readonly proxy: UnreliableProxy
  /** kill -9; what was killed comes back by itself. */
  readonly kill: (victim: Victim) => Promise<void>
  /** Works on the database; again from the start where it was killed meanwhile. */
  readonly asking: <Answer>(work: (connection: Connection) => Promise<Answer>) => Promise<Answer>
  /** What came out of the printers, by the printers' own records. */
  readonly sheets: () => Promise<readonly { readonly name: string; readonly sha256: string }[]>
  readonly output: () => string
  readonly stop: () => Promise<void>
}

interface Options {
  readonly folder: string
  /** Scripts that were built before. */
  readonly server: string
  readonly agent: string
  readonly printer: string
  /** How much goes wrong on the line and in the printers: a share of the messages. */
  readonly mishaps: number
  readonly sheetMs: number
}

export async function startDeployment(options: Options): Promise<Deployment> {
  const dataFolder = join(options.folder, 'data')
  const port = await freePort()
  const proxy = await openUnreliableProxy(() => `http://127.0.0.1:${port}`, options.mishaps)
  const settings = {
    dataFolder,
    port,
    env: {
      STAMPA_SECRET: TEST_SECRET,
      STAMPA_RATE_FACTOR: '1000000',
      STAMPA_PAYMENTS: 'sandbox',
      STAMPA_SANDBOX_WEBHOOK: `${proxy.url}/v1/payments/sandbox/webhook`,
      STAMPA_LOG: 'error',
    },
  }
  let server: ServerProcess = await runServer(options.server, settings)
  const { url } = server
  let starting: Promise<unknown> = Promise.resolve()
  const written: string[] = []
  const asking: Deployment['asking'] = (work) => askAgain(dataFolder, work)
  await asking(({ pool }) =>
    pool.query(`update machines set slots = 1000000;
      update stock set available = 1000000 where machine_id in ('M001', 'M005')`),
  )
  const kept: Record<'agent' | 'printer', KeptProcess[]> = { agent: [], printer: [] }
  for (const machine of stations) {
    const folder = join(options.folder, machine)
    await mkdir(folder, { recursive: true })
    const printerPort = await freePort()
    const record = join(folder, 'sheets.jsonl')
    kept.printer.push(
      machine === EVE
        ? keepProgram(await eveCommand(folder, printerPort, await recordingScript(folder, record)))
        : await keepScript(options.printer, [
            String(printerPort),
            record,
            String(options.sheetMs),
            String(options.mishaps),
          ]),
    )
    const now = () => new Date()
    const code = await asking(({ database }) => newEnrolmentCode({ database, now }, machine))
    const address = `ipp://localhost:${printerPort}/ipp/print`
    const told = [proxy.url, machine, folder, address, code]
    kept.agent.push(await keepScript(options.agent, told))
  }

  const restart = async () => {
    await server.kill('SIGKILL')
    written.push(server.output())
    server = await runServer(options.server, settings)
  }
  return {
    url,
    proxy,
    asking,
    kill: async (victim) => {
      if (victim === 'server') {
        starting = starting.then(restart)
        await starting
      } else if (victim === 'database') {
        const pid = readPostmaster(join(dataFolder, 'postgres'))?.pid
        if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGKILL')
      } else kept[victim][Math.floor(Math.random() * stations.length)]?.kill()
    },
    sheets: async () => {
      const records = stations.map((machine) => join(options.folder, machine, 'sheets.jsonl'))
      const texts = await Promise.all(records.map((path) => readFile(path, 'utf8')))
      // A line that was cut was never synced: its sheet was not out.
      const lines = texts.flatMap((text) => text.split('\n').slice(0, -1))
      return lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line))
    },
    output: () =>
      [...written, server.output(), ...kept.agent.map((each) => each.output())].join('\n'),
    stop: async () => {
      for (const process of [...kept.agent, ...kept.printer]) await process.stop()
      await proxy.close()
      await server.kill('SIGTERM')
    },
  }
}

/** What ippeveprinter prints by: each sheet is out once it stands in the record, on disk. */
async function recordingScript(folder: string, record: string): Promise<string> {
  const path = join(folder, 'print.sh')
  const line = `{"name":"%s","sha256":"%s"}\\n`
  const lines = [
    '#!/bin/sh',
    'sum=$(sha256sum "$1" | cut -d" " -f1)',
    `printf '${line}' "$IPP_JOB_NAME" "$sum" >> '${record}'`,
    `sync -d '${record}'`,
  ]
  await writeFile(record, '')
  await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o755 })
  return path
}

const TRIES = 200
const TRY_MS = 300

async function askAgain<Answer>(
  dataFolder: string,
  work: (connection: Connection) => Promise<Answer>,
): Promise<Answer> {
  const password = (await readFile(join(dataFolder, 'postgres-password'), 'utf8')).trim()
  for (let tries = 1; ; tries++) {
    const port = readPostmaster(join(dataFolder, 'postgres'))?.port ?? 0
    const url = `postgres://stampa:${password}@127.0.0.1:${port}/stampa`
    try {
      const connection = await connect(url, { connections: 4, timeoutMs: 30_000 })
      try {
        return await work(connection)
      } finally {
        await connection.close()
      }
    } catch (thrown) {
      if (tries === TRIES || isOurs(thrown)) throw thrown
      await pause(TRY_MS)
    }
  }
}

/** A fault of what asks, and none of a database that is away. */
const isOurs = (thrown: unknown): boolean => {
  const cause = thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : ''
  return typeof code === 'string' && /^(42|22|23)/.test(code)
}

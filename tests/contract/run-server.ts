import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '#server/database/free-port.ts'

/** The server as a deployment runs it: a process of its own. */
export interface ServerProcess {
  readonly url: string
  /** Sends a signal and waits for the end; the exit code, null where the signal ended it. */
  readonly kill: (signal: NodeJS.Signals) => Promise<number | null>
  /** Resolves with the exit code when it ends, whoever ended it. */
  readonly exited: Promise<number | null>
  /** What it wrote until now. */
  readonly output: () => string
}

export interface ServerOptions {
  /** Where it keeps files, secrets and its own PostgreSQL; it is not deleted. */
  readonly dataFolder: string
  /** Without it the server runs a PostgreSQL of its own. */
  readonly databaseUrl?: string
  /** Without it a free one; name it where a second server must take the first one's place. */
  readonly port?: number
  /** Of its command line. */
  readonly args?: readonly string[]
  /** Its other settings; see `server/config.ts`. */
  readonly env?: Readonly<Record<string, string>>
}

const STARTS_WITHIN_MS = 60_000
const LOOK_MS = 20
/** What servers of one database sign with, where a test names no other. */
export const TEST_SECRET = 'a secret of these tests, long enough to be one'
/** Settings of this machine's are none of a test's. */
const SETTING = /^(STAMPA_|DATABASE_|PORT$|HOST$)/

/**
 * Starts a script that is a server and waits until it is ready.
 * @param script JavaScript, or TypeScript that is compiled as it runs
 * @throws Error with what it wrote, where it ends before it is ready
 */
export async function runServer(script: string, options: ServerOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const compiler = script.endsWith('.ts') ? ['--import', 'tsx'] : []
  const child = spawn(process.execPath, [...compiler, script, ...(options.args ?? [])], {
    env: environmentOf(options, port),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      written += String(chunk)
    })
  }
  const exited = endOf(child)
  const until = Date.now() + STARTS_WITHIN_MS
  while (!(await isReady(url))) {
    if (hasEnded(child) || Date.now() > until) {
      child.kill('SIGKILL')
      const code = await exited
      throw new Error(`the server did not start, exit code ${code}:\n${written}`)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return {
    url,
    exited,
    output: () => written,
    kill: async (signal) => {
      child.kill(signal)
      return await exited
    },
  }
}

function environmentOf(
  { dataFolder, databaseUrl, env }: ServerOptions,
  port: number,
): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !SETTING.test(name))
  return {
    ...Object.fromEntries(inherited),
    STAMPA_DIST: 'public',
    STAMPA_PAYMENTS: 'sandbox',
    STAMPA_LOG: 'error',
    STAMPA_DATA: dataFolder,
    PORT: String(port),
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl, STAMPA_SECRET: TEST_SECRET }),
    ...env,
  }
}

/** Waits for what it wrote, too. A test that ends early leaves no server behind. */
async function endOf(child: ChildProcess): Promise<number | null> {
  const end = () => child.kill('SIGKILL')
  process.once('exit', end)
  const [code] = await once(child, 'close')
  process.off('exit', end)
  return typeof code === 'number' ? code : null
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** The server as a deployment runs it: a process of its own. */
export interface ServerProcess {
  readonly url: string
  /** What it wrote until now. */
  readonly output: () => string
  readonly signal: (signal: NodeJS.Signals) => Promise<number | null>
}

const STARTS_WITHIN_MS = 60_000

/** Starts the server and waits until it is ready. */
export async function startServer(
  environment: Record<string, string>,
  script = 'server/main.ts',
): Promise<ServerProcess> {
  const port = environment['PORT'] ?? String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', script], {
    env: { ...process.env, STAMPA_DIST: 'public', STAMPA_LOG: 'error', ...environment, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      written += String(chunk)
    })
  }
  const ended = once(child, 'exit')
  const until = Date.now() + STARTS_WITHIN_MS
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`the server did not start:\n${written}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    output: () => written,
    signal: async (signal) => {
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

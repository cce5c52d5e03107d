import { freePort } from '#server/database/free-port.ts'
import { runServer, type ServerProcess } from '../contract/run-server.ts'

const METRICS_TOKEN = 'the collector of this load alone'

/** What of a server's own metrics is looked at. */
interface Look {
  readonly cpuSeconds: number
  readonly residentMb: number
}

/** Servers on one database, as a proxy would give them out. */
export interface Servers {
  /** The address for the nth of something; the next one while it is away. */
  readonly urlFor: (index: number) => string
  /** kill -9; it comes back by itself, as whoever runs it starts it again. */
  readonly kill: (index: number) => Promise<void>
  /** What all of them took until now, those that were killed too. */
  readonly look: () => Promise<Look>
  /** How many ended though nobody ended them. */
  readonly lost: () => number
  readonly stop: () => Promise<void>
}

interface Kept {
  process: ServerProcess
  isUp: boolean
  cpuSeconds: number
  /** Of those that it was before it was killed. */
  cpuBefore: number
  residentMb: number
}

export async function startServers(
  script: string,
  { databaseUrl, dataFolder }: { readonly databaseUrl: string; readonly dataFolder: string },
  count: number,
): Promise<Servers> {
  const env = {
    STAMPA_RATE_FACTOR: '1000000',
    STAMPA_METRICS_TOKEN: METRICS_TOKEN,
    STAMPA_LOG: 'silent',
  }
  const start = async (port: number) =>
    await runServer(script, { databaseUrl, dataFolder, port, env })
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const kept: Kept[] = []
  let lost = 0
  const wanted = new Set<ServerProcess>()
  const begin = async (port: number): Promise<ServerProcess> => {
    const process = await start(port)
    wanted.add(process)
    void process.exited.then((code) => {
      if (!wanted.has(process)) return
      lost++
      console.log(`a server ended with ${code}:\n${process.output()}`)
    })
    return process
  }
  for (const port of ports) {
    const process = await begin(port)
    kept.push({ process, isUp: true, cpuSeconds: 0, cpuBefore: 0, residentMb: 0 })
  }
  const lookAt = async (server: Kept): Promise<void> => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch(`${server.process.url}/metrics`, { headers, signal }).catch(
      () => null,
    )
    const text = (await answer?.text().catch(() => '')) ?? ''
    const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? 0)
    server.cpuSeconds = Math.max(server.cpuSeconds, figure('process_cpu_seconds_total'))
    server.residentMb = Math.max(
      server.residentMb,
      figure('process_resident_memory_bytes') / 2 ** 20,
    )
  }
  return {
    urlFor: (index) => {
      const chosen = kept[index % count]
      const up = chosen?.isUp ? chosen : (kept.find((each) => each.isUp) ?? chosen)
      return up?.process.url ?? ''
    },
    kill: async (index) => {
      const server = kept[index]
      const port = ports[index]
      if (server === undefined || port === undefined) return
      await lookAt(server)
      server.isUp = false
      wanted.delete(server.process)
      await server.process.kill('SIGKILL')
      server.cpuBefore += server.cpuSeconds
      server.cpuSeconds = 0
      server.process = await begin(port)
      server.isUp = true
    },
    look: async () => {
      await Promise.all(kept.map(lookAt))
      return {
        cpuSeconds: kept.reduce((sum, each) => sum + each.cpuSeconds + each.cpuBefore, 0),
        residentMb: Math.max(...kept.map((each) => each.residentMb)),
      }
    },
    lost: () => lost,
    stop: async () => {
      wanted.clear()
      await Promise.all(kept.map((each) => each.process.kill('SIGTERM')))
    },
  }
}

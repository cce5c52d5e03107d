import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'playwright/test'
import { z } from 'zod'
import { freePort } from '#server/database/free-port.ts'
import { runServer } from '../../contract/run-server.ts'

/** A station as `npm start` runs it: its screen, and the window of its simulated printer. */
export interface Station {
  /** What the code on its screen opens. */
  readonly code: () => Promise<string>
  readonly screenUrl: string
  readonly simulatorUrl: string
  readonly sheets: () => Promise<readonly Sheet[]>
  readonly setFault: (fault: string, set: boolean) => Promise<void>
  /** What the server takes the station for. */
  readonly state: () => Promise<string>
}

const sheetSchema = z.object({ id: z.number(), state: z.string(), impressions: z.number() })
type Sheet = z.infer<typeof sheetSchema>
const simulatorSchema = z.object({ jobs: z.array(sheetSchema) })
const screenSchema = z.object({
  code: z.string().nullable(),
  machine: z.object({ state: z.string() }),
})

export interface Product {
  readonly url: string
  readonly stations: Readonly<Record<'M001' | 'M007', Station>>
}

const STARTS_WITHIN_MS = 60_000

/** The whole product as `npm start` runs it once it is built, with a data folder of its own. */
export const test = base.extend<object, { product: Product }>({
  product: [
    async ({ browserName: _any }, use) => {
      const dataFolder = await mkdtemp(join(tmpdir(), 'stampa-story-'))
      await chmod(dataFolder, 0o711)
      const server = await runServer('dist-server/main.js', {
        dataFolder,
        port: await freePort(),
        args: ['--stations'],
        env: { STAMPA_DIST: process.env['STAMPA_DIST'] ?? 'dist', STAMPA_LOG: 'error' },
      })
      const stations = {
        M001: await stationOf(server.output, 'M001'),
        M007: await stationOf(server.output, 'M007'),
      }
      await use({ url: server.url, stations })
      await server.kill('SIGTERM')
      await rm(dataFolder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

async function stationOf(output: () => string, machine: string): Promise<Station> {
  const screenUrl = await said(output, `Station ${machine}: its screen is `)
  const simulatorUrl = await said(output, `Station ${machine}: its simulated printer is `)
  const state = async (url: string): Promise<unknown> => await (await fetch(`${url}/state`)).json()
  return {
    screenUrl,
    simulatorUrl,
    code: async () => {
      for (;;) {
        const { code } = screenSchema.parse(await state(screenUrl))
        if (code !== null) return code
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    state: async () => screenSchema.parse(await state(screenUrl)).machine.state,
    sheets: async () => simulatorSchema.parse(await state(simulatorUrl)).jobs,
    setFault: async (fault, set) => {
      await fetch(`${simulatorUrl}/faults`, {
        method: 'POST',
        body: JSON.stringify({ fault, set }),
      })
    },
  }
}

/** What stands behind some words of the server's output. */
async function said(output: () => string, words: string): Promise<string> {
  for (const until = Date.now() + STARTS_WITHIN_MS; Date.now() < until; ) {
    const line = output()
      .split('\n')
      .find((each) => each.includes(words))
    if (line !== undefined) return line.slice(line.indexOf(words) + words.length).trim()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`nobody said "${words}":\n${output()}`)
}

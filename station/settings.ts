import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'

const schema = z.object({
  machine: z.string().min(1),
  server: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:4173'),
  /** Where customers find the shop, if that is another address than the agent's. */
  shop: z.url({ protocol: /^https?$/ }).optional(),
  /** Without one the simulator prints. */
  printer: z
    .string()
    .regex(/^ipps?:\/\//)
    .optional(),
  enrol: z.string().optional(),
  folder: z.string().optional(),
  /** Of the station's screen, and of the simulator's window. */
  'screen-port': z.coerce.number().int().min(0).max(65_535).default(0),
  'simulator-port': z.coerce.number().int().min(0).max(65_535).default(0),
  /** How long the simulator takes for a sheet. */
  'sheet-ms': z.coerce.number().int().min(0).max(600_000).default(6_000),
  /** Folder of the built app, which has the windows. */
  dist: z.string().default('dist'),
})

export interface StationSettings {
  readonly machine: string
  readonly server: string
  readonly shop: string
  readonly printer: string | null
  readonly enrol: string | null
  readonly folder: string
  readonly screenPort: number
  readonly simulatorPort: number
  readonly sheetMs: number
  readonly dist: string
}

const text = { type: 'string' } as const

/** An agent's settings from its command line. @throws Error that names what is wrong */
export function readSettings(args: readonly string[]): StationSettings {
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.keys(schema.shape).map((name) => [name, text])),
  })
  const parsed = schema.safeParse(values)
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`)
    throw new Error(`The station has wrong settings:\n${lines.join('\n')}`)
  }
  const set = parsed.data
  const server = set.server.replace(/\/$/, '')
  return {
    machine: set.machine,
    server,
    shop: (set.shop ?? server).replace(/\/$/, ''),
    printer: set.printer ?? null,
    enrol: set.enrol ?? null,
    folder: resolve(set.folder ?? `data/stations/${set.machine}`),
    screenPort: set['screen-port'],
    simulatorPort: set['simulator-port'],
    sheetMs: set['sheet-ms'],
    dist: resolve(set.dist),
  }
}

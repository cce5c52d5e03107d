import { type Column, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { machineStates } from '#core/commerce/stations/machine-state.ts'
import type { Caller } from '../../calls/handler.ts'
import { Refused } from '../../calls/refused.ts'
import { batched } from '../../database/batches.ts'
import type { Database } from '../../database/connect.ts'
import { files, machines } from '../../database/schema.ts'
import type { OrderRequest } from './order-request.ts'

const machineColumns = {
  id: machines.id,
  name: machines.name,
  state: machines.state,
  prints: machines.prints,
  sheetWidthMm: machines.sheetWidthMm,
  sheetHeightMm: machines.sheetHeightMm,
  dpi: machines.dpi,
  slots: machines.slots,
  slotsTaken: machines.slotsTaken,
} as const
const machineSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(machineStates),
  prints: z.array(z.string()),
  sheetWidthMm: z.number(),
  sheetHeightMm: z.number(),
  dpi: z.number(),
  slots: z.number(),
  slotsTaken: z.number(),
})
const fileColumns = {
  id: files.id,
  customerId: files.customerId,
  sha256: files.sha256,
  mediaType: files.mediaType,
  bytes: files.bytes,
  purpose: files.purpose,
} as const
const fileSchema = z.object({
  id: z.string(),
  customerId: z.string(),
  sha256: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
  purpose: z.string(),
})

/** What placing knows of a machine. */
export type OrderedMachine = z.output<typeof machineSchema>
export type KnownFiles = readonly z.output<typeof fileSchema>[]

/** What a request is judged by, besides prices. */
export interface Readings {
  readonly machine: OrderedMachine
  /** Those that the request names, of its customer's. */
  readonly known: KnownFiles
}

/** What a request names: it may be of anybody's, or of nobody's. */
export interface Named {
  readonly machineId: string | null
  readonly fileIds: readonly string[]
}

/** The rows that bear these names. */
export interface NamedRows {
  readonly machine: OrderedMachine | null
  readonly files: KnownFiles
}

/** Rows as one value: of a row's many columns each costs our process more than a member of JSON. */
export const rowsAsJson = (columns: Readonly<Record<string, Column | SQL>>, from: SQL): SQL => {
  const members = Object.entries(columns).flatMap(([name, column]) => [
    sql.raw(`'${name}'`),
    sql`${column}`,
  ])
  return sql`(select coalesce(json_agg(json_build_object(${sql.join(members, sql`, `)})), '[]') from ${from})`
}

/** Members of a JSON object, by {@link namedParameters}. */
export const namedMembers = sql`
  'machines', ${rowsAsJson(machineColumns, sql`${machines} where ${machines.id} = any(${sql.placeholder('machineIds')})`)},
  'files', ${rowsAsJson(fileColumns, sql`${files} where ${files.id} = any(${sql.placeholder('fileIds')})`)}`

export const namedParameters = (all: readonly Named[]) => ({
  machineIds: [...new Set(all.flatMap(({ machineId }) => machineId ?? []))],
  fileIds: all.flatMap(({ fileIds }) => fileIds),
})

export const namedSchema = z.object({
  machines: z.array(machineSchema),
  files: z.array(fileSchema),
})

/** Of all rows that were read for requests of the same time, those of one. */
export function rowsOf(
  { machineId, fileIds }: Named,
  all: z.output<typeof namedSchema>,
): NamedRows {
  return {
    machine: all.machines.find(({ id }) => id === machineId) ?? null,
    files: all.files.filter(({ id }) => fileIds.includes(id)),
  }
}

/** A caller whose request was read for when its token was. */
export class ArrivedCaller implements Caller {
  #rows: (Named & NamedRows) | null

  constructor(
    readonly customerId: string,
    readonly tokenHash: string,
    rows: Named & NamedRows,
  ) {
    this.#rows = rows
  }

  /** Taken once: a second try reads anew. */
  takeRows({ machineId, fileIds }: Named): NamedRows | null {
    const rows = this.#rows
    this.#rows = null
    if (rows === null || rows.machineId !== machineId) return null
    return fileIds.every((id) => rows.fileIds.includes(id)) ? rows : null
  }
}

interface Wanted {
  readonly caller: Caller
  readonly request: OrderRequest
}

const BATCH = { most: 64, atOnce: 2 } as const

/** Reads for all requests of the same time together. @throws Refused `machine-unknown` */
export function openReadings(database: Database): (wanted: Wanted) => Promise<Readings> {
  const foundOf = database
    .select({ found: sql`json_build_object(${namedMembers})` })
    .from(sql`(select) as once`)
    .prepare('rows_of_orders')

  const read = batched(async (all: readonly Named[]) => {
    const [row] = await foundOf.execute(namedParameters(all))
    const found = namedSchema.parse(row?.found)
    return all.map((named) => rowsOf(named, found))
  }, BATCH)

  return async ({ caller, request }) => {
    const { machine_id: machineId, printFile, previewFile } = request
    const named = { machineId, fileIds: [printFile, previewFile].filter((id) => id !== null) }
    const ahead = caller instanceof ArrivedCaller ? caller.takeRows(named) : null
    const rows = ahead ?? (await read(named))
    if (rows.machine === null) throw new Refused('machine-unknown')
    const known = rows.files.filter(({ customerId }) => customerId === caller.customerId)
    return { machine: rows.machine, known }
  }
}

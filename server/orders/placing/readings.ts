import { sql } from 'drizzle-orm'
import { Refused } from '../../calls/refused.ts'
import { batched } from '../../database/batches.ts'
import type { Database } from '../../database/connect.ts'
import { files, machines } from '../../database/schema.ts'
import type { MachineRow } from '../../stations/machines.ts'
import type { OrderRequest } from './order-request.ts'
import type { KnownFiles } from './requested-files.ts'

/** What a request is judged by, besides prices. */
export interface Readings {
  readonly machine: MachineRow
  /** Those that the request names, of its customer's. */
  readonly known: KnownFiles
}

interface Wanted {
  readonly customerId: string
  readonly request: OrderRequest
}

const BATCH = { most: 64, atOnce: 2 } as const

const fileIdsOf = ({ printFile, previewFile }: OrderRequest): string[] =>
  previewFile === null ? [printFile] : [printFile, previewFile]

/** Reads for all requests of the same time together. @throws Refused `machine-unknown` */
export function openReadings(database: Database): (wanted: Wanted) => Promise<Readings> {
  const ofMachines = database
    .select()
    .from(machines)
    .where(sql`${machines.id} = any(${sql.placeholder('machineIds')})`)
    .as('of_machines')
  const ofFiles = database
    .select()
    .from(files)
    .where(sql`${files.id} = any(${sql.placeholder('fileIds')})`)
    .as('of_files')
  // Both in one round trip: a row is of the one or of the other.
  const rowsOf = database
    .select()
    .from(ofMachines)
    .fullJoin(ofFiles, sql`false`)
    .prepare('rows_of_orders')

  const read = batched(async (all: readonly Wanted[]) => {
    const rows = await rowsOf.execute({
      machineIds: [...new Set(all.map(({ request }) => request.machine_id))],
      fileIds: all.flatMap(({ request }) => fileIdsOf(request)),
    })
    const machineOf = new Map<string, MachineRow>()
    const fileOf = new Map<string, KnownFiles[number]>()
    for (const { of_machines: machine, of_files: file } of rows) {
      if (machine !== null) machineOf.set(machine.id, machine)
      if (file !== null) fileOf.set(file.id, file)
    }
    return all.map(({ customerId, request }) => ({
      machine: machineOf.get(request.machine_id),
      known: fileIdsOf(request).flatMap((id) => {
        const file = fileOf.get(id)
        return file?.customerId === customerId ? [file] : []
      }),
    }))
  }, BATCH)

  return async (wanted) => {
    const { machine, ...rest } = await read(wanted)
    if (machine === undefined) throw new Refused('machine-unknown')
    return { machine, ...rest }
  }
}

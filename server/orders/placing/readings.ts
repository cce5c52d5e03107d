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
  const ids = sql.placeholder('ids')
  const machinesOf = database
    .select()
    .from(machines)
    .where(sql`${machines.id} = any(${ids})`)
    .prepare('machines_of_orders')
  const filesOf = database
    .select()
    .from(files)
    .where(sql`${files.id} = any(${ids})`)
    .prepare('files_of_orders')

  const read = batched(async (all: readonly Wanted[]) => {
    const [machineRows, fileRows] = await Promise.all([
      machinesOf.execute({ ids: [...new Set(all.map(({ request }) => request.machine_id))] }),
      filesOf.execute({ ids: all.flatMap(({ request }) => fileIdsOf(request)) }),
    ])
    const machineOf = new Map(machineRows.map((row) => [row.id, row]))
    const fileOf = new Map(fileRows.map((row) => [row.id, row]))
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

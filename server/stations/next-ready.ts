import {
  inMinutes,
  type PrintKind,
  type QueuedPrint,
  readyRanges,
} from '#core/commerce/queue/waiting-time.ts'
import { canPrint, type MachineState } from '#core/commerce/stations/machine-state.ts'
import type { Minutes } from '#core/contract/entities/machine.ts'
import type { Queries } from '../database/connect.ts'
import { readLines } from './line.ts'
import { readPrintTimes } from './print-times.ts'

interface Machine {
  readonly id: string
  readonly state: MachineState
  readonly prints: readonly PrintKind[]
}

/**
 * When one more print would be ready at each of these machines; null where one cannot print now. Two
 * queries, however many machines there are and whatever else stands in their queues.
 */
export async function readNextReady(
  queries: Queries,
  machines: readonly Machine[],
  now: Date,
): Promise<(machineId: string) => Minutes | null> {
  const able = machines.filter(({ state }) => canPrint(state))
  if (able.length === 0) return () => null
  const ids = able.map(({ id }) => id)
  const lines = await readLines(queries, ids, now)
  const times = await readPrintTimes(queries, ids, now)
  const ready = new Map(
    able.map(({ id, prints: [kind = 'phone-case'] }) => {
      const line = lines.get(id) ?? []
      const next: QueuedPrint = { kind: line.at(-1)?.kind ?? kind, pieces: 1, elapsedMs: null }
      const range = readyRanges([...line, next], times(id)).at(-1)
      return [id, range === undefined ? null : inMinutes(range)] as const
    }),
  )
  return (machineId) => ready.get(machineId) ?? null
}

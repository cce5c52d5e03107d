import { z } from 'zod'
import { machineStates } from '../commerce/stations/machine-state.ts'
import { ticketSchema } from './entities/machine.ts'

/**
 * Where a machine's queue is told as it changes, as server-sent events
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html): `snapshot`, then `change`; with
 * each goes the `id` by which a lost connection goes on (`Last-Event-ID`). `own` names the caller's.
 */
export const queueEventsPath = (machineId: string): string =>
  `/v1/queue/${encodeURIComponent(machineId)}/events`

const machine = z.object({
  state: z.enum(machineStates),
  /** What its printer reports, by IPP's keywords. */
  faults: z.array(z.string()),
})

/** A ticket as everybody may see it. */
export const queueTicketSchema = ticketSchema.omit({ order_number: true })
export type QueueTicket = z.infer<typeof queueTicketSchema>

export const queueSnapshotSchema = z.object({ machine, tickets: z.array(queueTicketSchema) })
export type QueueSnapshot = z.infer<typeof queueSnapshotSchema>

/** What a snapshot becomes: tickets go by their print numbers, which one machine gives once. */
export const queueChangeSchema = z.object({
  machine,
  gone: z.array(z.number().int()),
  tickets: z.array(queueTicketSchema),
})
export type QueueChange = z.infer<typeof queueChangeSchema>

export const ownTicketsSchema = z.array(
  z.object({ printNumber: z.number().int(), order_number: z.string() }),
)
export type OwnTickets = z.infer<typeof ownTicketsSchema>

/** What changed between two snapshots; null where nothing did. */
export function changeOf(before: QueueSnapshot, after: QueueSnapshot): QueueChange | null {
  const kept = new Map(before.tickets.map((each) => [each.printNumber, JSON.stringify(each)]))
  const tickets = after.tickets.filter(
    (each) => kept.get(each.printNumber) !== JSON.stringify(each),
  )
  const stays = new Set(after.tickets.map(({ printNumber }) => printNumber))
  const gone = [...kept.keys()].filter((printNumber) => !stays.has(printNumber))
  const same = JSON.stringify(before.machine) === JSON.stringify(after.machine)
  if (same && gone.length === 0 && tickets.length === 0) return null
  return { machine: after.machine, gone, tickets }
}

/** A snapshot after a change. */
export function changed(before: QueueSnapshot, change: QueueChange): QueueSnapshot {
  const tickets = new Map(before.tickets.map((each) => [each.printNumber, each]))
  for (const printNumber of change.gone) tickets.delete(printNumber)
  for (const each of change.tickets) tickets.set(each.printNumber, each)
  return {
    machine: change.machine,
    tickets: [...tickets.values()].toSorted((one, other) => one.printNumber - other.printNumber),
  }
}

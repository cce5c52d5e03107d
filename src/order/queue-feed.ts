import {
  changed,
  ownTicketsSchema,
  type QueueSnapshot,
  type QueueTicket,
  queueChangeSchema,
  queueSnapshotSchema,
} from '#core/contract/queue-events.ts'

/** A ticket, and the customer's own order where it is theirs. */
export interface LiveTicket extends QueueTicket {
  readonly order_number: string | null
}

/** A machine's queue as it stands. */
export interface LiveQueue {
  readonly machine: QueueSnapshot['machine']
  readonly tickets: readonly LiveTicket[]
}

/**
 * Puts a queue together from its events.
 * @param show called with the queue after each event, once there was a snapshot
 */
export function queueFeed(show: (queue: LiveQueue) => void) {
  let snapshot: QueueSnapshot | null = null
  let own = new Map<number, string>()
  return (event: string, data: string): void => {
    const json: unknown = JSON.parse(data)
    if (event === 'snapshot') snapshot = queueSnapshotSchema.parse(json)
    else if (event === 'change' && snapshot !== null) {
      snapshot = changed(snapshot, queueChangeSchema.parse(json))
    } else if (event === 'own') {
      own = new Map(
        ownTicketsSchema.parse(json).map((each) => [each.printNumber, each.order_number]),
      )
    }
    if (snapshot === null) return
    const { machine, tickets } = snapshot
    show({
      machine,
      tickets: tickets.map((ticket) => ({
        ...ticket,
        order_number: own.get(ticket.printNumber) ?? null,
      })),
    })
  }
}

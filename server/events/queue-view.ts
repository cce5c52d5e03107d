import { createHash } from 'node:crypto'
import type { Queue } from '../stations/queue.ts'
import { eventText } from './event-stream.ts'

/** A queue as those who look at it are told of it. */
export interface QueueView {
  readonly queue: Queue
  /** Made of what is shown: the same on every server, and after a restart. */
  readonly id: string
  readonly snapshotText: string
  /** The event of each customer who has tickets here. */
  readonly ownTexts: ReadonlyMap<string, string>
}

const NOTHING_OWN = eventText('own', '[]')

/** The event of a customer's own tickets. */
export const ownText = ({ ownTexts }: QueueView, customerId: string): string =>
  ownTexts.get(customerId) ?? NOTHING_OWN

/** What brings somebody to the view: nothing, the changes since, or all of it. */
export function missedSince(
  { id, snapshotText }: QueueView,
  changes: readonly { readonly from: string; readonly text: string }[],
  lastId: string | null,
): readonly string[] {
  if (lastId === id) return []
  const since = changes.findLastIndex(({ from }) => from === lastId)
  return since < 0 ? [snapshotText] : changes.slice(since).map(({ text }) => text)
}

export function viewOf(queue: Queue): QueueView {
  const json = JSON.stringify(queue.snapshot)
  const id = idOf(json)
  const ownTexts = [...queue.own].map(
    ([customerId, tickets]) => [customerId, eventText('own', JSON.stringify(tickets))] as const,
  )
  return {
    queue,
    id,
    snapshotText: eventText('snapshot', json, id),
    ownTexts: new Map(ownTexts),
  }
}

const idOf = (json: string): string =>
  createHash('sha256').update(json).digest('base64url').slice(0, 16)

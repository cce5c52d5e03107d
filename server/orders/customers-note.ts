import { isFault } from '#core/commerce/stations/printer-faults.ts'
import type { orderEvents } from '../database/schema.ts'

type Noted = Pick<typeof orderEvents.$inferSelect, 'event' | 'actor' | 'note'>

/** Staff's reasons that are written for the customer; the form that asks for them says so. */
const told: readonly string[] = ['cancelled-by-staff', 'reprint-ordered']

/**
 * What a customer reads of an event's note: staff's reason for a cancel or a reprint, the station that
 * an order was moved to, a printer's own words. Anything else is between staff and their machines.
 */
export function customersNote({ event, actor, note }: Noted): string | null {
  if (note === null || event === 'moved-to-neighbour') return note
  if (actor === 'staff' && told.includes(event)) return note
  return note.split(' ').every(isFault) ? note : null
}

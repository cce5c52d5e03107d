import type { OrderEvent } from '../orders/order-events.ts'

/** What a station is found in (decisions, "Machines and scanning"). */
export const machineStates = [
  'ready',
  'printing',
  'maintenance',
  'out-of-stock',
  'faulty',
  'offline',
] as const
export type MachineState = (typeof machineStates)[number]

/** What is known of a station; its state follows from it. */
export interface MachineConditions {
  /** Set by staff. */
  readonly maintenance: boolean
  /** Its agent was heard once and is silent now. */
  readonly silent: boolean
  /** What its printer reports that stops it, by IPP's keywords (RFC 8011, 5.4.12). */
  readonly faults: readonly string[]
  /** Whether a job is printed now. */
  readonly printing: boolean
}

/** Printer state reasons that a refill cures. */
const emptiness: readonly string[] = [
  'media-empty',
  'media-needed',
  'marker-supply-empty',
  'toner-empty',
]

/** What its customers see of a station: the reason that lasts longest comes first. */
export function machineStateOf(conditions: MachineConditions): MachineState {
  const { maintenance, silent, faults, printing } = conditions
  if (maintenance) return 'maintenance'
  if (silent) return 'offline'
  if (faults.some((fault) => !emptiness.includes(fault))) return 'faulty'
  if (faults.length > 0) return 'out-of-stock'
  return printing ? 'printing' : 'ready'
}

/** Whether a station in that state takes orders and prints. */
export const canPrint = (state: MachineState): boolean => state === 'ready' || state === 'printing'

/** What a station's state means for the orders that wait there. */
export const eventOfState: Readonly<Record<MachineState, OrderEvent>> = {
  ready: 'station-ready',
  printing: 'station-ready',
  maintenance: 'station-rests',
  'out-of-stock': 'refill-needed',
  faulty: 'fault-reported',
  offline: 'fault-reported',
}

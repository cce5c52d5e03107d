/** What a printer says of itself: `printer-state` of RFC 8011, 5.4.11. */
export const printerStates = ['idle', 'processing', 'stopped'] as const
export type PrinterState = (typeof printerStates)[number]

/** `printer-state-reasons` (RFC 8011, 5.4.12) that keep a printer from printing. */
export const printerFaults = [
  'cover-open',
  'door-open',
  'fuser-over-temp',
  'fuser-under-temp',
  'input-tray-missing',
  'interlock-open',
  'marker-supply-empty',
  'marker-waste-full',
  'media-empty',
  'media-jam',
  'media-needed',
  'opc-life-over',
  'other',
  'output-area-full',
  'output-tray-missing',
  'paused',
  'shutdown',
  'stopped-partly',
  'timed-out',
  'toner-empty',
] as const
export type PrinterFault = (typeof printerFaults)[number]

const stopping: ReadonlySet<string> = new Set(printerFaults)

/** Said of a printer that stands still and does not say why. */
const UNNAMED = 'other'
/** Said of a printer that does not answer (RFC 8011: no response from the output device). */
export const NO_ANSWER = 'timed-out'

/** A reason without what tells how grave it is: that part follows the printer's state. */
export const plainReason = (reason: string): string =>
  reason.replace(/-(error|warning|report)$/, '')

/** Whether a word is one that a printer says, and nobody's own. */
export const isFault = (word: string): word is PrinterFault => stopping.has(word)

/** Those of a printer's reasons that keep it from printing; low supplies and the like do not. */
export function faultsOf(state: PrinterState, reasons: readonly string[]): string[] {
  const faults = [...new Set(reasons.map(plainReason))].filter((reason) => stopping.has(reason))
  return faults.length === 0 && state === 'stopped' ? [UNNAMED] : faults.sort()
}

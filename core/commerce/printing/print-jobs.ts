/**
 * Where a print job stands. An order has one job; each claim of it is an attempt with a fencing token
 * of its own, and only the holder of the newest token is listened to.
 */
export const printJobStates = [
  'queued',
  'held',
  /** A station has it, and has sent nothing to its printer. */
  'claimed',
  /** Written down before the first byte goes to the printer: from here it may have been printed. */
  'printing',
  'unknown',
  'printed',
  'cancelled',
] as const
export type PrintJobState = (typeof printJobStates)[number]

/** What happens to a print job; each belongs to a transition of its order. */
export type PrintJobStep =
  | 'hold'
  | 'resume'
  | 'move'
  | 'cancel'
  | 'claim'
  | 'lapse'
  | 'begin'
  | 'finish'
  | 'fail'
  | 'lose'
  | 'reprint'

interface PrintJobTransition {
  readonly from: readonly PrintJobState[]
  readonly to: PrintJobState
}

/** The one table of a print job's life. A job that may have been printed is never queued by it. */
export const printJobTransitions: Readonly<Record<PrintJobStep, PrintJobTransition>> = {
  hold: { from: ['queued', 'claimed'], to: 'held' },
  resume: { from: ['held'], to: 'queued' },
  move: { from: ['held'], to: 'queued' },
  claim: { from: ['queued'], to: 'claimed' },
  lapse: { from: ['claimed'], to: 'queued' },
  begin: { from: ['claimed'], to: 'printing' },
  finish: { from: ['printing', 'unknown'], to: 'printed' },
  // Said by who knows that nothing came out.
  fail: { from: ['printing', 'unknown'], to: 'held' },
  lose: { from: ['printing'], to: 'unknown' },
  // A claim that is cancelled begins no more: its holder is fenced out.
  cancel: { from: ['queued', 'held', 'claimed', 'unknown'], to: 'cancelled' },
  // By staff alone, with a reason.
  reprint: { from: ['printed'], to: 'queued' },
}

/** How an attempt ended; null while it goes on. */
export const attemptOutcomes = ['printed', 'failed', 'lapsed', 'held', 'lost', 'given-up'] as const
export type AttemptOutcome = (typeof attemptOutcomes)[number]

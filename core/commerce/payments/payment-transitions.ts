import type { LedgerMove } from './ledger.ts'

/**
 * Where a payment stands. `-due` means that the provider was asked and has not said yes yet: until
 * then the money counts as held.
 */
export const paymentStates = [
  'started',
  'authorised',
  'declined',
  'cancelled',
  'capture-due',
  'captured',
  'return-due',
  'voided',
  'refunded',
  /** The provider refuses for good; staff looks. */
  'stuck',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** What a provider says of a payment, by webhook or when it is asked. */
export const paymentFacts = [
  'authorised',
  'declined',
  'cancelled',
  'captured',
  'voided',
  'refunded',
  'refused',
] as const
export type PaymentFact = (typeof paymentFacts)[number]

/** What an order wants of its payment. */
export type PaymentCommand = 'capture' | 'return'

/** What a provider is asked to do; what was not captured is voided, what was is refunded. */
export type PaymentRequest = 'capture' | 'return'

export interface PaymentStep {
  readonly to: PaymentState
  /** Sent to the provider after the transaction, again and again until it has an end. */
  readonly ask?: PaymentRequest
  readonly moves: readonly LedgerMove[]
}

type Row = Readonly<Partial<Record<PaymentFact | PaymentCommand, PaymentStep>>>

const to = (
  state: PaymentState,
  moves: readonly LedgerMove[] = [],
  ask?: PaymentRequest,
): PaymentStep => (ask === undefined ? { to: state, moves } : { to: state, moves, ask })

/** A payment that ended without money: its provider may have taken some after all. */
const ended: Row = { authorised: to('authorised', ['charge']) }

/**
 * The one table of a payment's life. What is not named changes nothing: facts come twice and late. A
 * fact is what the provider answers when it is asked now; a webhook only says when to ask.
 */
export const paymentTransitions: Readonly<Record<PaymentState, Row>> = {
  started: {
    authorised: to('authorised', ['charge']),
    // A provider that was asked may know the end before its first word came through.
    captured: to('captured', ['charge', 'deliver']),
    declined: to('declined'),
    cancelled: to('cancelled'),
    voided: to('cancelled'),
    // Closes what is open there, so that nobody can pay it any more.
    return: to('return-due', [], 'return'),
  },
  declined: ended,
  cancelled: ended,
  authorised: {
    capture: to('capture-due', [], 'capture'),
    return: to('return-due', [], 'return'),
    captured: to('captured', ['deliver']),
    cancelled: to('voided', ['return']),
    voided: to('voided', ['return']),
  },
  'capture-due': {
    return: to('return-due', [], 'return'),
    captured: to('captured', ['deliver']),
    cancelled: to('stuck'),
    voided: to('stuck'),
    refused: to('stuck'),
  },
  captured: {
    return: to('return-due', [], 'return'),
    refunded: to('refunded', ['return']),
  },
  'return-due': {
    // It was paid in the same moment: charged, and asked to be given back all the same.
    authorised: to('return-due', ['charge'], 'return'),
    captured: to('return-due', ['charge'], 'return'),
    declined: to('voided'),
    cancelled: to('voided', ['return']),
    voided: to('voided', ['return']),
    refunded: to('refunded', ['return']),
    refused: to('stuck'),
  },
  voided: { captured: to('return-due', ['charge'], 'return') },
  refunded: {},
  stuck: {
    captured: to('captured', ['deliver']),
    voided: to('voided', ['return']),
    refunded: to('refunded', ['return']),
    return: to('return-due', [], 'return'),
  },
}

/** Where a payment goes; null where that means nothing (any more). */
export function stepPayment(
  state: PaymentState,
  what: PaymentFact | PaymentCommand,
): PaymentStep | null {
  return paymentTransitions[state][what] ?? null
}

/** States in which a payment's money is, or may come to be, the order's. */
export const settlingStates: readonly PaymentState[] = [
  'authorised',
  'capture-due',
  'captured',
  'stuck',
]

/** Whether a fact brings money that is the order's, if it has a use for it. */
export function settles(state: PaymentState, fact: PaymentFact): boolean {
  const step = stepPayment(state, fact)
  return step?.moves.includes('charge') === true && settlingStates.includes(step.to)
}

/** Whether a fact takes away money that was the order's. */
export function losesMoney(state: PaymentState, fact: PaymentFact): boolean {
  const step = stepPayment(state, fact)
  return step !== null && settlingStates.includes(state) && !settlingStates.includes(step.to)
}

/** Whether the money that an order had is gone, as its provider said while it was printed. */
export const isMoneyGone = (states: readonly PaymentState[]): boolean =>
  states.includes('stuck') && !states.some((state) => paidStates.includes(state))

const paidStates: readonly PaymentState[] = ['authorised', 'capture-due', 'captured']

/** States whose end only the provider knows: asked about until it is known. */
export const openStates: readonly PaymentState[] = ['started', 'capture-due', 'return-due']

/** Everything that can happen to an order that was placed. */
export const orderEvents = [
  'payment-authorised',
  'offline-payment-confirmed',
  'offline-payment-chosen',
  'card-payment-chosen',
  'payment-timed-out',
  'payment-lapsed',
  'cancelled-by-customer',
  'cancelled-by-staff',
  'item-or-station-gone',
  'job-claimed',
  'claim-lapsed',
  'printing-began',
  'printed',
  'print-failed',
  'print-lost',
  'reprint-ordered',
  'discharged',
  'fault-reported',
  'refill-needed',
  'station-rests',
  'station-ready',
  'moved-to-neighbour',
  'fault-not-cured',
  'collected',
  'handed-to-courier',
  'received',
  'receipt-assumed',
] as const
export type OrderEvent = (typeof orderEvents)[number]

export type Actor = 'customer' | 'staff' | 'station' | 'payment' | 'clock' | 'server'

/** What a transition does besides: carried out in its transaction, each exactly once. */
export const orderEffects = [
  'release-stock',
  'use-stock',
  'reserve-again',
  'move-reservation',
  'queue-print',
  'claim-print',
  'lapse-claim',
  'begin-print',
  'finish-print',
  'fail-print',
  'lose-print',
  'cancel-print',
  'hold-print',
  'resume-print',
  'move-print',
  'reprint',
  'capture-payment',
  'return-payment',
] as const
export type OrderEffect = (typeof orderEffects)[number]

import type { ServiceKey } from '#core/contract/services.ts'
import { limits } from '#core/limits.ts'
import type { Refusal } from '#core/refusals.ts'

/** How often something may be done: so many times in so many seconds. */
export interface RateLimit {
  readonly times: number
  readonly seconds: number
  /** Counted for each network address, each customer, each name of staff's, or each phone number. */
  readonly by: 'address' | 'customer' | 'phone' | 'username'
  /** Calls that count together share a name; without one, a call counts by itself. */
  readonly name?: string
  /** Only where this field of the request is filled in. */
  readonly field?: string
  /** Only calls that are refused so: wrong guesses. Without it, every call. */
  readonly refused?: Refusal
  /**
   * What is beyond is slowed down and never shut out: one call in so many seconds still passes from
   * each address. So nobody's guesses keep an account's owner from it.
   */
  readonly slowedToSeconds?: number
}

/** Ten wrong passwords for a number, then one in ten seconds. */
const passwordGuesses: RateLimit = {
  name: 'password-guess',
  times: 10,
  seconds: 900,
  by: 'phone',
  refused: 'credentials-wrong',
  slowedToSeconds: 10,
}

/** Wrong passwords of one of the staff, then their wrong codes: both are slowed down by their name. */
const staffGuesses = {
  times: 10,
  seconds: 900,
  by: 'username',
  slowedToSeconds: 10,
} as const satisfies Partial<RateLimit>
const staffPasswordGuesses: RateLimit = {
  ...staffGuesses,
  name: 'staff-password-guess',
  refused: 'credentials-wrong',
}
/** A ticket does not say whose it is: its account is counted once it is known. */
export const codeGuesses: RateLimit = {
  ...staffGuesses,
  name: 'second-factor-guess',
  refused: 'code-wrong',
}

/** A coupon's code is worth guessing: a new customer is made in an instant, an address is not. */
const couponGuess = {
  name: 'coupon-guess',
  seconds: 600,
  field: 'coupon',
  refused: 'coupon-not-usable',
} as const satisfies Partial<RateLimit>
const couponGuesses: readonly RateLimit[] = [
  { ...couponGuess, times: 10, by: 'customer' },
  { ...couponGuess, times: 60, by: 'address' },
]

/**
 * Every limit on how often something may be done; they are counted in the database, for all servers
 * together, before a request is validated. A station's visitors share one network address, so limits
 * by address are wide.
 */
export const rateLimits = {
  login: [{ times: 100, seconds: 300, by: 'address' }, passwordGuesses],
  // A code is looked at five times, by its own id: nobody else's tries keep its owner from it.
  register: [{ times: 100, seconds: 300, by: 'address' }],
  resetPassword: [{ times: 100, seconds: 300, by: 'address' }],
  bindPhone: [{ times: 100, seconds: 300, by: 'address' }],
  sendCode: [
    { times: 60, seconds: 3600, by: 'address' },
    { times: 10, seconds: 3600, by: 'phone' },
  ],
  changePassword: [
    { times: 100, seconds: 300, by: 'address' },
    { times: 10, seconds: 900, by: 'customer', refused: 'fields-wrong', slowedToSeconds: 10 },
  ],
  staffLogin: [{ times: 100, seconds: 300, by: 'address' }, staffPasswordGuesses],
  // Guesses count with those of the login: a session that was stolen has no more of them.
  changeStaffPassword: [
    { times: 100, seconds: 300, by: 'address' },
    staffPasswordGuesses,
    codeGuesses,
  ],
  secondFactor: [{ times: 100, seconds: 300, by: 'address' }],
  deviceLogin: [{ times: 200, seconds: 300, by: 'address' }],
  verifyToken: [{ times: 1200, seconds: 60, by: 'address' }],
  saveAddress: [{ times: 60, seconds: 60, by: 'customer' }],
  saveSize: [{ times: 60, seconds: 60, by: 'customer' }],
  quoteOrder: [{ times: 240, seconds: 60, by: 'customer' }, ...couponGuesses],
  neighbours: [{ times: 120, seconds: 60, by: 'customer' }],
  moveToNeighbour: [{ times: 30, seconds: 60, by: 'customer' }],
  placeOrder: [{ times: 60, seconds: 60, by: 'customer' }, ...couponGuesses],
  beginPayment: [{ times: 60, seconds: 60, by: 'customer' }],
  imagingOffer: [{ times: 600, seconds: 60, by: 'address' }],
  beginImaging: [
    { times: 60, seconds: 3600, by: 'customer' },
    { times: 600, seconds: 3600, by: 'address' },
  ],
  imagingJob: [{ times: 240, seconds: 60, by: 'customer' }],
  cancelImaging: [{ times: 240, seconds: 60, by: 'customer' }],
  forgetImaging: [{ times: 240, seconds: 60, by: 'customer' }],
  paymentState: [{ times: 120, seconds: 60, by: 'customer' }],
} as const satisfies Partial<Readonly<Record<ServiceKey, readonly RateLimit[]>>>

/** What is uploaded in a day, in units of so many bytes, rounded up: the table counts in 32 bits. */
export const UPLOAD_UNIT_BYTES = 1024
export const uploadLimits: readonly RateLimit[] = [
  { times: limits.uploadDayBytesMax / UPLOAD_UNIT_BYTES, seconds: 86_400, by: 'customer' },
  { times: limits.uploadAddressDayBytesMax / UPLOAD_UNIT_BYTES, seconds: 86_400, by: 'address' },
]

/** Requests of one network address to one server process, counted before their body is read. */
export const floodLimit = { times: 3000, seconds: 10 } as const

/** Calls that wait for something, and streams: how many may be open at once, in one server process. */
export const atOnceLimits = {
  followOrder: { customer: 6, address: 300 },
  queueEvents: { customer: 6, address: 600 },
  imagingEvents: { customer: 6, address: 300 },
} as const satisfies Partial<Readonly<Record<AtOnceKey, object>>>
export type AtOnceKey = ServiceKey | 'queueEvents' | 'imagingEvents'

/**
 * The closed set of why a call is refused. `code` is the business code of the envelope, `params`
 * names what its message may interpolate; the message itself is in `locales/<code>/errors.json`.
 */
export const refusalTable = {
  'signed-out': { code: 401, params: [] },
  'fields-wrong': { code: 422, params: [] },
  'credentials-wrong': { code: 422, params: [] },
  'coupon-not-usable': { code: 422, params: [] },
  'file-refused': { code: 422, params: [] },
  'colour-system': { code: 422, params: [] },
  'product-unknown': { code: 422, params: [] },
  'too-large': { code: 422, params: [] },
  'does-not-fit': { code: 422, params: ['most'] },
  'service-unknown': { code: 404, params: [] },
  'machine-unknown': { code: 404, params: [] },
  'order-unknown': { code: 404, params: [] },
  'address-unknown': { code: 404, params: [] },
  'size-unknown': { code: 404, params: [] },
  'file-unknown': { code: 404, params: [] },
  'session-unknown': { code: 404, params: [] },
  'withdrawal-unknown': { code: 404, params: [] },
  'code-wrong': { code: 422, params: [] },
  'ticket-over': { code: 422, params: [] },
  'stock-reserved': { code: 422, params: ['least'] },
  'balance-exceeded': { code: 422, params: [] },
  'withdrawal-decided': { code: 409, params: [] },
  'phone-taken': { code: 409, params: [] },
  'already-bound': { code: 409, params: [] },
  'print-file-wrong': { code: 422, params: [] },
  'key-reused': { code: 409, params: [] },
  'already-done': { code: 409, params: [] },
  'price-changed': { code: 409, params: [] },
  'order-moved-on': { code: 409, params: [] },
  'pickup-code-wrong': { code: 422, params: [] },
  'pickup-elsewhere': { code: 409, params: ['station'] },
  'pickup-not-printed': { code: 409, params: [] },
  'pickup-collected': { code: 409, params: [] },
  'pickup-called-off': { code: 409, params: [] },
  'not-scanned': { code: 423, params: [] },
  'station-maintenance': { code: 423, params: [] },
  'station-out-of-stock': { code: 423, params: [] },
  'station-faulty': { code: 423, params: [] },
  'station-offline': { code: 423, params: [] },
  'station-full': { code: 423, params: [] },
  'station-cannot-print': { code: 423, params: [] },
  'item-out-of-stock': { code: 423, params: [] },
  'too-many-pieces': { code: 422, params: ['most'] },
  'too-many-unpaid': { code: 429, params: ['most'] },
  'unpaid-hold-all': { code: 429, params: [] },
  'too-many-calls': { code: 429, params: ['seconds'] },
  'not-encrypted': { code: 422, params: [] },
  'imaging-unknown': { code: 404, params: [] },
  'imaging-unavailable': { code: 503, params: [] },
  'imaging-busy': { code: 503, params: ['seconds'] },
  'too-many-imaging': { code: 429, params: ['most'] },
  'payment-unavailable': { code: 503, params: [] },
  'message-failed': { code: 503, params: [] },
  'server-fault': { code: 500, params: [] },
} as const satisfies Record<string, { readonly code: number; readonly params: readonly string[] }>

export type Refusal = keyof typeof refusalTable

const refusals = Object.keys(refusalTable)

/** Whether `text` names a refusal of the closed set. */
export const isRefusal = (text: string): text is Refusal => refusals.includes(text)

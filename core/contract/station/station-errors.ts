/** Why the server refuses what a station's agent asks: a closed set, with its HTTP status. */
export const stationErrors = {
  /** The request is not one of the protocol. */
  'request-wrong': 422,
  /** No such enrolment code, or one that was used or is too old. */
  'code-wrong': 403,
  /** The machine has an agent, and the code does not say that a new one takes its place. */
  'agent-present': 409,
  'agent-unknown': 401,
  'agent-revoked': 403,
  'signature-wrong': 401,
  /** The agent's clock is off: sign again by the time of this answer. */
  'time-wrong': 401,
  /** The nonce was used. */
  replayed: 409,
  'job-unknown': 404,
  /** Another claim of the job is newer, or the job has moved on: nothing more may be done for it. */
  fenced: 409,
  'file-unknown': 404,
  'order-unknown': 404,
  'pickup-refused': 409,
  'too-many': 429,
  'server-fault': 500,
} as const
export type StationError = keyof typeof stationErrors

const known = Object.keys(stationErrors)
export const isStationError = (text: string): text is StationError => known.includes(text)

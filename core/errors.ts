import { refusalTable } from './refusals.ts'

/**
 * The closed set of what can go wrong. The key is the code, and also the key of the customer's
 * message in `locales/<code>/errors.json`; `params` names what that message may interpolate.
 */
export const errorTable = {
  cancelled: { params: [] },
  'internal-fault': { params: [] },
  'worker-died': { params: [] },
  'script-failed': { params: [] },
  'network-failed': { params: [] },
  'download-damaged': { params: [] },
  'upload-format': { params: [] },
  'photo-heic': { params: [] },
  'photo-damaged': { params: [] },
  'photo-too-large': { params: ['maxMegapixels'] },
  'photo-too-long': { params: ['maxPixels'] },
  'photo-too-many-bytes': { params: ['maxMegabytes'] },
  'photo-missing': { params: [] },
  'storage-full': { params: [] },
  'storage-unavailable': { params: [] },
  'design-unreadable': { params: [] },
  'design-newer': { params: [] },
  'draft-missing': { params: [] },
  'no-face': { params: [] },
  'face-too-small': { params: [] },
  'face-too-blurred': { params: [] },
  'person-not-found': { params: [] },
  'nothing-painted': { params: [] },
  'nothing-stands-out': { params: [] },
  'tool-unavailable': { params: [] },
  'device-too-weak': { params: [] },
  'imaging-failed': { params: [] },
  'font-failed': { params: ['font'] },
  'draw-failed': { params: [] },
  'network-abnormal': { params: [] },
  'network-timeout': { params: [] },
  'not-authorised': { params: [] },
  'no-answer': { params: [] },
  'server-said': { params: ['message'] },
  'upload-failed': { params: [] },
  'place-unknown': { params: [] },
  ...refusalTable,
} as const satisfies Record<string, { readonly params: readonly string[] }>

export type ErrorCode = keyof typeof errorTable
export type ErrorParams = Readonly<Record<string, string | number>>

/** An error as plain data: it survives `postMessage`, JSON and comlink. */
export interface Fault {
  readonly code: ErrorCode
  readonly params: ErrorParams
  /** For the log, never for the customer. */
  readonly cause: string
}

/** What a call that may fail answers. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault }

/** Thrown inside a module; turned into a {@link Fault} at its border by {@link outcomeOf}. */
export class StampaError extends Error {
  readonly fault: Fault

  constructor(code: ErrorCode, options: { params?: ErrorParams; cause?: unknown } = {}) {
    super(code, { cause: options.cause })
    this.name = 'StampaError'
    this.fault = { code, params: options.params ?? {}, cause: describeCause(options.cause) }
  }
}

export const succeed = <T>(value: T): Outcome<T> => ({ ok: true, value })

export const fail = (
  code: ErrorCode,
  options: { params?: ErrorParams; cause?: unknown } = {},
): Outcome<never> => ({ ok: false, fault: new StampaError(code, options).fault })

/** The fault that stands for anything thrown; unknown throws become `internal-fault`. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof StampaError) return thrown.fault
  return { code: 'internal-fault', params: {}, cause: describeCause(thrown) }
}

/** Runs `work` and gives its result or its fault as a value: the border of a module. */
export async function outcomeOf<T>(work: () => Promise<T> | T): Promise<Outcome<T>> {
  try {
    return succeed(await work())
  } catch (thrown) {
    return { ok: false, fault: faultOf(thrown) }
  }
}

/** The value of a successful outcome; a fault is thrown again as a {@link StampaError}. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  const { code, params, cause } = outcome.fault
  throw new StampaError(code, { params, cause })
}

/** What work makes, or something else where it fails; a cancel stays one. */
export async function madeOr<T, Else>(
  otherwise: Else,
  work: () => Promise<T> | T,
): Promise<T | Else> {
  const made = await outcomeOf(work)
  return made.ok || made.fault.code === 'cancelled' ? unwrap(made) : otherwise
}

function describeCause(cause: unknown): string {
  if (cause === undefined) return ''
  if (cause instanceof Error) return `${cause.name}: ${cause.message}`
  return typeof cause === 'string' ? cause : JSON.stringify(cause)
}

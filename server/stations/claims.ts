import { createHmac, timingSafeEqual } from 'node:crypto'

/** A claim of a scan holds for the customer's session. */
const SESSION_MS = 2 * 3_600_000
/** A station's screen shows a fresh code every minute; one that was just replaced still holds. */
const SCREEN_MS = 150_000
/** A sticker is printed once. */
const STICKER_MS = 10 * 365 * 86_400_000

/** Says that somebody stood before a machine: an HMAC over machine and time (decisions). */
export interface Claims {
  /** What a station's screen shows now. */
  readonly forScreen: (machineId: string) => string
  readonly forSticker: (machineId: string) => string
  /** The claim that a good claim is exchanged for, or null. */
  readonly exchange: (
    machineId: string,
    claim: string,
  ) => { readonly claim: string; readonly validUntilMs: number } | null
  readonly isValid: (machineId: string, claim: string) => boolean
}

/** @param secret at least 32 characters */
export function createClaims(secret: string, nowMs: () => number = Date.now): Claims {
  const signature = (machineId: string, until: string) =>
    createHmac('sha256', secret).update(`claim ${until} ${machineId}`).digest()
  const make = (machineId: string, untilMs: number): string => {
    const until = Math.floor(untilMs / 1000).toString(36)
    return `${until}.${signature(machineId, until).toString('base64url')}`
  }
  const isValid = (machineId: string, claim: string): boolean => {
    const [until = '', signed = ''] = claim.split('.')
    const given = Buffer.from(signed, 'base64url')
    const expected = signature(machineId, until)
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false
    return Number.parseInt(until, 36) * 1000 > nowMs()
  }
  return {
    forScreen: (machineId) => make(machineId, nowMs() + SCREEN_MS),
    forSticker: (machineId) => make(machineId, nowMs() + STICKER_MS),
    isValid,
    exchange: (machineId, claim) => {
      if (!isValid(machineId, claim)) return null
      const validUntilMs = nowMs() + SESSION_MS
      return { claim: make(machineId, validUntilMs), validUntilMs }
    },
  }
}

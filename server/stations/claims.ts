import {
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** Where a claim was given out: a station's screen, a sticker on it, or here for a session. */
type ClaimKind = 'screen' | 'sticker' | 'session'

const lifetimesMs: Readonly<Record<ClaimKind, number>> = {
  /** A screen shows a fresh code every minute; one that was just replaced still holds. */
  screen: 150_000,
  /** A sticker is printed once. */
  sticker: 10 * 365 * 86_400_000,
  session: 2 * 3_600_000,
}

/** Says that somebody stood before a machine: an HMAC over machine and time (decisions). */
export interface Claims {
  /** What a station's screen shows now. */
  readonly forScreen: (machineId: string) => string
  readonly forSticker: (machineId: string) => string
  /** What a scan becomes; each is a scan of its own. */
  readonly forSession: (machineId: string) => string
  /** The claim that a scanned one is exchanged for, or null; a session's own is not exchanged. */
  readonly exchange: (
    machineId: string,
    claim: string,
  ) => { readonly claim: string; readonly validUntilMs: number } | null
  /** Which scan a session's claim stands for, or null where it holds no (more). */
  readonly scanOf: (machineId: string, claim: string) => string | null
  /** What stands for a network address where orders are counted by it. */
  readonly networkMark: (address: string) => string
}

/**
 * @param secret at least 32 characters
 * @param previousSecrets by which claims may have been signed that still hold
 */
export function createClaims(
  secret: string,
  nowMs: () => number = Date.now,
  previousSecrets: readonly string[] = [],
): Claims {
  // Made once: a key that is text is read anew for each signature.
  const own = createSecretKey(secret, 'utf8')
  const keys = [own, ...previousSecrets.map((each) => createSecretKey(each, 'utf8'))]
  // JSON delimits the fields: no two lists of them sign alike.
  const sign = (key: KeyObject, ...fields: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(fields)).digest()
  const make = (kind: ClaimKind, machineId: string): string => {
    const until = Math.floor((nowMs() + lifetimesMs[kind]) / 1000).toString(36)
    const scan = kind === 'session' ? randomBytes(12).toString('base64url') : ''
    const signature = sign(own, 'claim', kind, machineId, until, scan)
    return [kind, until, scan, signature.toString('base64url')].join('.')
  }
  const read = (machineId: string, claim: string) => {
    const [kind = '', until = '', scan = '', signed = ''] = claim.split('.')
    const given = Buffer.from(signed, 'base64url')
    const isSigned = keys.some((key) => {
      const expected = sign(key, 'claim', kind, machineId, until, scan)
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    if (!isSigned) return null
    return Number.parseInt(until, 36) * 1000 > nowMs() ? { kind, scan } : null
  }
  return {
    forScreen: (machineId) => make('screen', machineId),
    forSticker: (machineId) => make('sticker', machineId),
    forSession: (machineId) => make('session', machineId),
    scanOf: (machineId, claim) => {
      const known = read(machineId, claim)
      return known?.kind === 'session' ? known.scan : null
    },
    exchange: (machineId, claim) => {
      const known = read(machineId, claim)
      if (known === null || known.kind === 'session') return null
      const validUntilMs = nowMs() + lifetimesMs.session
      return { claim: make('session', machineId), validUntilMs }
    },
    networkMark: (address) => sign(own, 'network', address).toString('base64url').slice(0, 22),
  }
}

/** The headers of a signed request of a station's agent; every answer carries `time`. */
export const signedHeaders = {
  agent: 'stampa-agent',
  time: 'stampa-time',
  nonce: 'stampa-nonce',
  signature: 'stampa-signature',
} as const

/** A request as it is signed. */
export interface SignedRequest {
  readonly method: string
  /** With its query, from the first slash. */
  readonly path: string
  /** SHA-256 of the body's bytes, in hex; of no bytes where there is no body. */
  readonly bodyHash: string
  /** Milliseconds since 1970, by the server's clock as the agent knows it. */
  readonly timeMs: number
  readonly nonce: string
}

/** The text that an agent signs with Ed25519: no two requests have the same. */
export const signedText = ({ method, path, bodyHash, timeMs, nonce }: SignedRequest): string =>
  ['stampa-station-1', method.toUpperCase(), path, bodyHash, timeMs, nonce].join('\n')

/** How far the time of a request may be off the server's. */
export const SKEW_MAX_MS = 30_000

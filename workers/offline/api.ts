/** What pages and the service worker know of each other. */

/** Its script; its scope is the whole origin. */
export const SERVICE_WORKER_PATH = '/service-worker.js'

/**
 * Held, shared, by every page of a build as long as it lives: what its build is made of stays on the
 * device until then.
 * @param version {@link OfflineFiles.version}
 */
export const pageLock = (version: string): string => `${PAGE_LOCK_PREFIX}${version}`

export const PAGE_LOCK_PREFIX = 'stampa-page:'

export type PageMessage =
  /** A page runs: its language's words are kept, and what it fetched before a worker was there. */
  | {
      readonly kind: 'started'
      readonly language: string
      readonly fetched: readonly string[]
      /** Keeps nothing else: the connection's bytes are to be saved. */
      readonly sparing: boolean
    }
  /** The customer wants the new version now. */
  | { readonly kind: 'take-over' }

/** A message as it arrives, or null where it is none of ours. */
export function pageMessageOf(data: unknown): PageMessage | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  if (data.kind === 'take-over') return { kind: 'take-over' }
  if (data.kind !== 'started' || !('language' in data) || !('fetched' in data)) return null
  const { language, fetched } = data
  if (typeof language !== 'string' || !Array.isArray(fetched)) return null
  return {
    kind: 'started',
    language,
    fetched: fetched.filter((each): each is string => typeof each === 'string'),
    sparing: 'sparing' in data && data.sparing === true,
  }
}

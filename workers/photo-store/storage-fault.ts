import { StampaError } from '#core/errors.ts'

/** What the browser's storage threw, in our words. */
export function storageFault(thrown: unknown): StampaError {
  if (thrown instanceof StampaError) return thrown
  const full = thrown instanceof DOMException && thrown.name === 'QuotaExceededError'
  return new StampaError(full ? 'storage-full' : 'storage-unavailable', { cause: thrown })
}

export const isNotFound = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === 'NotFoundError'

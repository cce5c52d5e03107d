import { fail, type Outcome, succeed } from '#core/errors.ts'
import { library } from '../worker-clients/library.ts'
import { photosInDrafts } from './draft-store.ts'
import { hintedWaitingOrders } from './waiting-hint.ts'

/** Held, shared, by every open editor of every tab; pruning wants it alone. */
const editorsLock = 'stampa-editors'
const persistAskedKey = 'HL_storage_persist_asked'

/**
 * Says that an editor is open: its undo history may need photos that no stored draft names.
 * Settles when no pruning runs any more.
 * @returns the way to say that it is closed
 */
export function holdPhotos(): Promise<() => void> {
  if (navigator.locks === undefined) return Promise.resolve(() => undefined)
  return new Promise((granted, refused) => {
    const whileOpen = () => new Promise<void>((close) => granted(close))
    navigator.locks.request(editorsLock, { mode: 'shared' }, whileOpen).catch(refused)
  })
}

/**
 * Deletes stored photos that no draft and no waiting order uses; does nothing while an editor is open in any tab.
 * @returns how many were deleted
 */
export async function prunePhotos(): Promise<Outcome<number>> {
  if (navigator.locks === undefined) return succeed(0)
  return await navigator.locks.request(editorsLock, { ifAvailable: true }, async (lock) => {
    if (lock === null) return succeed(0)
    const used = await photosInDrafts()
    if (!used.ok) return used
    const ordered = await photosOrdered()
    if (!ordered.ok) return ordered
    return used.value === null ? succeed(0) : await library.prune([...used.value, ...ordered.value])
  })
}

/** Few visits have orders that wait, and need what reads them. */
async function photosOrdered(): Promise<Outcome<readonly string[]>> {
  if (!hintedWaitingOrders()) return succeed([])
  try {
    const { photosInWaitingOrders } = await import('./waiting-order-store.ts')
    return await photosInWaitingOrders()
  } catch (cause) {
    return fail('script-failed', { cause })
  }
}

/** Asks the browser, once, not to clear the customer's designs when space is short. */
export async function askToPersist(): Promise<void> {
  if (localStorage.getItem(persistAskedKey) !== null) return
  localStorage.setItem(persistAskedKey, '1')
  // A refusal changes nothing that we could do.
  await navigator.storage?.persist?.().catch(() => false)
}

import { forgetStored, readStored, writeStored } from './local-storage.ts'

const KEY = 'HL_waiting_orders'
const listeners = new Set<() => void>()

/** Whether orders wait on this device: known at once, where they themselves need a database. */
export const hintedWaitingOrders = (): boolean => readStored(KEY) !== null

export function hintWaitingOrders(any: boolean): void {
  if (any) writeStored(KEY, '1')
  else forgetStored(KEY)
  for (const listener of listeners) listener()
}

/** Hears of this tab and of others; answers the way to stop. */
export function onWaitingHint(listener: () => void): () => void {
  const fromElsewhere = (event: StorageEvent) => {
    if (event.key === KEY) listener()
  }
  listeners.add(listener)
  addEventListener('storage', fromElsewhere)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromElsewhere)
  }
}

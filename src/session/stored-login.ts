import { readStoredLogin, type StoredLogin, storageKeyOf } from '#core/session/session.ts'
import { forgetStored, readStored, writeStored } from '#src/storage/local-storage.ts'

const KEY = storageKeyOf('bindWx')

/** The login of this device, or null; what is damaged counts as none. */
export const storedLogin = (): StoredLogin | null => readStoredLogin(readStored(KEY))

/** Keeps a login under `bindWx` from now on; null signs this device out, in every tab. */
export function storeLogin(login: Omit<StoredLogin, 'storedAtMs'> | null): StoredLogin | null {
  const stored = login && { ...login, storedAtMs: Date.now() }
  if (stored === null) forgetStored(KEY)
  else writeStored(KEY, JSON.stringify(stored))
  for (const listener of listeners) listener()
  return stored
}

/** Signs this device out; this tab itself hears nothing of it, because its page is loaded anew. */
export const forgetLogin = (): void => forgetStored(KEY)

const listeners = new Set<() => void>()

/** Hears of logins of this tab and of others. */
export function onLogin(listener: () => void): () => void {
  const fromElsewhere = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener()
  }
  listeners.add(listener)
  addEventListener('storage', fromElsewhere)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', fromElsewhere)
  }
}

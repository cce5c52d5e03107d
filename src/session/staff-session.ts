import type { StaffRole } from '#core/contract/entities/staff.ts'
import { storageKeyOf } from '#core/session/session.ts'
import { storedFields } from '#core/session/stored-fields.ts'
import { forgetTabValue, readTabValue, writeTabValue } from '#src/storage/tab-storage.ts'

const roles: readonly StaffRole[] = ['staff', 'partner', 'operator']

/** The session of one of the staff or a partner: kept in this tab alone, for stations are shared. */
export interface StaffSession {
  readonly token: string
  readonly name: string
  readonly role: StaffRole
  readonly expiresAtMs: number
}

const KEY = storageKeyOf('staff')
const listeners = new Set<() => void>()
let session: StaffSession | null = readSession()

/** Who of the staff is signed in here, or null. */
export const storedStaff = (): StaffSession | null =>
  session !== null && session.expiresAtMs > Date.now() ? session : null

/** Signs in; null signs out. */
export function storeStaff(next: StaffSession | null): void {
  session = next
  if (next === null) forgetTabValue(KEY)
  else writeTabValue(KEY, JSON.stringify(next))
  for (const listener of listeners) listener()
}

export function onStaff(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function readSession(): StaffSession | null {
  const kept = storedFields(readTabValue(KEY))
  const role = roles.find((each) => each === kept.text('role'))
  const [token, name, expiresAtMs] = [
    kept.text('token'),
    kept.text('name'),
    kept.number('expiresAtMs'),
  ]
  if (token === null || name === null || role === undefined || expiresAtMs === null) return null
  return { token, name, role, expiresAtMs }
}

/** The session of one of the staff or a partner: kept in this tab alone, for stations are shared. */
export interface StaffSession {
  readonly token: string
  readonly name: string
  readonly role: 'staff' | 'partner' | 'operator'
  readonly expiresAtMs: number
}

const KEY = 'HL_staff'
const listeners = new Set<() => void>()
let session: StaffSession | null = readSession()

/** Who of the staff is signed in here, or null. */
export const storedStaff = (): StaffSession | null =>
  session !== null && session.expiresAtMs > Date.now() ? session : null

/** Signs in; null signs out. */
export function storeStaff(next: StaffSession | null): void {
  session = next
  try {
    if (next === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // It holds until the page is left.
  }
  for (const listener of listeners) listener()
}

export function onStaff(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function readSession(): StaffSession | null {
  try {
    const { token, name, role, expiresAtMs } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    const sound =
      [token, name].every((text) => typeof text === 'string') &&
      ['staff', 'partner', 'operator'].includes(role) &&
      typeof expiresAtMs === 'number'
    return sound ? { token, name, role, expiresAtMs } : null
  } catch {
    return null
  }
}

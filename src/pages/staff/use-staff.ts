import { useSyncExternalStore } from 'react'
import { forgetWithSession } from '#src/api/cached-calls.ts'
import { onStaff, type StaffSession, storedStaff } from '#src/session/staff-session.ts'

forgetWithSession({ token: () => storedStaff()?.token ?? null, onChange: onStaff })

/** Who of the staff is signed in here, or null. */
export const useStaff = (): StaffSession | null => useSyncExternalStore(onStaff, storedStaff)

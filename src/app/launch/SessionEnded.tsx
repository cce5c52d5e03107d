import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { onSignedOut } from '#src/session/signed-out.ts'
import { patient } from '#src/shell/patient.ts'
import { sessionEndedAtom, tokenRefusedAtom } from '#src/state/session.ts'

const SessionEndedDialog = lazy(patient(() => import('./SessionEndedDialog.tsx')))

/** Asks to sign in again where a call's token was refused; what it is made of comes then. */
export function SessionEnded() {
  const [open, setOpen] = useAtom(sessionEndedAtom)
  const refused = useAtomValue(tokenRefusedAtom)
  // Where the token check was first, the launch rules already lead to the login selection.
  useEffect(() => onSignedOut(() => setOpen(!refused)), [refused, setOpen])
  if (!open) return null
  return (
    <Suspense fallback={null}>
      <SessionEndedDialog />
    </Suspense>
  )
}

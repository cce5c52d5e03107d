import { useSetAtom } from 'jotai'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Login } from '#core/contract/entities/account.ts'
import { loginAtom } from '#src/state/session.ts'
import { takeWanted } from '#src/state/wanted-address.ts'
import { addressOf } from '../addresses.ts'

/** Keeps a login that succeeded and goes where its customer was going. */
export function useArrival(): (login: Login) => void {
  const navigate = useNavigate()
  const setLogin = useSetAtom(loginAtom)
  return useCallback(
    (login) => {
      setLogin(login)
      void navigate(takeWanted() ?? addressOf('mall'), { replace: true })
    },
    [navigate, setLogin],
  )
}

import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { formatAddress, parseAddress } from '#core/launch/address.ts'
import { type Relaunch, relaunchOf } from '#core/launch/launch-rules.ts'
import { useLanguage } from '#src/i18n/use-language.ts'
import { loginAtom, machineIdAtom, sessionEndedAtom, tokenRefusedAtom } from '#src/state/session.ts'
import { keepWanted } from '#src/state/wanted-address.ts'
import { useScan } from './use-scan.ts'
import { useTokenCheck } from './use-token-check.ts'

/** Asks the launch rules at every address, and whenever the app is shown again. */
export function LaunchGate({ children }: { readonly children: ReactNode }) {
  const navigate = useNavigate()
  const shown = useShown()
  useScan()
  useTokenCheck(shown)
  const { relaunch, here } = useRelaunch()
  useEffect(() => {
    if (relaunch === null) return
    if (relaunch.rule === 'not-signed-in' || relaunch.rule === 'token-refused') keepWanted(here)
    void navigate(formatAddress(relaunch), { replace: true })
  }, [relaunch, here, navigate])
  return relaunch === null ? children : null
}

function useRelaunch(): { readonly relaunch: Relaunch | null; readonly here: string } {
  const { pathname, search, key } = useLocation()
  const login = useAtomValue(loginAtom)
  const asked = useAtomValue(sessionEndedAtom)
  const tokenRefused = useAtomValue(tokenRefusedAtom) && !asked
  const machineId = useAtomValue(machineIdAtom)
  const { code } = useLanguage()
  const here = pathname + search
  const { path, query } = parseAddress(here)
  const relaunch = relaunchOf({
    // The router's name for an address that was not come to from another one.
    opened: key === 'default',
    path,
    query,
    nowMs: Date.now(),
    session: {
      login,
      tokenRefused,
      machineId,
      storedLanguage: code,
      machineLanguage: null,
      deploymentLanguage: code,
    },
  })
  return { relaunch, here }
}

/** Counts how often the page came into sight: a login may have grown old meanwhile. */
function useShown(): number {
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') setTimes((count) => count + 1)
    }
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pageshow', look)
    }
  }, [])
  return times
}

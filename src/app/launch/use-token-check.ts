import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { loginAtom, tokenRefusedAtom } from '#src/state/session.ts'

/**
 * Asks `User.verifyToken` whenever the app is shown. A network that fails proves nothing against the
 * token.
 * @param shown changes each time
 */
export function useTokenCheck(shown: number): void {
  const token = useAtomValue(loginAtom)?.token
  const refuse = useSetAtom(tokenRefusedAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again each time it is shown
  useEffect(() => {
    if (!token) return
    const stop = new AbortController()
    const ask = async () => {
      const [{ call }, { verifyToken }] = await Promise.all([
        import('#src/api/calls.ts'),
        import('#core/contract/services/accounts.ts'),
      ])
      const answer = await call(verifyToken, { token }, { signal: stop.signal })
      if (answer.ok && !answer.value.value.valid) refuse(true)
    }
    ask().catch(() => {
      // The script did not arrive: the next time it is shown asks again.
    })
    return () => stop.abort()
  }, [token, shown, refuse])
}

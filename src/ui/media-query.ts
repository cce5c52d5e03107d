import { useMemo, useSyncExternalStore } from 'react'

/** Whether the media query holds now; follows its changes. */
export function useMediaQuery(query: string): boolean {
  // Made and listened to once: with every render anew it is much of what a render costs.
  const [follow, holds] = useMemo(() => {
    const list = matchMedia(query)
    const following = (changed: () => void) => {
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    }
    return [following, () => list.matches] as const
  }, [query])
  return useSyncExternalStore(follow, holds)
}

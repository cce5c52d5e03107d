import { useAtom } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useStudioLayout } from '#src/state/layout.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { studioOverAtom } from '#src/state/studio-over.ts'

const isMark = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'studioOver' in state

/**
 * One step back closes what lies over the studio instead of leaving it: while a panel that covers
 * the stage, the finished preview, a menu or a dialog is open, it has a history entry of its own.
 * What is closed by its button takes its entry along; what lies over a panel closes before it.
 */
export function useBackCloses(): void {
  const [panel, setPanel] = useAtom(openPanelAtom)
  const [lies, setLies] = useAtom(studioOverAtom)
  const docked = useStudioLayout() === 'full'
  const over = lies !== null || panel === 'preview' || (panel !== null && !docked)
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  // Counted here, not read from the router: a quick step back comes before the router has shown
  // the entry that it leaves, and would be missed.
  const entry = useRef<'none' | 'pushed' | 'leaving'>(isMark(state) ? 'pushed' : 'none')
  const settle = useEffectEvent(() => {
    if (over && entry.current === 'none') {
      entry.current = 'pushed'
      void navigate({ pathname, search }, { state: { studioOver: true } })
    } else if (!over && entry.current === 'pushed') {
      entry.current = 'leaving'
      void navigate(-1)
    }
  })
  const stepBack = useEffectEvent(() => {
    const was = entry.current
    entry.current = 'none'
    if (was !== 'pushed') return settle()
    if (lies === null) setPanel(null)
    setLies(null)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what lies over a panel closes first, and the panel under it then needs an entry of its own.
  useEffect(() => settle(), [over, lies])
  useEffect(() => {
    const heard = () => stepBack()
    window.addEventListener('popstate', heard)
    return () => window.removeEventListener('popstate', heard)
  }, [])
}

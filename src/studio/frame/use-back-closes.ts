import { useAtom } from 'jotai'
import { useEffect, useRef } from 'react'
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
  const marked = isMark(state)
  const before = useRef({ over, marked })
  /** The entry's removal is on its way: it arrives later than a panel may be opened again. */
  const leaving = useRef(false)
  useEffect(() => {
    const wentBack = before.current.over && before.current.marked && !marked && !leaving.current
    before.current = { over, marked }
    if (!marked) leaving.current = false
    if (over === marked) return
    if (over && wentBack) {
      if (lies === null) setPanel(null)
      setLies(null)
    } else if (over) void navigate({ pathname, search }, { state: { studioOver: true } })
    else if (!leaving.current) {
      leaving.current = true
      void navigate(-1)
    }
  }, [over, marked, pathname, search, navigate, lies, setPanel, setLies])
}

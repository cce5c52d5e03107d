import { useEffect, useRef } from 'react'
import type { PanelId } from '#src/state/panel.ts'
import { isByKeyboard } from '#src/ui/input-kind.ts'

const FIRST =
  'textarea, input:not([type="file"], [tabindex="-1"]), select, button:not(:disabled, [tabindex="-1"])'

/**
 * Who opens a panel by a key is taken into it, so that what is typed next goes there, and back to
 * its button when it closes. A pointer leaves the focus where it is.
 */
export function usePanelFocus(panel: PanelId | null): void {
  const before = useRef<PanelId | null>(null)
  useEffect(() => {
    const closed = before.current
    before.current = panel
    if (panel === closed || panel === 'preview' || !isByKeyboard()) return
    // A sheet's content stands in the document a frame later.
    const frame = requestAnimationFrame(() => {
      if (panel !== null) focusInto(panel)
      else if (closed !== null && document.activeElement === document.body) focusButtonOf(closed)
    })
    return () => cancelAnimationFrame(frame)
  }, [panel])
}

function focusInto(panel: PanelId): void {
  const host = document.querySelector(`[data-panel="${panel}"]`)
  if (host === null || host.contains(document.activeElement)) return
  const content = host.querySelector('[data-panel-body]') ?? host
  content.querySelector<HTMLElement>(FIRST)?.focus()
}

function focusButtonOf(panel: PanelId): void {
  const command = panel === 'preflight' ? 'done' : panel
  const selected = '[data-layer][aria-pressed="true"]'
  document.querySelector<HTMLElement>(`[data-command="${command}"], ${selected}`)?.focus()
}

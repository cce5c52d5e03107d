import { useEffect, useRef } from 'react'
import { isByKeyboard } from '#src/ui/input-kind.ts'

/** The keyboard follows into the tool that was opened. */
export function useFocusOnOpen() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // With the frame: focus asks for the layout, and the frame needs the same one.
    const frame = requestAnimationFrame(() => heading.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return heading
}

/** The button that was pressed makes way for the other one: the keyboard goes along. */
export function useFocusWhileApplying(applying: boolean): void {
  const before = useRef(applying)
  useEffect(() => {
    if (before.current === applying) return
    before.current = applying
    if (!isByKeyboard() || document.activeElement !== document.body) return
    const next = applying ? '[data-applying] button' : '[data-command="apply-tool"]'
    document.querySelector<HTMLElement>(next)?.focus()
  }, [applying])
}

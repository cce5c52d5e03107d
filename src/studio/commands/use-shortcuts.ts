import { useStore } from 'jotai'
import { useEffect } from 'react'
import { singleKeysAtom } from '#src/state/shortcuts.ts'
import { commands } from './command-table.ts'
import { isSingleKey, nameOfPress } from './keys.ts'

/** Where letters are written. */
const FIELDS = 'input:not([type="range"], [type="checkbox"], [type="radio"]), textarea, select'
/** What uses arrows, letters and Delete itself. */
const OWN_KEYS =
  '[role="menu"], [role="dialog"], [role="alertdialog"], [role="slider"], [role="radiogroup"], [role="tablist"], [role="listbox"], [role="grid"], [data-own-keys]'

const matches = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

/** Whether the stage has the keyboard: nothing has the focus, or a layer. */
const isOnStage = (target: EventTarget | null): boolean =>
  target === document.body || matches(target, '[data-stage]')

/** A dialog that holds the keyboard; a panel over the stage is none. */
function isInModal(target: EventTarget | null): boolean {
  const dialog = target instanceof Element ? target.closest('[role$="dialog"]') : null
  return dialog !== null && dialog.querySelector('[data-panel]') === null
}

/** Performs commands by their keys while the studio is open. */
export function useShortcuts(): void {
  const store = useStore()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const name = nameOfPress(event)
      const command = commands.find(({ keys }) => keys.includes(name))
      if (command === undefined || matches(event.target, FIELDS)) return
      if (command.onStage && !isOnStage(event.target)) return
      if (isSingleKey(name)) {
        if (!store.get(singleKeysAtom) || matches(event.target, OWN_KEYS)) return
      }
      if (isInModal(event.target)) return
      event.preventDefault()
      if (command.isEnabled((atom) => store.get(atom))) command.perform(store)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [store])
}

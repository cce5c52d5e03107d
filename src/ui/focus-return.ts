import { useState } from 'react'

/**
 * Leads the keyboard back to where a dialog was opened from: Radix knows its own triggers alone, and
 * ours are opened by state. To be called in what is there only while the dialog is open.
 * @returns the handler of `onCloseAutoFocus`
 */
export function useFocusReturn(): (event: Event) => void {
  const [opener] = useState(openerNow)
  return (event) => {
    event.preventDefault()
    if (opener === null) return
    if (opener.isConnected) return opener.focus()
    // What it was opened from is gone with what was done: the dialog beneath has the keyboard.
    const beneath = [...document.querySelectorAll<HTMLElement>('[role$="dialog"]')].at(-1)
    beneath?.focus()
  }
}

/** What has the focus as a dialog opens; of a menu, which closes, the button that opened it. */
function openerNow(): HTMLElement | null {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return null
  const menu = activeElement.closest('[role="menu"]')
  return menu === null
    ? activeElement
    : document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
}

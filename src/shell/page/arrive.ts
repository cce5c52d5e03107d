/** Puts the focus on what is no control, until it is left. */
export function takeFocus(target: HTMLElement): void {
  target.tabIndex = -1
  target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
  target.focus({ preventScroll: true })
}

let arrivals = 0

/** A page is there: the first one keeps the focus where the browser has it. */
export function arrive(): void {
  arrivals += 1
  if (arrivals > 1) focusTitle()
}

/** A page has drawn its head anew, as once what it is about is read. */
export function headDrawn(): void {
  if (arrivals > 0) focusTitle()
}

/**
 * The focus of the page before is gone: that of a page one came to stands on its title, which is
 * read aloud. The studio has keys of its own for its body and names itself.
 */
function focusTitle(): void {
  const title = document.querySelector<HTMLElement>('#root h1')
  if (title === null || document.activeElement !== document.body) return
  if (title.closest('[data-studio]') === null) takeFocus(title)
}

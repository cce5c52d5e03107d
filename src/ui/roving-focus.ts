import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'

/**
 * Makes many controls one Tab stop: arrows go between them, up and down by rows, Home and End to
 * the ends. The stop is the control that was used last, or the pressed one.
 * @param selector which elements in the host are its controls
 */
export function useRovingFocus<Host extends HTMLElement>(selector = 'button:not(:disabled)') {
  const host = useRef<Host>(null)
  const last = useRef<HTMLElement | null>(null)
  const controls = () => [...(host.current?.querySelectorAll<HTMLElement>(selector) ?? [])]

  const stopAt = (all: readonly HTMLElement[], stop: HTMLElement | undefined) => {
    for (const control of all) {
      const tabIndex = control === stop ? 0 : -1
      // Said again it would be a change to the browser, which then works out styles anew.
      if (control.tabIndex !== tabIndex) control.tabIndex = tabIndex
    }
  }
  useLayoutEffect(() => {
    const all = controls()
    stopAt(all, all.find((each) => each === last.current) ?? all.find(isPressed) ?? all[0])
  })

  const onFocus = ({ target }: FocusEvent<Host>) => {
    const all = controls()
    const control = all.find((each) => each === target)
    if (control === undefined) return
    last.current = control
    stopAt(all, control)
  }
  const onKeyDown = (event: KeyboardEvent<Host>) => {
    const all = controls()
    const at = all.findIndex((each) => each === event.target)
    const next = at < 0 || event.defaultPrevented ? undefined : targetOf(event, all, at)
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  return { ref: host, onFocus, onKeyDown }
}

const isPressed = (control: HTMLElement): boolean =>
  control.getAttribute('aria-pressed') === 'true' || control.getAttribute('aria-checked') === 'true'

function targetOf(
  { key, currentTarget }: KeyboardEvent<HTMLElement>,
  all: readonly HTMLElement[],
  at: number,
): HTMLElement | undefined {
  const onwards = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1
  if (key === 'ArrowRight') return all[at + onwards]
  if (key === 'ArrowLeft') return all[at - onwards]
  if (key === 'ArrowDown') return inNextRow(all, at, 1)
  if (key === 'ArrowUp') return inNextRow(all, at, -1)
  if (key === 'Home') return all[0]
  return key === 'End' ? all.at(-1) : undefined
}

/** The nearest control in the row below (1) or above (-1). */
function inNextRow(all: readonly HTMLElement[], at: number, step: 1 | -1): HTMLElement | undefined {
  const from = all[at]?.getBoundingClientRect()
  if (from === undefined) return undefined
  let best: { control: HTMLElement; top: number; away: number } | undefined
  for (let index = at + step; index in all; index += step) {
    const control = all[index]
    const box = control?.getBoundingClientRect()
    if (control === undefined || box === undefined) break
    if ((box.top - from.top) * step < 2) continue
    if (best !== undefined && Math.abs(box.top - best.top) > 2) break
    const away = Math.abs(box.left + box.width / 2 - from.left - from.width / 2)
    if (best === undefined || away < best.away) best = { control, top: box.top, away }
  }
  return best?.control
}

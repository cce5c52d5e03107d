import { type KeyboardEvent, useEffect, useRef } from 'react'

/** A run of keys has ended when none came for so long. */
const REST_MS = 1000

/** With Shift an arrow goes further: it ends nothing. */
const moves = new Set(['PageUp', 'PageDown', 'Home', 'End', 'Shift'])

/** Whether a key moves a slider, or has it moved further; any other key is about something else. */
export const movesSlider = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !(ctrlKey || metaKey || altKey) && (key.startsWith('Arrow') || moves.has(key))

/**
 * Keys that move one thing one after the other, which are one move.
 * @param onEnd is told the last value, once: after a rest, when asked to, or when its control goes
 */
export function useKeyRun(onEnd: (value: number) => void) {
  const run = useRef<{ readonly value: number; readonly timer: number } | null>(null)
  const latest = useRef(onEnd)
  useEffect(() => {
    latest.current = onEnd
  })
  const end = () => {
    if (run.current === null) return
    const { value, timer } = run.current
    clearTimeout(timer)
    run.current = null
    latest.current(value)
  }
  const moved = (value: number) => {
    clearTimeout(run.current?.timer)
    run.current = { value, timer: window.setTimeout(end, REST_MS) }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the control goes
  useEffect(() => end, [])
  return { moved, end }
}

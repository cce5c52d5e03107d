import { useSyncExternalStore } from 'react'

export interface Toast {
  /** A toast with the id of one that is shown takes its place. */
  readonly id: string
  readonly text: string
  readonly tone: 'plain' | 'good' | 'warning' | 'danger'
  readonly durationMs: number
  readonly action: { readonly label: string; readonly perform: () => void } | null
}

const DURATION_MS = 4000
const MOST_SHOWN = 3

let toasts: readonly Toast[] = []
let count = 0
const listeners = new Set<() => void>()

function replace(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says something for a moment, from anywhere; answers its id. */
export function showToast(toast: Partial<Toast> & { readonly text: string }): string {
  count += 1
  const id = toast.id ?? `toast-${count}`
  const full: Toast = { tone: 'plain', durationMs: DURATION_MS, action: null, ...toast, id }
  replace([...toasts.filter((shown) => shown.id !== id), full].slice(-MOST_SHOWN))
  return id
}

/** Takes a toast away before its time. */
export const dismissToast = (id: string): void => replace(toasts.filter((shown) => shown.id !== id))

/** What is shown now, the oldest first. */
export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => toasts,
  )

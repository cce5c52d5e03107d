import { useRef } from 'react'

let gestures = 0

/**
 * Marks for the history: all changes of one gesture (a slider pulled, words typed) carry the same
 * mark and are one undo step; `end` closes the gesture.
 */
export function useMark(name: string): { readonly mark: () => string; readonly end: () => void } {
  const current = useRef<string | null>(null)
  return {
    mark: () => {
      if (current.current === null) {
        gestures += 1
        current.current = `${name}-${gestures}`
      }
      return current.current
    },
    end: () => {
      current.current = null
    },
  }
}

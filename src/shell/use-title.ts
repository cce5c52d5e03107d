import { useEffect } from 'react'

/** Names the window after the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}

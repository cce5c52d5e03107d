import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

interface Place {
  readonly x: number
  readonly y: number
}

/**
 * Keeps a place of a scrolled view where it is when the view is zoomed: its middle, or what was
 * named last.
 * @returns names the place, in px of the view; null for its middle
 */
export function useViewZoom(
  view: RefObject<HTMLElement | null>,
  zoom: number,
): (place: Place | null) => void {
  const last = useRef(zoom)
  const focus = useRef<Place | null>(null)
  useLayoutEffect(() => {
    const ratio = zoom / last.current
    last.current = zoom
    const element = view.current
    if (element === null || ratio === 1) return
    const { x, y } = focus.current ?? { x: element.clientWidth / 2, y: element.clientHeight / 2 }
    element.scrollLeft = (element.scrollLeft + x) * ratio - x
    element.scrollTop = (element.scrollTop + y) * ratio - y
  }, [view, zoom])
  return useCallback((place) => {
    focus.current = place
  }, [])
}

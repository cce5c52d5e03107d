import { type PointerEvent, useRef, useState } from 'react'

/** A pull further than this is meant. */
const MEANT_PX = 64

interface SheetDrag {
  readonly tall: boolean
  readonly setTall: (tall: boolean) => void
  readonly close: () => void
}

/** Pulling a bottom sheet by its head: up makes it tall, down makes it rest, then closes it. */
export function useSheetDrag({ tall, setTall, close }: SheetDrag) {
  const startY = useRef<number | null>(null)
  const [offsetPx, setOffsetPx] = useState(0)
  const [dragging, setDragging] = useState(false)

  const end = () => {
    startY.current = null
    setOffsetPx(0)
    setDragging(false)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const target = event.target instanceof Element ? event.target : null
      if (target?.closest('button:not([aria-expanded])')) return
      startY.current = event.clientY
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (startY.current === null) return
      const moved = event.clientY - startY.current
      if (!dragging && Math.abs(moved) < 6) return
      if (!dragging) event.currentTarget.setPointerCapture(event.pointerId)
      setDragging(true)
      setOffsetPx(tall ? Math.max(0, moved) : Math.max(-240, moved))
    },
    onPointerUp: () => {
      if (dragging && offsetPx < -MEANT_PX) setTall(true)
      if (dragging && offsetPx > MEANT_PX) {
        if (tall && offsetPx < 4 * MEANT_PX) setTall(false)
        else close()
      }
      end()
    },
    onPointerCancel: end,
  }
  return { handlers, offsetPx, dragging }
}

import { type PointerEvent, useRef, useState } from 'react'

/** A pull further than this is meant. */
const MEANT_PX = 64

/** Where a bottom sheet stands, the highest first; not every sheet has a low one. */
export type SheetStop = 'tall' | 'resting' | 'low'

interface SheetDrag {
  readonly stop: SheetStop
  readonly setStop: (stop: SheetStop) => void
  readonly hasLow: boolean
  readonly close: () => void
}

/** Pulling a bottom sheet by its head: up makes it tall, down takes it lower by a stop, then closes it. */
export function useSheetDrag({ stop, setStop, hasLow, close }: SheetDrag) {
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
      setOffsetPx(stop === 'tall' ? Math.max(0, moved) : Math.max(-240, moved))
    },
    onPointerUp: () => {
      if (dragging && offsetPx < -MEANT_PX) setStop(stop === 'low' ? 'resting' : 'tall')
      if (dragging && offsetPx > MEANT_PX) {
        const lower = offsetPx < 4 * MEANT_PX ? lowerStop(stop, hasLow) : null
        if (lower === null) close()
        else setStop(lower)
      }
      end()
    },
    onPointerCancel: end,
  }
  return { handlers, offsetPx, dragging }
}

function lowerStop(stop: SheetStop, hasLow: boolean): SheetStop | null {
  if (stop === 'tall') return 'resting'
  return stop === 'resting' && hasLow ? 'low' : null
}

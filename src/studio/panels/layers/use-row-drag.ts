import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

interface RowDrag {
  readonly place: number
  /** Puts the row at a place of the list. */
  readonly move: (place: number) => void
}

/** Pulls a row of a list to another place; arrow keys on its grip do the same. */
export function useRowDrag({ place, move }: RowDrag) {
  const start = useRef<{ readonly y: number; readonly rowPx: number } | null>(null)
  const [offsetPx, setOffsetPx] = useState(0)
  const [dragging, setDragging] = useState(false)
  const finish = () => {
    start.current = null
    setOffsetPx(0)
    setDragging(false)
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const row = event.currentTarget.closest<HTMLElement>('[data-row]')
      if (row === null) return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { y: event.clientY, rowPx: row.offsetHeight }
      setDragging(true)
    },
    onPointerMove: (event: PointerEvent) => {
      if (start.current !== null) setOffsetPx(event.clientY - start.current.y)
    },
    onPointerUp: () => {
      const rowPx = start.current?.rowPx ?? 1
      const steps = Math.round(offsetPx / rowPx)
      finish()
      if (steps !== 0) move(place + steps)
    },
    onPointerCancel: finish,
    onKeyDown: (event: KeyboardEvent) => {
      const steps = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (steps === undefined) return
      event.preventDefault()
      move(place + steps)
    },
  }
  return { handlers, offsetPx, dragging }
}

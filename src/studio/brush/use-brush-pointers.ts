import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { type BrushPoint, type BrushStroke, simplified } from '#core/imaging/brush-strokes.ts'
import { type BrushSurfaceProps, ZOOM } from './brush.ts'
import { type LoupeProps, sideAwayFrom } from './Loupe.tsx'

interface Painting
  extends Pick<BrushSurfaceProps, 'aspect' | 'brush' | 'zoom' | 'onZoom' | 'onStroke'> {
  readonly view: RefObject<HTMLElement | null>
  readonly focusOn: (place: { readonly x: number; readonly y: number } | null) => void
}

interface Finger {
  readonly x: number
  readonly y: number
}

/** One pointer paints, two move the view and zoom it. */
export function useBrushPointers(painting: Painting) {
  const { aspect, brush, onStroke, view } = painting
  const fingers = useRef(new Map<number, Finger>())
  // As painted: what is on the screen follows with the next frame.
  const path = useRef<readonly BrushPoint[]>([])
  const [points, setPoints] = useState<readonly BrushPoint[]>([])
  const [hover, setHover] = useState<BrushPoint | null>(null)
  const [loupe, setLoupe] = useState<LoupeProps | null>(null)
  const moveView = useMovedView(painting, fingers)
  const paint = (next: readonly BrushPoint[]) => {
    path.current = next
    setPoints(next)
  }
  const showLoupe = (event: PointerEvent<HTMLElement>) => {
    const seen = view.current?.getBoundingClientRect()
    if (event.pointerType === 'mouse' || seen === undefined) return
    const { width, height } = event.currentTarget.getBoundingClientRect()
    const side = sideAwayFrom(event.clientX, seen)
    setLoupe({ at: placeOf(event), widthPx: width, heightPx: height, side })
  }
  const lift = (event: PointerEvent<HTMLElement>, finished: boolean) => {
    fingers.current.delete(event.pointerId)
    const stroke: BrushStroke = { ...brush, points: path.current }
    paint([])
    setLoupe(null)
    if (finished && stroke.points.length > 0) onStroke(simplified(stroke, aspect))
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      const paints = fingers.current.size === 1
      paint(paints ? [placeOf(event)] : [])
      if (paints) showLoupe(event)
      else setLoupe(null)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      setHover(event.pointerType === 'mouse' ? placeOf(event) : null)
      if (!fingers.current.has(event.pointerId)) return
      if (fingers.current.size > 1) return moveView(event)
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      // After two fingers the one that is left does not paint.
      if (path.current.length === 0) return
      paint([...path.current, placeOf(event)])
      showLoupe(event)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => lift(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => lift(event, false),
    onPointerLeave: () => setHover(null),
  }
  return { points, hover, loupe, handlers }
}

/** Moves the view by its share of what a finger moved, and zooms it as two fingers spread. */
function useMovedView(
  { view, zoom, onZoom, focusOn }: Painting,
  fingers: RefObject<Map<number, Finger>>,
) {
  return (event: PointerEvent<HTMLElement>): void => {
    const all = fingers.current
    const before = all.get(event.pointerId)
    const other = [...all].find(([id]) => id !== event.pointerId)?.[1]
    if (before === undefined || other === undefined) return
    const now = { x: event.clientX, y: event.clientY }
    all.set(event.pointerId, now)
    const share = 1 / all.size
    view.current?.scrollBy((before.x - now.x) * share, (before.y - now.y) * share)
    if (onZoom === undefined) return
    const seen = view.current?.getBoundingClientRect()
    const [middleX, middleY] = [(now.x + other.x) / 2, (now.y + other.y) / 2]
    focusOn(seen ? { x: middleX - seen.left, y: middleY - seen.top } : null)
    const spread = Math.hypot(now.x - other.x, now.y - other.y)
    const wasSpread = Math.hypot(before.x - other.x, before.y - other.y)
    if (wasSpread > 0) onZoom(Math.min(ZOOM.max, Math.max(ZOOM.min, (zoom * spread) / wasSpread)))
  }
}

/** Where on the picture a pointer is; beyond its edges, on them. */
function placeOf(event: PointerEvent<HTMLElement>): BrushPoint {
  const box = event.currentTarget.getBoundingClientRect()
  return {
    x: Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)),
    y: Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)),
  }
}

import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { type BrushPoint, simplified } from '#core/imaging/brush-strokes.ts'
import { nameOfPress } from '../commands/keys.ts'
import type { BrushSurfaceProps } from './brush.ts'

interface Painting
  extends Pick<BrushSurfaceProps, 'aspect' | 'brush' | 'onStroke' | 'onUndo' | 'onRedo'> {
  readonly view: RefObject<HTMLElement | null>
}

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** What an arrow moves the brush by, in its radii; with Shift so many times as far. */
const STEP = { radii: 0.5, least: 0.002, leap: 6 }

/** The brush moved by arrows; Space dabs or, held, paints a line; Enter begins and ends one. */
export function useBrushKeys(painting: Painting) {
  const { aspect, brush, onStroke, onUndo, onRedo } = painting
  const [cursor, setCursor] = useState<BrushPoint | null>(null)
  const last = useRef<BrushPoint>({ x: 0.5, y: 0.5 })
  const [points, setPoints] = useState<readonly BrushPoint[]>([])
  const path = useRef<readonly BrushPoint[]>([])
  const paint = (next: readonly BrushPoint[]) => {
    path.current = next
    setPoints(next)
  }
  const finish = () => {
    if (path.current.length === 0) return
    onStroke(simplified({ ...brush, points: path.current }, aspect))
    paint([])
  }
  const move = ([across, down]: readonly [number, number], far: boolean, surface: HTMLElement) => {
    const step = Math.max(STEP.least, brush.radius * STEP.radii) * (far ? STEP.leap : 1)
    const next = {
      x: within(last.current.x + (across * step) / Math.min(1, aspect)),
      y: within(last.current.y + down * step * Math.max(1, aspect)),
    }
    last.current = next
    setCursor(next)
    if (path.current.length > 0) paint([...path.current, next])
    keepInSight(painting.view.current, surface, next)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const name = nameOfPress(event)
    const direction = moves[event.key]
    if (direction !== undefined) move(direction, event.shiftKey, event.currentTarget)
    else if (event.key === ' ' || event.key === 'Enter') {
      setCursor(last.current)
      if (event.repeat) return event.preventDefault()
      if (path.current.length === 0) paint([last.current])
      else if (event.key === 'Enter') finish()
    } else if (event.key === 'Escape' && path.current.length > 0) paint([])
    else if (name === 'Mod+Z') onUndo()
    else if (name === 'Mod+Shift+Z' || name === 'Mod+Y') onRedo?.()
    else return
    event.preventDefault()
  }
  const handlers = {
    onKeyDown,
    onKeyUp: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === ' ') finish()
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      if (event.currentTarget.matches(':focus-visible')) setCursor(last.current)
    },
    onBlur: () => {
      finish()
      setCursor(null)
    },
    onPointerDownCapture: () => setCursor(null),
  }
  return { points, cursor, handlers }
}

const within = (share: number): number => Math.min(1, Math.max(0, share))

/** Room about the brush that stays in sight, px. */
const MARGIN_PX = 48

function keepInSight(view: HTMLElement | null, surface: HTMLElement, { x, y }: BrushPoint): void {
  if (view === null) return
  const [left, top] = [surface.offsetLeft + x * surface.offsetWidth, y * surface.offsetHeight]
  const kept = (at: number, from: number, size: number) =>
    Math.min(Math.max(from, at + MARGIN_PX - size), Math.max(0, at - MARGIN_PX))
  view.scrollTo({
    left: kept(left, view.scrollLeft, view.clientWidth),
    top: kept(top, view.scrollTop, view.clientHeight),
  })
}

import {
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefCallback,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Corner,
  type Corners,
  isSheet,
  nearestCorner,
} from '#core/imaging/tools/rescue/corners.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Loupe, type LoupeProps, sideAwayFrom } from '#src/studio/brush/Loupe.tsx'
import styles from './CornersView.module.css'

const names = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'] as const
/** What a key moves a corner by, in shares of the photo; with Shift ten times as far. */
const STEP = 0.002

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface CornerHandlesProps {
  readonly corners: Corners
  readonly onChange: (corners: Corners) => void
  /** The photo that they lie on, for the loupe under a finger. */
  readonly photo: ReactNode
}

/** A corner that a pointer holds. */
interface Hold {
  readonly corner: number
  /** Where the pointer took hold, against the corner: it must not jump under the finger. */
  readonly off: Corner
}

/** Four corners over a photo, each to be dragged, or moved by arrows. */
export function CornerHandles({ corners, onChange, photo }: CornerHandlesProps) {
  const [loupe, setLoupe] = useState<LoupeProps | null>(null)
  const [draft, setDraft] = useState<Corners | null>(null)
  const [held, setHeld] = useState<Hold | null>(null)
  const handles = useRef(new Map<number, HTMLElement>())
  const shown = draft ?? corners
  const points = shown.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ')
  const moved = (at: number, to: Corner): Corners | null => {
    const next = withCorner(shown, at, to)
    return isSheet(next) ? next : null
  }
  const takeHold = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || held !== null) return
    const { place, size } = pointerOn(event)
    // Handles of a narrow sheet lie over each other: the one that was meant is the nearest.
    const corner = nearestCorner(shown, place, size)
    const { x, y } = shown[corner] ?? place
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld({ corner, off: { x: place.x - x, y: place.y - y } })
    const meant = handles.current.get(corner)
    if (meant === undefined || meant === event.currentTarget) return
    event.preventDefault()
    meant.focus({ preventScroll: true })
  }
  const heldAt = (event: PointerEvent<HTMLElement>, { off }: Hold): Corner => {
    const { place } = pointerOn(event)
    return { x: place.x - off.x, y: place.y - off.y }
  }
  const follow = (event: PointerEvent<HTMLElement>) => {
    if (held === null) return
    const to = heldAt(event, held)
    setDraft((last) => moved(held.corner, to) ?? last)
    setLoupe(underFinger(event, to))
  }
  /** @param to where it was let go; null where it goes back */
  const letGo = (to: Corner | null) => {
    setLoupe(null)
    // Where it was let go, not where it was last drawn: the last move may not be yet.
    const dropped = held === null || to === null ? null : (moved(held.corner, to) ?? draft)
    if (dropped !== null) onChange(dropped)
    setDraft(null)
    setHeld(null)
  }
  return (
    <>
      <svg className={styles.outline} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <polygon points={points} />
        <polygon points={points} />
      </svg>
      {names.map((name, at) => (
        <Handle
          key={name}
          name={name}
          place={shown[at] ?? { x: 0, y: 0 }}
          keep={(element) => {
            if (element === null) handles.current.delete(at)
            else handles.current.set(at, element)
          }}
          onPointerDown={takeHold}
          onPointerMove={follow}
          onPointerUp={(event) => letGo(held && heldAt(event, held))}
          onPointerCancel={() => letGo(null)}
          onStep={(to) => {
            const next = moved(at, to)
            if (next !== null) onChange(next)
          }}
        />
      ))}
      {loupe !== null && <Loupe {...loupe}>{photo}</Loupe>}
    </>
  )
}

/** Where a pointer is, in shares of the photo, and how large that is shown. */
function pointerOn(event: PointerEvent<HTMLElement>) {
  const box = event.currentTarget.parentElement?.getBoundingClientRect() ?? new DOMRect()
  const { width: widthPx, height: heightPx } = box
  const place = { x: (event.clientX - box.x) / widthPx, y: (event.clientY - box.y) / heightPx }
  return { place, size: { widthPx, heightPx } }
}

const within = (share: number) => Math.min(1, Math.max(0, share))

function withCorner(corners: Corners, at: number, { x, y }: Corner): Corners {
  const place = { x: within(x), y: within(y) }
  const [p0, p1, p2, p3] = corners
  return [
    at === 0 ? place : p0,
    at === 1 ? place : p1,
    at === 2 ? place : p2,
    at === 3 ? place : p3,
  ]
}

/** What a loupe shows while a finger holds a corner; a mouse hides nothing. */
function underFinger(event: PointerEvent<HTMLElement>, at: Corner): LoupeProps | null {
  const photo = event.currentTarget.parentElement?.getBoundingClientRect()
  if (event.pointerType === 'mouse' || photo === undefined) return null
  const side = sideAwayFrom(event.clientX, photo)
  return { at, widthPx: photo.width, heightPx: photo.height, side }
}

type PointerEvents = Pick<
  HTMLAttributes<HTMLElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
>

interface HandleProps extends PointerEvents {
  readonly name: (typeof names)[number]
  readonly place: Corner
  readonly keep: RefCallback<HTMLElement>
  readonly onStep: (to: Corner) => void
}

function Handle({ name, place, keep, onStep, ...pointers }: HandleProps) {
  const { t } = useTranslation('tools')
  const { percent } = useFormats()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    const step = event.shiftKey ? STEP * 10 : STEP
    onStep({ x: place.x + move[0] * step, y: place.y + move[1] * step })
  }
  return (
    <span
      ref={keep}
      role="slider"
      tabIndex={0}
      className={styles.handle}
      style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}
      data-corner={name}
      aria-label={t(`corners.${name}`)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(place.x * 100)}
      aria-valuetext={t('corners.place', { across: percent(place.x), down: percent(place.y) })}
      onKeyDown={onKeyDown}
      {...pointers}
    />
  )
}

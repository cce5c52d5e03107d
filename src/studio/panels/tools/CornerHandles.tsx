import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Corner, type Corners, isSheet } from '#core/imaging/tools/rescue/corners.ts'
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

/** Four corners over a photo, each to be dragged, or moved by arrows. */
export function CornerHandles({ corners, onChange, photo }: CornerHandlesProps) {
  const [loupe, setLoupe] = useState<LoupeProps | null>(null)
  const [draft, setDraft] = useState<Corners | null>(null)
  const shown = draft ?? corners
  const points = shown.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ')
  const moved = (at: number, to: Corner): Corners | null => {
    const next = withCorner(shown, at, to)
    return isSheet(next) ? next : null
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
          onDrag={(to, under) => {
            setDraft((last) => moved(at, to) ?? last)
            setLoupe(under)
          }}
          onRest={(to) => {
            setLoupe(null)
            // Where it was let go, not where it was last drawn: the last move may not be yet.
            const dropped = to === null ? null : (moved(at, to) ?? draft)
            if (dropped !== null) onChange(dropped)
            setDraft(null)
          }}
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

interface HandleProps {
  readonly name: (typeof names)[number]
  readonly place: Corner
  /** @param under what lies under a finger; null where none hides it */
  readonly onDrag: (to: Corner, under: LoupeProps | null) => void
  /** @param to where it was let go; null where it goes back */
  readonly onRest: (to: Corner | null) => void
  readonly onStep: (to: Corner) => void
}

function Handle({ name, place, onDrag, onRest, onStep }: HandleProps) {
  const { t } = useTranslation('tools')
  const { percent } = useFormats()
  // Where the pointer took hold, against the corner: it must not jump under the finger.
  const [hold, setHold] = useState<Corner | null>(null)
  const placeOf = (event: PointerEvent<HTMLElement>): Corner => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (box === undefined) return place
    return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height }
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    const step = event.shiftKey ? STEP * 10 : STEP
    onStep({ x: place.x + move[0] * step, y: place.y + move[1] * step })
  }
  const heldAt = (event: PointerEvent<HTMLElement>, held: Corner): Corner => {
    const at = placeOf(event)
    return { x: at.x - held.x, y: at.y - held.y }
  }
  return (
    <span
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
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const at = placeOf(event)
        setHold({ x: at.x - place.x, y: at.y - place.y })
      }}
      onPointerMove={(event) => {
        if (hold === null) return
        const to = heldAt(event, hold)
        onDrag(to, underFinger(event, to))
      }}
      onPointerUp={(event) => {
        if (hold !== null) onRest(heldAt(event, hold))
        setHold(null)
      }}
      onPointerCancel={() => {
        if (hold !== null) onRest(null)
        setHold(null)
      }}
    />
  )
}

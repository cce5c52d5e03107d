import { useAtomValue, useSetAtom } from 'jotai'
import { type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoRef } from '#core/design/document.ts'
import { layerById } from '#core/design/edits/layers.ts'
import { designAtom } from '#src/state/editor.ts'
import { type Refinement, strokeAtom } from '#src/state/refine-job.ts'
import type { MatteStroke } from '#workers/imaging/api.ts'
import { useThumbnail } from '../use-thumbnail.ts'
import styles from './Refine.module.css'

/** Fine enough to see single strands on a phone. */
const PICTURE_PX = 1280

export interface Brush {
  readonly mode: MatteStroke['mode']
  /** Its width as a share of the photo's width. */
  readonly share: number
}

interface RefineCanvasProps {
  readonly refinement: Refinement
  readonly brush: Brush
  readonly zoom: number
  readonly ground: 'checks' | 'light' | 'dark'
}

type Points = MatteStroke['points']

/**
 * The cut-out over a faint original. One pointer paints, two fingers move the view; strokes are
 * shown as they are painted until the edge that they lead to is worked out.
 */
export function RefineCanvas({ refinement, brush, zoom, ground }: RefineCanvasProps) {
  const { t } = useTranslation('tools')
  const { photo } = refinement.request
  const original = useThumbnail(photo, PICTURE_PX)
  const result = useThumbnail(useResult(refinement), PICTURE_PX)
  const painting = usePainting(photo, brush)
  const radiusPx = (brush.share * photo.widthPx) / 2
  return (
    <div className={styles.frame} data-ground={ground} dir="ltr">
      <div
        className={styles.picture}
        role="img"
        aria-label={t('refine.picture')}
        style={{
          inlineSize: `${zoom * 100}%`,
          aspectRatio: photo.widthPx / photo.heightPx,
        }}
        {...painting.handlers}
      >
        {original && <img className={styles.faint} src={original} alt="" draggable={false} />}
        {result && <img src={result} alt="" draggable={false} />}
        <svg viewBox={`0 0 ${photo.widthPx} ${photo.heightPx}`} aria-hidden="true">
          {refinement.stale &&
            refinement.strokes.map((stroke, index) => (
              <StrokeLine
                // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only added at the end
                key={index}
                {...stroke}
              />
            ))}
          {painting.points.length > 0 && (
            <StrokeLine mode={brush.mode} radiusPx={radiusPx} points={painting.points} />
          )}
        </svg>
      </div>
    </div>
  )
}

/** What was worked out last, else the cut-out as it is on the design. */
function useResult(refinement: Refinement): PhotoRef | null {
  const layer = layerById(useAtomValue(designAtom), refinement.layerId)
  if (refinement.result !== null) return refinement.result.result
  return layer?.kind === 'photo' ? (layer.derived.at(-1)?.result ?? null) : null
}

const StrokeLine = ({ mode, radiusPx, points }: MatteStroke) => (
  <polyline
    className={styles[mode]}
    strokeWidth={radiusPx * 2}
    points={[...points, ...points.slice(-1)].map(({ xPx, yPx }) => `${xPx},${yPx}`).join(' ')}
  />
)

function usePainting(photo: PhotoRef, brush: Brush) {
  const paint = useSetAtom(strokeAtom)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const [points, setPoints] = useState<Points>([])
  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return {
      xPx: ((event.clientX - box.left) / box.width) * photo.widthPx,
      yPx: ((event.clientY - box.top) / box.height) * photo.heightPx,
    }
  }
  const lift = (event: PointerEvent<HTMLElement>, finished: boolean) => {
    fingers.current.delete(event.pointerId)
    if (points.length > 0 && finished) {
      paint({ mode: brush.mode, radiusPx: (brush.share * photo.widthPx) / 2, points })
    }
    setPoints([])
  }
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      setPoints(fingers.current.size === 1 ? [placeOf(event)] : [])
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const before = fingers.current.get(event.pointerId)
      if (before === undefined) return
      if (fingers.current.size === 1) {
        const place = placeOf(event)
        setPoints((all) => [...all, place])
      } else {
        const share = 1 / fingers.current.size
        const by = { left: before.x - event.clientX, top: before.y - event.clientY }
        event.currentTarget.parentElement?.scrollBy(by.left * share, by.top * share)
      }
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => lift(event, fingers.current.size === 1),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => lift(event, false),
  }
  return { points, handlers }
}

import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { PhotoRef } from '#core/design/document.ts'
import { layerById } from '#core/design/edits/layers.ts'
import type { BrushStroke } from '#core/imaging/brush-strokes.ts'
import { designAtom } from '#src/state/editor.ts'
import type { Refinement } from '#src/state/refine-job.ts'
import { BrushSurface } from '#src/studio/brush/BrushSurface.tsx'
import type { Brush } from '#src/studio/brush/brush.ts'
import type { StrokeHistoryOf } from '#src/studio/brush/use-stroke-history.ts'
import type { MatteStroke } from '#workers/imaging/api.ts'
import { useThumbnail } from '../use-thumbnail.ts'
import styles from './Refine.module.css'

/** Fine enough to see single strands on a phone. */
const PICTURE_PX = 1280

interface RefineCanvasProps {
  readonly refinement: Refinement
  readonly history: StrokeHistoryOf<MatteStroke>
  readonly brush: Brush
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
  readonly ground: 'checks' | 'light' | 'dark'
}

/**
 * The cut-out over a faint original. Strokes are shown as they are painted until the edge that they
 * lead to is worked out.
 */
export function RefineCanvas(props: RefineCanvasProps) {
  const { refinement, history, ground, ...view } = props
  const { t } = useTranslation('tools')
  const { photo } = refinement.request
  const original = useThumbnail(photo, PICTURE_PX)
  const result = useThumbnail(useResult(refinement), PICTURE_PX)
  return (
    <BrushSurface
      label={t('refine.picture')}
      aspect={photo.widthPx / photo.heightPx}
      shown={refinement.stale ? refinement.strokes.map(inShares(photo)) : []}
      onStroke={(stroke) => history.add(inPixels(photo)(stroke))}
      onUndo={history.undo}
      onRedo={history.redo}
      {...view}
    >
      <span className={styles.ground} data-ground={ground} />
      {original && <img className={styles.faint} src={original} alt="" draggable={false} />}
      {result && <img src={result} alt="" draggable={false} />}
    </BrushSurface>
  )
}

/** What was worked out last, else the cut-out as it is on the design. */
function useResult(refinement: Refinement): PhotoRef | null {
  const layer = layerById(useAtomValue(designAtom), refinement.layerId)
  if (refinement.result !== null) return refinement.result.result
  return layer?.kind === 'photo' ? (layer.derived.at(-1)?.result ?? null) : null
}

const inPixels =
  ({ widthPx, heightPx }: PhotoRef) =>
  ({ mode, radius, points }: BrushStroke): MatteStroke => ({
    mode,
    radiusPx: radius * Math.max(widthPx, heightPx),
    points: points.map(({ x, y }) => ({ xPx: x * widthPx, yPx: y * heightPx })),
  })

const inShares =
  ({ widthPx, heightPx }: PhotoRef) =>
  ({ mode, radiusPx, points }: MatteStroke): BrushStroke => ({
    mode,
    radius: radiusPx / Math.max(widthPx, heightPx),
    points: points.map(({ xPx, yPx }) => ({ x: xPx / widthPx, y: yPx / heightPx })),
  })

import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BrushStroke, strokesOf, strokesText } from '#core/imaging/brush-strokes.ts'
import { PREVIEW_PX } from '#core/imaging/preview-sizes.ts'
import { limits } from '#core/limits.ts'
import { showsBeforeAtom } from '#src/state/stand-in.ts'
import { useToolStrokes } from '#src/state/tool-history.ts'
import { toolPictureAtom } from '#src/state/tool-preview.ts'
import { BrushFields } from '#src/studio/brush/BrushFields.tsx'
import { BrushSurface } from '#src/studio/brush/BrushSurface.tsx'
import type { Brush } from '#src/studio/brush/brush.ts'
import { StrokeButtons } from '#src/studio/brush/StrokeButtons.tsx'
import type { StrokeHistoryOf } from '#src/studio/brush/use-stroke-history.ts'
import { showToast } from '#src/ui/toasts.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import panel from '../panel.module.css'
import { useThumbnail } from '../use-thumbnail.ts'
import { BrushModes } from './BrushModes.tsx'
import { PreviewPicture } from './PreviewPicture.tsx'
import styles from './Refine.module.css'

/** Thin enough to stay within what a finger means, in longer sides. */
const RADIUS = 0.015

interface BrushViewProps {
  readonly request: ToolRequest
  /** The setting that holds the strokes. */
  readonly setting: string
}

/** The photo, painted over roughly; what stays floods from the strokes to the edges of the photo. */
export function BrushView({ request, setting }: BrushViewProps) {
  const { t } = useTranslation(['tools', 'errors'])
  const { settings } = request
  const [brush, setBrush] = useState<Brush>({ mode: 'add', radius: RADIUS })
  const [zoom, setZoom] = useState(1)
  const strokes = strokesOf(String(settings[setting] ?? ''))
  const history = useSettingStrokes(setting, strokes)
  const isAnything = settings['subject'] === 'mended' || strokes.some(({ mode }) => mode === 'add')
  return (
    <>
      <BrushModes brush={brush} onChange={setBrush} />
      <Painting
        {...{ request, strokes, history, brush, zoom, isAnything }}
        onZoom={setZoom}
        text={String(settings[setting] ?? '')}
      />
      {/* It stays: without it what takes a stroke back would move at the first one. */}
      <p className={panel.hint}>{t(isAnything ? 'refine.text' : 'errors:nothing-painted')}</p>
      <StrokeButtons count={strokes.length} history={history} />
      <BrushFields {...{ brush, setBrush, zoom, setZoom }} />
    </>
  )
}

type StrokeHistory = StrokeHistoryOf<BrushStroke>

/** Strokes that are kept in a setting of the open tool. */
function useSettingStrokes(setting: string, strokes: readonly BrushStroke[]): StrokeHistory {
  const { t } = useTranslation('tools')
  const history = useToolStrokes(setting, strokes)
  return {
    ...history,
    add: (stroke) => {
      const fits = strokesText([...strokes, stroke]).length <= limits.brushTextMax
      if (fits) history.add(stroke)
      else showToast({ text: t('brush.full'), tone: 'warning' })
    },
  }
}

interface PaintingProps {
  readonly request: ToolRequest
  readonly strokes: readonly BrushStroke[]
  /** The strokes as the setting holds them. */
  readonly text: string
  readonly history: StrokeHistory
  readonly brush: Brush
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
  /** Whether anything stays. */
  readonly isAnything: boolean
}

function Painting(props: PaintingProps) {
  const { request, strokes, text, history, isAnything, ...view } = props
  const { t } = useTranslation('tools')
  const { photo } = request
  const before = useThumbnail(photo, PREVIEW_PX)
  const { picture, isStale } = usePictureOf(text)
  // The stage may be covered: what it compares is compared here, too.
  const showsBefore = useAtomValue(showsBeforeAtom)
  const isMade = isAnything && picture !== null && picture.width > 0
  const shown = isMade && !showsBefore ? picture : null
  return (
    <BrushSurface
      label={t('brush.picture')}
      aspect={photo.widthPx / photo.heightPx}
      shown={isStale || shown === null ? strokes : []}
      onStroke={history.add}
      onUndo={history.undo}
      onRedo={history.redo}
      {...view}
    >
      <span className={styles.ground} data-ground="checks" />
      {before && (
        <img
          className={shown === null ? undefined : styles.faint}
          src={before}
          alt=""
          draggable={false}
        />
      )}
      {shown !== null && <PreviewPicture picture={shown} />}
    </BrushSurface>
  )
}

/** The last preview, and whether strokes were painted since. */
function usePictureOf(text: string) {
  const picture = useAtomValue(toolPictureAtom)
  const [seen, setSeen] = useState({ picture, text })
  // A preview that strokes overtake is stopped: the one that comes is of the last of them.
  useEffect(() => {
    setSeen((last) => (last.picture === picture ? last : { picture, text }))
  }, [picture, text])
  return { picture, isStale: seen.text !== text }
}

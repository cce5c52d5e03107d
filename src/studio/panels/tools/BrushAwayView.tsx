import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type BrushStroke,
  strokesOf,
  strokesText,
  strokesTextSchema,
} from '#core/imaging/brush-strokes.ts'
import { cornersOf, cornersText, wholePicture } from '#core/imaging/tools/rescue/corners.ts'
import type { FoundSheet } from '#core/imaging/tools/rescue/find-corners.ts'
import { strokeOn } from '#core/imaging/tools/rescue/sheet-strokes.ts'
import { PREVIEW_PX, setToolAtom, toolPictureAtom } from '#src/state/tool-jobs.ts'
import { BrushFields } from '#src/studio/brush/BrushFields.tsx'
import { BrushSurface } from '#src/studio/brush/BrushSurface.tsx'
import type { Brush } from '#src/studio/brush/brush.ts'
import { StrokeButtons } from '#src/studio/brush/StrokeButtons.tsx'
import { useStrokeHistory } from '#src/studio/brush/use-stroke-history.ts'
import { EraserIcon, PaintBrushIcon } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import type { ToolRequest } from '#workers/imaging/api.ts'
import panel from '../panel.module.css'
import { useThumbnail } from '../use-thumbnail.ts'
import styles from './CornersView.module.css'
import { PreviewPicture } from './PreviewPicture.tsx'

interface BrushAwayViewProps {
  readonly request: ToolRequest
  readonly found: FoundSheet | null
}

/** The straightened picture, to paint over what should not be there; and what is to come back. */
export function BrushAwayView({ request, found }: BrushAwayViewProps) {
  const { t } = useTranslation('tools')
  const picture = useShownPicture()
  const before = useThumbnail(request.photo, PREVIEW_PX)
  const { strokes, isFull, history } = useBrushedStrokes(request, found)
  const [brush, setBrush] = useState<Brush>({ mode: 'add', radius: 0.015 })
  const [zoom, setZoom] = useState(1)
  const places = usePlaces(request, found, picture !== null)
  const seen = useSeenStrokes(picture, strokes)
  const { photo } = request
  const aspect = picture === null ? photo.widthPx / photo.heightPx : picture.width / picture.height
  return (
    <>
      <p className={panel.hint}>{t('rescue.text')}</p>
      <SegmentedControl
        label={t('refine.mode')}
        value={brush.mode}
        onChange={(mode) => setBrush({ ...brush, mode })}
        options={[
          { value: 'add', label: t('rescue.away'), icon: <PaintBrushIcon /> },
          { value: 'remove', label: t('rescue.back'), icon: <EraserIcon /> },
        ]}
      />
      <div className={styles.brushed}>
        <BrushSurface
          label={t('rescue.picture')}
          shown={strokes.filter((stroke) => !seen.has(stroke)).map(places.shown)}
          onStroke={(stroke) => history.add(places.stored(stroke))}
          onUndo={history.undo}
          onRedo={history.redo}
          onZoom={setZoom}
          {...{ aspect, brush, zoom }}
        >
          {picture !== null ? (
            <PreviewPicture picture={picture} />
          ) : (
            before !== null && <img src={before} alt="" draggable={false} />
          )}
        </BrushSurface>
      </div>
      <StrokeButtons count={strokes.length} history={history} />
      {isFull && (
        <p className={panel.hint} role="status">
          {t('rescue.full')}
        </p>
      )}
      <BrushFields {...{ brush, setBrush, zoom, setZoom }} />
    </>
  )
}

/** The last preview, unless there is none or it was put away. */
function useShownPicture(): ImageBitmap | null {
  const picture = useAtomValue(toolPictureAtom)
  return picture !== null && picture.width > 0 ? picture : null
}

/** The strokes of the open tool, and what changes them. */
function useBrushedStrokes({ settings }: ToolRequest, found: FoundSheet | null) {
  const set = useSetAtom(setToolAtom)
  const [isFull, setFull] = useState(false)
  const [strokes, setStrokes] = useState(() => strokesOf(String(settings['brushed'] ?? '')))
  const history = useStrokeHistory(strokes, (next) => {
    setFull(false)
    setStrokes(next)
    // The picture that was painted on is the one that is printed: its corners stay.
    const isOwn = settings['corners'] || found === null
    const corners = isOwn ? {} : { corners: cornersText(found.corners) }
    void set({ ...corners, brushed: strokesText(next) })
  })
  const add = (stroke: BrushStroke) => {
    const fits = strokesTextSchema.safeParse(strokesText([...strokes, stroke])).success
    if (fits) history.add(stroke)
    else setFull(true)
  }
  return { strokes, isFull, history: { ...history, add } }
}

/** Strokes are kept over the photo and painted on its sheet, where that is shown. */
function usePlaces({ photo, settings }: ToolRequest, found: FoundSheet | null, isSheet: boolean) {
  const own = cornersOf(String(settings['corners'] ?? ''))
  const corners = own ?? found?.corners ?? wholePicture
  const moved = (way: 'photo' | 'sheet') => (stroke: BrushStroke) =>
    isSheet ? strokeOn(way, stroke, corners, photo) : stroke
  return { stored: moved('photo'), shown: moved('sheet') }
}

/** The strokes whose work the picture shows: those that were there when it came. */
function useSeenStrokes(
  picture: ImageBitmap | null,
  strokes: readonly BrushStroke[],
): ReadonlySet<BrushStroke> {
  const [seen, setSeen] = useState({ picture, strokes: new Set(strokes) })
  if (seen.picture === picture) return seen.strokes
  const all = new Set(picture === null ? [] : strokes)
  setSeen({ picture, strokes: all })
  return all
}

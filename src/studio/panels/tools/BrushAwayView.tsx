import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type BrushStroke,
  strokesOf,
  strokesText,
  strokesTextSchema,
} from '#core/imaging/brush-strokes.ts'
import { PREVIEW_PX } from '#core/imaging/preview-sizes.ts'
import { cornersOf, cornersText, wholePicture } from '#core/imaging/tools/rescue/corners.ts'
import type { FoundSheet } from '#core/imaging/tools/rescue/sheet/find-corners.ts'
import { strokeOn } from '#core/imaging/tools/rescue/sheet-strokes.ts'
import { showsBeforeAtom } from '#src/state/stand-in.ts'
import { toolBeforeAtom } from '#src/state/tool-before.ts'
import { useToolStrokes } from '#src/state/tool-history.ts'
import { toolPictureAtom } from '#src/state/tool-preview.ts'
import { BrushFields } from '#src/studio/brush/BrushFields.tsx'
import { BrushSurface } from '#src/studio/brush/BrushSurface.tsx'
import type { Brush } from '#src/studio/brush/brush.ts'
import { StrokeButtons } from '#src/studio/brush/StrokeButtons.tsx'
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
  const photoUrl = useThumbnail(request.photo, PREVIEW_PX)
  const unmended = useAtomValue(toolBeforeAtom)
  const showsBefore = useAtomValue(showsBeforeAtom)
  const shown = showsBefore ? unmended : picture
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
          { value: 'add', label: t('refine.remove'), icon: <PaintBrushIcon /> },
          { value: 'remove', label: t('rescue.back'), icon: <EraserIcon /> },
        ]}
      />
      <div className={styles.brushed}>
        <BrushSurface
          label={t('rescue.picture')}
          shown={strokes.filter((stroke) => !seen.has(textOf(stroke))).map(places.shown)}
          onStroke={(stroke) => history.add(places.stored(stroke))}
          onUndo={history.undo}
          onRedo={history.redo}
          onZoom={setZoom}
          {...{ aspect, brush, zoom }}
        >
          {shown !== null ? (
            <PreviewPicture picture={shown} />
          ) : (
            photoUrl !== null && <img src={photoUrl} alt="" draggable={false} />
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
  const [isFull, setFull] = useState(false)
  const text = String(settings['brushed'] ?? '')
  const strokes = useMemo(() => strokesOf(text), [text])
  // The picture that was painted on is the one that is printed: its corners stay.
  const isOwn = settings['corners'] || found === null
  const along = isOwn ? {} : { corners: cornersText(found.corners) }
  const history = useToolStrokes('brushed', strokes, along)
  const add = (stroke: BrushStroke) => {
    const fits = strokesTextSchema.safeParse(strokesText([...strokes, stroke])).success
    setFull(!fits)
    if (fits) history.add(stroke)
  }
  const roomy = (step: () => void) => () => {
    setFull(false)
    step()
  }
  const back = { undo: roomy(history.undo), clear: roomy(history.clear) }
  return { strokes, isFull, history: { ...history, ...back, add } }
}

/** Strokes are kept over the photo and painted on its sheet, where that is shown. */
function usePlaces({ photo, settings }: ToolRequest, found: FoundSheet | null, isSheet: boolean) {
  const own = cornersOf(String(settings['corners'] ?? ''))
  const corners = own ?? found?.corners ?? wholePicture
  const moved = (way: 'photo' | 'sheet') => (stroke: BrushStroke) =>
    isSheet ? strokeOn(way, stroke, corners, photo) : stroke
  return { stored: moved('photo'), shown: moved('sheet') }
}

/** The strokes whose work the picture shows, as text: those that were there when it came. */
function useSeenStrokes(
  picture: ImageBitmap | null,
  strokes: readonly BrushStroke[],
): ReadonlySet<string> {
  const [seen, setSeen] = useState({ picture, strokes: new Set(strokes.map(textOf)) })
  if (seen.picture === picture) return seen.strokes
  const all = new Set(picture === null ? [] : strokes.map(textOf))
  setSeen({ picture, strokes: all })
  return all
}

const textOf = (stroke: BrushStroke): string => strokesText([stroke])

import { useAtomValue, useSetAtom } from 'jotai'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { layerDpi } from '#core/design/crop.ts'
import type { PhotoLayer } from '#core/design/document.ts'
import { isInSlot } from '#core/design/edits/place.ts'
import { type BoundsMm, layerBounds } from '#core/design/geometry.ts'
import { headsOn } from '#core/design/look-at.ts'
import { dpiGrade, isDpiTold } from '#core/design/preflight.ts'
import { photoOfFaces } from '#core/design/shown-photo.ts'
import { viewFromMm } from '#core/design/view.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { appliedToolAtom } from '#src/state/applied-tool.ts'
import { shownSelectionAtom } from '#src/state/editor.ts'
import { facesAtom } from '#src/state/faces.ts'
import { toolSessionAtom } from '#src/state/open-tool.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { stageModeAtom, viewAtom, viewportAtom } from '#src/state/view.ts'
import { CheckCircleIcon, SparkleIcon } from '#src/ui/icons.ts'
import { useOpenTool } from '../use-open-tool.ts'
import styles from './DpiTag.module.css'
import { lowestTurnPx, TURN_REACH_PX } from './SelectionBox.tsx'
import { type BoxPx, tagPlace } from './tag-place.ts'

/** What the stage leaves free below the print, above what lies over its foot. */
const ROOM_BELOW_PX = 28
/** What the note about a tool takes of the stage above the print. */
const NOTE_PX = 30

/** How sharp the selected photo prints, beside it; follows while it is scaled. */
export function DpiTag() {
  const layers = useAtomValue(shownSelectionAtom)
  const doodling = useAtomValue(stageModeAtom) === 'doodle'
  // It is said of the photo that is there, not of what an open tool would make.
  const isCovered = useAtomValue(toolSessionAtom) !== null
  const [shown] = layers
  if (doodling || isCovered || layers.length !== 1 || shown?.kind !== 'photo' || shown.hidden)
    return null
  return <Tag layer={shown} />
}

function Tag({ layer }: { layer: PhotoLayer }) {
  const { t } = useTranslation('panels')
  const { number } = useFormats()
  const place = usePlace(layer)
  const openPanel = useSetAtom(openPanelAtom)
  const openTool = useOpenTool()
  const dpi = Math.floor(layerDpi(layer))
  const grade = dpiGrade(dpi)
  const words = isDpiTold(dpi) ? t('photo.dpi', { dpi: number(dpi, 0) }) : t('photo.dpiPoor')
  if (grade === 'good') {
    return (
      <span className={styles.tag} {...place} data-grade={grade} data-stage-dpi={dpi}>
        <CheckCircleIcon aria-hidden="true" />
        {words}
      </span>
    )
  }
  const enhance = () => {
    openPanel('tools')
    openTool(layer.id, 'super-resolution')
  }
  return (
    <button
      type="button"
      className={styles.tag}
      {...place}
      data-grade={grade}
      data-stage-dpi={dpi}
      onClick={enhance}
    >
      <SparkleIcon aria-hidden="true" />
      <span className={styles.words}>
        {words} · {t('photo.enhance')}
      </span>
    </button>
  )
}

function usePlace(layer: PhotoLayer) {
  const view = useAtomValue(viewAtom)
  const viewport = useAtomValue(viewportAtom)
  const { widthPx = 0, heightPx = 0, insetPx } = viewport ?? {}
  const faces = useAtomValue(facesAtom)[photoOfFaces(layer).hash] ?? []
  const isNoteAbove = useAtomValue(appliedToolAtom) !== null
  const boxOf = (bounds: BoundsMm): BoxPx => {
    const { xPx: left, yPx: top } = viewFromMm(view, bounds)
    const { scalePxPerMm } = view
    const [right, bottom] = [bounds.widthMm * scalePxPerMm, bounds.heightMm * scalePxPerMm]
    return { left, top, right: left + right, bottom: top + bottom }
  }
  const photo = boxOf(layerBounds(layer))
  // What hangs over the stage's foot leaves the room between it and the print.
  const lowest = heightPx - Math.max(0, (insetPx?.bottom ?? 0) - ROOM_BELOW_PX)
  const { x, y, side } = tagPlace({
    photo,
    free: { left: 0, top: isNoteAbove ? NOTE_PX : 0, right: widthPx, bottom: lowest },
    faces: headsOn(layer, faces).map(({ box }) => boxOf(box)),
    isGripBelow:
      photo.bottom + TURN_REACH_PX < lowestTurnPx(viewport) && !layer.locked && !isInSlot(layer),
  })
  return { style: { '--x': `${x}px`, top: y } as CSSProperties, 'data-side': side }
}

import { useAtomValue, useSetAtom } from 'jotai'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { layerDpi } from '#core/design/crop.ts'
import type { PhotoLayer } from '#core/design/document.ts'
import { layerBounds } from '#core/design/geometry.ts'
import { dpiGrade } from '#core/design/preflight.ts'
import { viewFromMm } from '#core/design/view.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { shownSelectionAtom } from '#src/state/editor.ts'
import { toolSessionAtom } from '#src/state/open-tool.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { stageModeAtom, viewAtom, viewportAtom } from '#src/state/view.ts'
import { CheckCircleIcon, SparkleIcon } from '#src/ui/icons.ts'
import { useOpenTool } from '../use-open-tool.ts'
import styles from './DpiTag.module.css'

/** From the photo's upper edge, and never out of the stage. */
const INSET_PX = 26

/** How sharp the selected photo prints, on the photo itself; follows while it is scaled. */
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
  const style = usePlace(layer)
  const openPanel = useSetAtom(openPanelAtom)
  const openTool = useOpenTool()
  const dpi = Math.floor(layerDpi(layer))
  const grade = dpiGrade(dpi)
  const words = t('photo.dpi', { dpi: number(dpi, 0) })
  if (grade === 'good') {
    return (
      <span className={styles.tag} style={style} data-grade={grade} data-stage-dpi={dpi}>
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
      style={style}
      data-grade={grade}
      data-stage-dpi={dpi}
      onClick={enhance}
    >
      <SparkleIcon aria-hidden="true" />
      {words} · {t('photo.enhance')}
    </button>
  )
}

function usePlace(layer: PhotoLayer) {
  const view = useAtomValue(viewAtom)
  const { heightPx = 0, insetPx } = useAtomValue(viewportAtom) ?? {}
  const bounds = layerBounds(layer)
  const middle = { xMm: bounds.xMm + bounds.widthMm / 2, yMm: bounds.yMm }
  const { xPx, yPx } = viewFromMm(view, middle)
  const lowest = heightPx - (insetPx?.bottom ?? 0)
  const y = Math.min(Math.max(yPx, 0), lowest) + INSET_PX
  return { '--x': `${xPx}px`, top: y } as CSSProperties
}

import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { viewFromMm } from '#core/design/view.ts'
import { designAtom } from '#src/state/editor.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { viewAtom } from '#src/state/view.ts'
import { ImagesIcon } from '#src/ui/icons.ts'
import { FileButton } from '../panels/photos/AddPhotos.tsx'
import styles from './StartHint.module.css'

/** The way in, on a design that has nothing on it yet. */
export function StartHint() {
  const { t } = useTranslation('stage')
  const { layers, layout, product } = useAtomValue(designAtom)
  const panel = useAtomValue(openPanelAtom)
  const view = useAtomValue(viewAtom)
  if (layers.length > 0 || layout.layoutId !== 'free' || panel !== null) return null
  const { widthMm, heightMm } = product.geometry
  const { xPx, yPx } = viewFromMm(view, { xMm: widthMm / 2, yMm: heightMm * 0.56 })
  return (
    <div
      className={styles.hint}
      style={{ transform: `translate(${xPx}px, ${yPx}px) translate(-50%, -50%)` }}
    >
      <FileButton several variant="primary" size="large" icon={<ImagesIcon />}>
        {t('start.photo')}
      </FileButton>
      <p className={styles.text}>{t('start.text')}</p>
    </div>
  )
}

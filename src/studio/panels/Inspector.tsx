import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpenAtom, selectedLayersAtom } from '#src/state/editor.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import styles from './Inspector.module.css'
import { SelectionProperties } from './SelectionProperties.tsx'

/**
 * On a PC, at the end of the stage: the settings of the selection, else the list of layers. Keeps
 * its place while its content comes.
 */
export function Inspector() {
  const open = useAtomValue(isOpenAtom)
  return (
    <aside className={styles.inspector} data-inspector="">
      <Suspense fallback={null}>{open && <InspectorContent />}</Suspense>
    </aside>
  )
}

function InspectorContent() {
  const { t } = useTranslation('panels')
  const layers = useAtomValue(selectedLayersAtom)
  const panel = useAtomValue(openPanelAtom)
  const [first] = layers
  if (first === undefined && panel === 'layers') return null
  const title =
    first === undefined
      ? t('titles.layers')
      : layers.length === 1
        ? t(`layers.${first.kind}`)
        : t('layers.selected', { count: layers.length })
  return (
    <>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.body}>
        <SelectionProperties />
      </div>
    </>
  )
}

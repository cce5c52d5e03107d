import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { moveLayerToIndex } from '#core/design/edits/arrange.ts'
import { designAtom, editAtom } from '#src/state/editor.ts'
import { selectSeveralAtom } from '#src/state/view.ts'
import { useLayerName } from '#src/studio/layer-name.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { StackIcon } from '#src/ui/icons.ts'
import { Switch } from '#src/ui/Switch.tsx'
import panel from '../panel.module.css'
import { LayerRow } from './LayerRow.tsx'
import styles from './LayersPanel.module.css'

/** Every layer, the topmost first; pulled up and down by its grip, or by arrow keys on it. */
export function LayersPanel() {
  const { t } = useTranslation('panels')
  const { layers } = useAtomValue(designAtom)
  const edit = useSetAtom(editAtom)
  const nameOf = useLayerName()
  const [several, setSeveral] = useAtom(selectSeveralAtom)
  const [said, setSaid] = useState('')
  const shown = layers.toReversed()
  if (shown.length === 0) {
    return (
      <EmptyState
        illustration={<StackIcon />}
        title={t('layers.empty')}
        text={t('layers.emptyText')}
      />
    )
  }
  /** `place` counts from the top, as the list does. */
  const move = (id: string, place: number) => {
    const to = Math.min(Math.max(0, place), shown.length - 1)
    const layer = shown.find((each) => each.id === id)
    if (layer === undefined) return
    edit({ edit: (design) => moveLayerToIndex(design, id, shown.length - 1 - to) })
    setSaid(t('layers.moved', { name: nameOf(layer), place: to + 1, count: shown.length }))
  }
  return (
    <div className={panel.section}>
      {shown.length > 1 && (
        <Switch label={t('layers.several')} checked={several} onChange={setSeveral} />
      )}
      <ul className={styles.list} aria-label={t('layers.list')}>
        {shown.map((layer, place) => (
          <LayerRow key={layer.id} layer={layer} place={place} move={move} />
        ))}
      </ul>
      <p className={panel.hidden} role="status">
        {said}
      </p>
    </div>
  )
}

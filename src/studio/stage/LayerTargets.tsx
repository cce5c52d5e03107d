import { useAtomValue, useSetAtom } from 'jotai'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Layer } from '#core/design/document.ts'
import { withGroups } from '#core/design/edits/layers.ts'
import { frameOf } from '#core/design/frame.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { designAtom, selectionAtom } from '#src/state/editor.ts'
import { selectSeveralAtom, viewAtom } from '#src/state/view.ts'
import { useLayerName } from '../layer-name.ts'
import styles from './Stage.module.css'
import { turned } from './stage-place.ts'

/**
 * Every visible layer as a button where it stands, bottom to top: Tab walks through them, the
 * focused one is selected, and a screen reader hears what and how large it is. Fingers pass
 * through to the stage.
 */
export function LayerTargets() {
  const { t } = useTranslation('stage')
  const { layers } = useAtomValue(designAtom)
  const visible = layers.filter((layer) => !layer.hidden)
  if (visible.length === 0) return null
  return (
    <ul className={styles.layers} aria-label={t('layers')}>
      {visible.map((layer) => (
        <li key={layer.id}>
          <LayerTarget layer={layer} />
        </li>
      ))}
    </ul>
  )
}

function LayerTarget({ layer }: { layer: Layer }) {
  const { t } = useTranslation('stage')
  const { number } = useFormats()
  const view = useAtomValue(viewAtom)
  const design = useAtomValue(designAtom)
  const setSelection = useSetAtom(selectionAtom)
  const selected = useAtomValue(selectionAtom).includes(layer.id)
  const name = useLayerName()(layer)
  const frame = frameOf(layer)
  const size = {
    name,
    width: number(frame.widthMm * frame.scale, 0),
    height: number(frame.heightMm * frame.scale, 0),
  }
  const choose = () => setSelection(withGroups(design, [layer.id]))
  const several = useAtomValue(selectSeveralAtom)
  const toggle = (event: MouseEvent) => {
    if (!event.shiftKey && !several) choose()
    else
      setSelection((ids) => (selected ? ids.filter((id) => id !== layer.id) : [...ids, layer.id]))
  }
  return (
    <button
      type="button"
      className={styles.layer}
      style={turned(view, frame)}
      aria-pressed={selected}
      aria-label={t(layer.locked ? 'layerLocked' : 'layer', size)}
      data-layer={layer.kind}
      onFocus={(event) => {
        if (!selected && !several && event.currentTarget.matches(':focus-visible')) choose()
      }}
      onClick={toggle}
    />
  )
}

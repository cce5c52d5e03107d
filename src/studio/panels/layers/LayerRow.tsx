import { useAtomValue, useSetAtom } from 'jotai'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Layer } from '#core/design/document.ts'
import { hideLayers, lockLayers, renameLayer, withGroups } from '#core/design/edits/layers.ts'
import { designAtom, editAtom, selectionAtom } from '#src/state/editor.ts'
import { selectSeveralAtom } from '#src/state/view.ts'
import { useLayerName } from '#src/studio/layer-name.ts'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import {
  CheckSquareIcon,
  DotsSixVerticalIcon,
  EyeIcon,
  EyeSlashIcon,
  LinkSimpleIcon,
  LockIcon,
  LockOpenIcon,
  PencilSimpleIcon,
  SquareIcon,
} from '#src/ui/icons.ts'
import { LayerPicture } from './LayerPicture.tsx'
import styles from './LayersPanel.module.css'
import { useRowDrag } from './use-row-drag.ts'

interface LayerRowProps {
  readonly layer: Layer
  readonly place: number
  readonly move: (id: string, place: number) => void
}

/** One layer: grip, picture, name, and what is switched most. */
export function LayerRow({ layer, place, move }: LayerRowProps) {
  const { t } = useTranslation('panels')
  const edit = useSetAtom(editAtom)
  const selected = useAtomValue(selectionAtom).includes(layer.id)
  const [renaming, setRenaming] = useState(false)
  const name = useLayerName()(layer)
  const { id, hidden, locked } = layer
  const drag = useRowDrag({ place, move: (to) => move(id, to) })
  return (
    <li
      className={classNames(
        styles.row,
        selected && styles.selected,
        hidden && styles.faint,
        drag.dragging && styles.dragging,
      )}
      style={{ translate: `0 ${drag.offsetPx}px` }}
      data-row=""
    >
      <button
        type="button"
        className={styles.grip}
        aria-label={t('layers.drag', { name })}
        disabled={locked}
        data-own-keys=""
        {...drag.handlers}
      >
        <DotsSixVerticalIcon />
      </button>
      {renaming ? (
        <NameField
          layer={layer}
          finish={(typed) => {
            setRenaming(false)
            if (typed !== null) edit({ edit: (design) => renameLayer(design, id, typed) })
          }}
        />
      ) : (
        <SelectButton layer={layer} name={name} selected={selected} />
      )}
      <IconButton
        size="small"
        label={t('layers.rename')}
        icon={<PencilSimpleIcon />}
        disabled={locked}
        onClick={() => setRenaming(true)}
      />
      <IconButton
        size="small"
        label={t(locked ? 'layers.unlock' : 'layers.lock', { name })}
        icon={locked ? <LockIcon /> : <LockOpenIcon />}
        onClick={() => edit({ edit: (design) => lockLayers(design, [id], !locked) })}
      />
      <IconButton
        size="small"
        label={t(hidden ? 'layers.show' : 'layers.hide', { name })}
        icon={hidden ? <EyeSlashIcon /> : <EyeIcon />}
        disabled={locked}
        onClick={() => edit({ edit: (design) => hideLayers(design, [id], !hidden) })}
      />
    </li>
  )
}

function SelectButton({
  layer,
  name,
  selected,
}: {
  layer: Layer
  name: string
  selected: boolean
}) {
  const { t } = useTranslation('panels')
  const design = useAtomValue(designAtom)
  const setSelection = useSetAtom(selectionAtom)
  const several = useAtomValue(selectSeveralAtom)
  const choose = (event: MouseEvent) => {
    const ids = withGroups(design, [layer.id])
    if (!event.shiftKey && !several) setSelection(ids)
    else if (selected) setSelection((all) => all.filter((id) => !ids.includes(id)))
    else setSelection((all) => [...all, ...ids])
  }
  return (
    <button
      type="button"
      className={styles.name}
      aria-pressed={selected}
      aria-label={t('layers.select', { name })}
      onClick={choose}
    >
      {several && (selected ? <CheckSquareIcon /> : <SquareIcon />)}
      <LayerPicture layer={layer} />
      <span className={styles.words} dir="auto">
        {name}
      </span>
      {layer.groupId !== null && <LinkSimpleIcon aria-label={t('layers.grouped')} />}
    </button>
  )
}

function NameField({ layer, finish }: { layer: Layer; finish: (name: string | null) => void }) {
  const { t } = useTranslation('panels')
  const [typed, setTyped] = useState(layer.name)
  return (
    <input
      className={styles.field}
      aria-label={t('layers.name')}
      // biome-ignore lint/a11y/noAutofocus: the customer asked to write here
      autoFocus
      maxLength={80}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => finish(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') finish(null)
      }}
    />
  )
}

import {
  duplicateLayers,
  groupLayers,
  hideLayers,
  lockLayers,
  removeLayers,
  ungroupLayers,
} from '#core/design/edits/layers.ts'
import {
  designAtom,
  editAtom,
  isOpenAtom,
  redoAtom,
  selectedLayersAtom,
  selectionAtom,
  undoAtom,
} from '#src/state/editor.ts'
import { stepMissedAtom } from '#src/state/step-missed.ts'
import { redoInToolAtom, undoInToolAtom } from '#src/state/tool-history.ts'
import {
  ArrowUUpLeftIcon,
  ArrowUUpRightIcon,
  CopyIcon,
  EyeSlashIcon,
  LockIcon,
  SelectionAllIcon,
  SelectionBackgroundIcon,
  SelectionIcon,
  TrashIcon,
} from '#src/ui/icons.ts'
import type { Command } from './command.ts'
import { anySelected, anyUnlocked, isOpen } from './selection.ts'

/** Steps back and forward, in the open tool first; at the ends the specification's messages are said. */
export const historyCommands: readonly Command[] = [
  {
    id: 'undo',
    group: 'edit',
    icon: ArrowUUpLeftIcon,
    keys: ['Mod+Z'],
    isEnabled: isOpen,
    perform: (store) => {
      if (store.set(undoInToolAtom)) return
      if (!store.set(undoAtom)) store.set(stepMissedAtom, 'first')
    },
  },
  {
    id: 'redo',
    group: 'edit',
    icon: ArrowUUpRightIcon,
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    isEnabled: isOpen,
    perform: (store) => {
      const inTool = store.set(redoInToolAtom)
      if (inTool === 'done' || (inTool === 'none' && store.set(redoAtom))) return
      store.set(stepMissedAtom, 'last')
    },
  },
]

/** What is done with the selected layers themselves. */
export const layerCommands: readonly Command[] = [
  {
    id: 'duplicate',
    group: 'edit',
    icon: CopyIcon,
    keys: ['Mod+D'],
    isEnabled: anySelected,
    perform: (store) => {
      const layers = store.get(selectedLayersAtom)
      const copies = layers.map(({ id }) => [id, crypto.randomUUID()] as const)
      const groups = new Set(layers.flatMap(({ groupId }) => groupId ?? []))
      const groupIds = Object.fromEntries([...groups].map((id) => [id, crypto.randomUUID()]))
      store.set(editAtom, { edit: (design) => duplicateLayers(design, copies, { groupIds }) })
      store.set(
        selectionAtom,
        copies.map(([, newId]) => newId),
      )
    },
  },
  {
    id: 'delete',
    group: 'edit',
    icon: TrashIcon,
    keys: ['Delete', 'Backspace'],
    onStage: true,
    danger: true,
    isEnabled: anyUnlocked,
    perform: (store) => {
      const ids = store.get(selectionAtom)
      store.set(editAtom, { edit: (design) => removeLayers(design, ids) })
      const left = new Set(store.get(designAtom).layers.map(({ id }) => id))
      store.set(
        selectionAtom,
        ids.filter((id) => left.has(id)),
      )
    },
  },
  {
    id: 'lock',
    group: 'edit',
    icon: LockIcon,
    keys: ['Mod+L'],
    isEnabled: anySelected,
    perform: (store) => {
      const layers = store.get(selectedLayersAtom)
      const lock = layers.some((layer) => !layer.locked)
      const ids = layers.map(({ id }) => id)
      store.set(editAtom, { edit: (design) => lockLayers(design, ids, lock) })
    },
  },
  {
    id: 'hide',
    group: 'edit',
    icon: EyeSlashIcon,
    keys: ['Mod+Shift+H'],
    isEnabled: anyUnlocked,
    perform: (store) => {
      const layers = store.get(selectedLayersAtom)
      const hide = layers.some((layer) => !layer.hidden)
      const ids = layers.map(({ id }) => id)
      store.set(editAtom, { edit: (design) => hideLayers(design, ids, hide) })
    },
  },
]

/** Which layers are meant. */
export const selectCommands: readonly Command[] = [
  {
    id: 'selectAll',
    group: 'select',
    icon: SelectionAllIcon,
    keys: ['Mod+A'],
    onStage: true,
    isEnabled: (get) => get(isOpenAtom) && get(designAtom).layers.length > 0,
    perform: (store) => {
      const open = store.get(designAtom).layers.filter((layer) => !layer.hidden && !layer.locked)
      store.set(
        selectionAtom,
        open.map(({ id }) => id),
      )
    },
  },
  {
    id: 'selectNone',
    group: 'select',
    icon: SelectionIcon,
    keys: ['Escape'],
    onStage: true,
    isEnabled: anySelected,
    perform: (store) => store.set(selectionAtom, []),
  },
  {
    id: 'group',
    group: 'select',
    icon: SelectionBackgroundIcon,
    keys: ['Mod+G'],
    isEnabled: (get) => get(isOpenAtom) && get(selectionAtom).length > 1,
    perform: (store) => {
      const ids = store.get(selectionAtom)
      store.set(editAtom, { edit: (design) => groupLayers(design, ids, crypto.randomUUID()) })
    },
  },
  {
    id: 'ungroup',
    group: 'select',
    icon: SelectionIcon,
    keys: ['Mod+Shift+G'],
    isEnabled: (get) =>
      get(isOpenAtom) && get(selectedLayersAtom).some((layer) => layer.groupId !== null),
    perform: (store) => {
      const ids = store.get(selectionAtom)
      store.set(editAtom, { edit: (design) => ungroupLayers(design, ids) })
    },
  },
]

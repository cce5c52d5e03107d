import { atom, useAtom, useAtomValue, useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import { designAtom, isOpenAtom, selectedLayersAtom } from '#src/state/editor.ts'
import { useHasMouse } from '#src/state/layout.ts'
import { selectSeveralAtom } from '#src/state/view.ts'
import { CheckSquareIcon } from '#src/ui/icons.ts'
import type { MenuItem } from '#src/ui/menu-items.ts'
import type { Command } from './command.ts'
import type { CommandId } from './command-ids.ts'
import { commandOf, commands } from './command-table.ts'
import { keyText } from './keys.ts'

/** Which commands can be performed now. */
const enabledAtom = atom((get): ReadonlySet<CommandId> => {
  // Read first, so that the answer follows every change of the design and the selection.
  if (get(isOpenAtom)) get(designAtom)
  return new Set(commands.filter((command) => command.isEnabled(get)).map(({ id }) => id))
})

const order: readonly CommandId[] = ['toFront', 'forward', 'backward', 'toBack']
const align: readonly CommandId[] = [
  'alignLeft',
  'alignCentre',
  'alignRight',
  'alignTop',
  'alignMiddle',
  'alignBottom',
  'distributeHorizontal',
  'distributeVertical',
]

/** Makes menu lines from commands. */
export function useMenuLine(): (id: CommandId, label?: string) => MenuItem {
  const { t } = useTranslation('stage')
  const store = useStore()
  const enabled = useAtomValue(enabledAtom)
  const mouse = useHasMouse()
  return (id, label) => {
    const command: Command = commandOf(id)
    const Icon = command.icon
    const [keys] = command.keys
    return {
      id,
      label: label ?? t(`commands.${id}`),
      icon: <Icon />,
      disabled: !enabled.has(id),
      ...(mouse && keys !== undefined && { shortcut: keyText(keys) }),
      ...(command.danger && { danger: true }),
      onSelect: () => command.perform(store),
    }
  }
}

/** What can be done with the selection, or with the whole design where nothing is selected. */
export function useSelectionMenu(): readonly MenuItem[] {
  const { t } = useTranslation('stage')
  const line = useMenuLine()
  const open = useAtomValue(isOpenAtom)
  const mouse = useHasMouse()
  const selected = useAtomValue(selectedAtom)
  const several = useSeveralLine()
  if (!open || selected.length === 0) {
    const lines = [line('selectAll'), several, line('photos'), line('text'), line('fit')]
    return mouse ? [...lines, line('shortcuts')] : lines
  }
  const photo = selected.length === 1 && selected[0]?.kind === 'photo'
  const locked = selected.every((layer) => layer.locked)
  const grouped = selected.some((layer) => layer.groupId !== null)
  return [
    line('properties'),
    ...(photo ? [line('tools')] : []),
    { kind: 'separator', id: 'after-properties' },
    line('duplicate'),
    { kind: 'submenu', id: 'order', label: t('menu.order'), items: order.map((id) => line(id)) },
    { kind: 'submenu', id: 'align', label: t('menu.align'), items: align.map((id) => line(id)) },
    several,
    ...(selected.length > 1 || grouped ? [line(grouped ? 'ungroup' : 'group')] : []),
    line('lock', locked ? t('menu.unlock') : undefined),
    line('hide'),
    { kind: 'separator', id: 'before-delete' },
    line('delete'),
  ]
}

/** Taps that add to the selection, for who has no Shift to hold. */
function useSeveralLine(): MenuItem {
  const { t } = useTranslation('panels')
  const [checked, onChange] = useAtom(selectSeveralAtom)
  const label = t('layers.several')
  return { kind: 'check', id: 'several', label, icon: <CheckSquareIcon />, checked, onChange }
}

const selectedAtom = atom((get) => (get(isOpenAtom) ? get(selectedLayersAtom) : []))

import { openPanelAtom, type PanelId } from '#src/state/panel.ts'
import { studioOverAtom } from '#src/state/studio-over.ts'
import { fitViewAtom, snappingAtom } from '#src/state/view.ts'
import {
  CornersOutIcon,
  DeviceMobileIcon,
  EyeIcon,
  ImagesIcon,
  KeyboardIcon,
  LayoutIcon,
  MagicWandIcon,
  MagnetIcon,
  MagnifyingGlassMinusIcon,
  MagnifyingGlassPlusIcon,
  PaintBucketIcon,
  ScribbleIcon,
  ShieldCheckIcon,
  SlidersHorizontalIcon,
  StackIcon,
  StickerIcon,
  SunIcon,
  TextTIcon,
} from '#src/ui/icons.ts'
import { zoomStage } from '../stage/view-gestures.ts'
import type { Command, Store } from './command.ts'
import { anySelected, isOpen } from './selection.ts'

const ZOOM_STEP = 1.25

/** How the stage is looked at. */
export const viewCommands: readonly Command[] = [
  {
    id: 'zoomIn',
    group: 'view',
    icon: MagnifyingGlassPlusIcon,
    keys: ['+', '='],
    isEnabled: isOpen,
    perform: (store) => zoomStage(store, ZOOM_STEP),
  },
  {
    id: 'zoomOut',
    group: 'view',
    icon: MagnifyingGlassMinusIcon,
    keys: ['-'],
    isEnabled: isOpen,
    perform: (store) => zoomStage(store, 1 / ZOOM_STEP),
  },
  {
    id: 'fit',
    group: 'view',
    icon: CornersOutIcon,
    keys: ['0'],
    isEnabled: isOpen,
    perform: (store) => store.set(fitViewAtom),
  },
  {
    id: 'snapping',
    group: 'view',
    icon: MagnetIcon,
    keys: ['M'],
    isEnabled: isOpen,
    perform: (store) => store.set(snappingAtom, (on) => !on),
  },
  {
    id: 'shortcuts',
    group: 'view',
    icon: KeyboardIcon,
    keys: ['?'],
    isEnabled: isOpen,
    perform: (store) => store.set(studioOverAtom, 'shortcuts'),
  },
]

const panels = [
  { id: 'photos', icon: ImagesIcon, keys: ['P'] },
  { id: 'text', icon: TextTIcon, keys: ['T'] },
  { id: 'stickers', icon: StickerIcon, keys: ['S'] },
  { id: 'doodle', icon: ScribbleIcon, keys: ['D'] },
  { id: 'layout', icon: LayoutIcon, keys: ['L'] },
  { id: 'background', icon: PaintBucketIcon, keys: ['B'] },
  { id: 'layers', icon: StackIcon, keys: ['Y'] },
  { id: 'product', icon: DeviceMobileIcon, keys: [] },
  { id: 'tools', icon: MagicWandIcon, keys: ['W'] },
  { id: 'adjust', icon: SunIcon, keys: ['A'] },
  { id: 'preflight', icon: ShieldCheckIcon, keys: [] },
  { id: 'preview', icon: EyeIcon, keys: ['V'] },
] as const satisfies readonly (Pick<Command, 'id' | 'icon' | 'keys'> & { id: PanelId })[]

/** On a PC they stand open beside the stage: the keyboard goes there. */
function openProperties(store: Store): void {
  const inspector = document.querySelector('[data-inspector]')
  if (inspector === null) {
    store.set(openPanelAtom, (open) => (open === 'properties' ? null : 'properties'))
  } else inspector.querySelector<HTMLElement>('textarea, button, input')?.focus()
}

/** Opens a panel; closes it where it is open. */
export const panelCommands: readonly Command[] = [
  ...panels.map(
    ({ id, ...command }): Command => ({
      ...command,
      id,
      group: 'panels',
      isEnabled: isOpen,
      perform: (store) => store.set(openPanelAtom, (open) => (open === id ? null : id)),
    }),
  ),
  {
    id: 'properties',
    group: 'panels',
    icon: SlidersHorizontalIcon,
    keys: ['E'],
    isEnabled: anySelected,
    perform: openProperties,
  },
]

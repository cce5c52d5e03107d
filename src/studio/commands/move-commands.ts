import {
  type Alignment,
  alignLayers,
  distributeLayers,
  type OrderMove,
  reorderLayers,
} from '#core/design/edits/arrange.ts'
import { moveLayers, rotateLayers, scaleLayers } from '#core/design/edits/place.ts'
import { commonFrame } from '#core/design/frame.ts'
import { editAtom, isOpenAtom, selectedLayersAtom, selectionAtom } from '#src/state/editor.ts'
import {
  AlignBottomIcon,
  AlignCenterHorizontalIcon,
  AlignCenterVerticalIcon,
  AlignLeftIcon,
  AlignRightIcon,
  AlignTopIcon,
  ArrowClockwiseIcon,
  ArrowCounterClockwiseIcon,
  ArrowDownIcon,
  ArrowLeftIcon,
  ArrowLineDownIcon,
  ArrowLineUpIcon,
  ArrowRightIcon,
  ArrowsHorizontalIcon,
  ArrowsInIcon,
  ArrowsOutIcon,
  ArrowsVerticalIcon,
  ArrowUpIcon,
  CaretDownIcon,
  CaretUpIcon,
} from '#src/ui/icons.ts'
import type { Command, Store } from './command.ts'
import { anyUnlocked } from './selection.ts'

const NUDGE_MM = 1
const PUSH_MM = 10
const TURN_DEG = 5
const GROWTH = 1.05

const directions = [
  { name: 'Left', icon: ArrowLeftIcon, dx: -1, dy: 0 },
  { name: 'Right', icon: ArrowRightIcon, dx: 1, dy: 0 },
  { name: 'Up', icon: ArrowUpIcon, dx: 0, dy: -1 },
  { name: 'Down', icon: ArrowDownIcon, dx: 0, dy: 1 },
] as const

/** Held keys make one step of undo. */
function move(store: Store, dxMm: number, dyMm: number): void {
  const ids = store.get(selectionAtom)
  store.set(editAtom, {
    edit: (design) => moveLayers(design, ids, dxMm, dyMm),
    mark: `nudge:${ids.join()}`,
  })
}

const nudges = directions.flatMap(({ name, icon, dx, dy }): readonly Command[] => [
  {
    id: `nudge${name}`,
    group: 'move',
    icon,
    keys: [`Arrow${name}`],
    onStage: true,
    isEnabled: anyUnlocked,
    perform: (store) => move(store, dx * NUDGE_MM, dy * NUDGE_MM),
  },
  {
    id: `push${name}`,
    group: 'move',
    icon,
    keys: [`Shift+Arrow${name}`],
    onStage: true,
    isEnabled: anyUnlocked,
    perform: (store) => move(store, dx * PUSH_MM, dy * PUSH_MM),
  },
])

/** Turns or scales the selection about its middle; held keys make one step. */
function reshape(store: Store, { turnDeg = 0, factor = 1 }): void {
  const layers = store.get(selectedLayersAtom)
  const about = commonFrame(layers) ?? undefined
  const ids = layers.map(({ id }) => id)
  store.set(editAtom, {
    edit: (design) =>
      turnDeg === 0
        ? scaleLayers(design, ids, factor, about)
        : rotateLayers(design, ids, turnDeg, about),
    mark: `reshape:${turnDeg === 0 ? 'scale' : 'turn'}:${ids.join()}`,
  })
}

const reshapes = [
  { id: 'turnLeft', icon: ArrowCounterClockwiseIcon, keys: [','], by: { turnDeg: -TURN_DEG } },
  { id: 'turnRight', icon: ArrowClockwiseIcon, keys: ['.'], by: { turnDeg: TURN_DEG } },
  { id: 'larger', icon: ArrowsOutIcon, keys: [']'], by: { factor: GROWTH } },
  { id: 'smaller', icon: ArrowsInIcon, keys: ['['], by: { factor: 1 / GROWTH } },
] as const satisfies readonly (Pick<Command, 'id' | 'icon' | 'keys'> & { by: object })[]

/** By millimetres, degrees and steps of size, from the keyboard. */
export const moveCommands: readonly Command[] = [
  ...nudges,
  ...reshapes.map(
    ({ by, ...command }): Command => ({
      ...command,
      group: 'move',
      onStage: true,
      isEnabled: anyUnlocked,
      perform: (store) => reshape(store, by),
    }),
  ),
]

const orders = [
  { id: 'toFront', icon: ArrowLineUpIcon, keys: ['Mod+Shift+]'], to: 'front' },
  { id: 'forward', icon: CaretUpIcon, keys: ['Mod+]'], to: 'forward' },
  { id: 'backward', icon: CaretDownIcon, keys: ['Mod+['], to: 'backward' },
  { id: 'toBack', icon: ArrowLineDownIcon, keys: ['Mod+Shift+['], to: 'back' },
] as const satisfies readonly (Pick<Command, 'id' | 'icon' | 'keys'> & { to: OrderMove })[]

/** Up and down through the pile of layers. */
export const orderCommands: readonly Command[] = orders.map(({ to, ...command }) => ({
  ...command,
  group: 'order',
  isEnabled: anyUnlocked,
  perform: (store) => {
    const ids = store.get(selectionAtom)
    store.set(editAtom, { edit: (design) => reorderLayers(design, ids, to) })
  },
}))

const aligns = [
  { id: 'alignLeft', icon: AlignLeftIcon, to: 'left' },
  { id: 'alignCentre', icon: AlignCenterHorizontalIcon, to: 'centre' },
  { id: 'alignRight', icon: AlignRightIcon, to: 'right' },
  { id: 'alignTop', icon: AlignTopIcon, to: 'top' },
  { id: 'alignMiddle', icon: AlignCenterVerticalIcon, to: 'middle' },
  { id: 'alignBottom', icon: AlignBottomIcon, to: 'bottom' },
] as const satisfies readonly (Pick<Command, 'id' | 'icon'> & { to: Alignment })[]

const distributions = [
  { id: 'distributeHorizontal', icon: ArrowsHorizontalIcon, axis: 'horizontal' },
  { id: 'distributeVertical', icon: ArrowsVerticalIcon, axis: 'vertical' },
] as const

/** One layer to the print, several to each other. */
export const alignCommands: readonly Command[] = [
  ...aligns.map(
    ({ to, ...command }): Command => ({
      ...command,
      group: 'align',
      keys: [],
      isEnabled: anyUnlocked,
      perform: (store) => {
        const ids = store.get(selectionAtom)
        const relativeTo = ids.length > 1 ? 'selection' : 'page'
        store.set(editAtom, { edit: (design) => alignLayers(design, ids, to, relativeTo) })
      },
    }),
  ),
  ...distributions.map(
    ({ axis, ...command }): Command => ({
      ...command,
      group: 'align',
      keys: [],
      isEnabled: (get) => get(isOpenAtom) && get(selectionAtom).length > 2,
      perform: (store) => {
        const ids = store.get(selectionAtom)
        store.set(editAtom, { edit: (design) => distributeLayers(design, ids, axis) })
      },
    }),
  ),
]

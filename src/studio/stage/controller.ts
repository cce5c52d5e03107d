import type { Layer } from '#core/design/document.ts'
import { layerById, withGroups } from '#core/design/edits/layers.ts'
import { movableLayers } from '#core/design/edits/place.ts'
import { commonFrame, frameOf } from '#core/design/frame.ts'
import { layerHolds, type PointMm } from '#core/design/geometry.ts'
import type { Handle } from '#core/design/handles.ts'
import { layersAt } from '#core/design/hit-test.ts'
import type { View } from '#core/design/view.ts'
import {
  editAtom,
  openedDesignAtom,
  previewAtom,
  selectedLayersAtom,
  selectionAtom,
} from '#src/state/editor.ts'
import {
  chosenViewAtom,
  guidesAtom,
  marqueeAtom,
  selectSeveralAtom,
  stageModeAtom,
  viewAtom,
} from '#src/state/view.ts'
import { designOf, type Gesture, mmOfPx, type Pointer, pointMm, type Store } from './context.ts'
import { doodleGesture } from './doodle-gesture.ts'
import { pinchGesture, resizeGesture, rotateGesture } from './handle-gestures.ts'
import { marqueeGesture } from './marquee-gesture.ts'
import { moveGesture } from './move-gesture.ts'
import { TapCycle } from './tap-cycle.ts'
import { panViewGesture, pinchViewGesture } from './view-gestures.ts'

/** A press becomes a drag beyond this distance. */
const TAP_PX = 5
/** A finger need not hit a thin layer exactly. */
const SLOP_PX = 8

/** What a press landed on. */
export type Grip =
  | { readonly kind: 'handle'; readonly handle: Handle }
  | { readonly kind: 'rotate' }

export interface PressOptions {
  readonly grip: Grip | null
  /** Shift: adds to the selection or takes from it. */
  readonly adding: boolean
  /** Space or the middle button: moves the stage. */
  readonly panning: boolean
}

/** One pointer that is down and has not become a gesture yet. */
interface Press {
  readonly start: Pointer
  readonly options: PressOptions
  readonly hit: string | null
}

/** What a gesture may change before it ends. */
interface Snapshot {
  readonly selection: readonly string[]
  readonly view: View | null
}

/**
 * Turns pointers into gestures: which one begins, when it becomes another (a second finger), and
 * how it ends. Knows no DOM.
 */
export class StageController {
  readonly #store: Store
  readonly #onDoubleTap: () => void
  readonly #pointers = new Map<number, Pointer>()
  readonly #taps: TapCycle
  #gesture: Gesture | null = null
  #before: Snapshot | null = null
  #press: Press | null = null

  /** @param onDoubleTap what was tapped twice is selected then */
  constructor(store: Store, onDoubleTap: () => void = () => undefined) {
    this.#store = store
    this.#onDoubleTap = onDoubleTap
    this.#taps = new TapCycle((ids) => store.set(selectionAtom, ids))
  }

  press(pointer: Pointer, options: PressOptions): void {
    // A finger whose going up was never told begins anew.
    if (this.#pointers.has(pointer.id)) this.cancel()
    // A third finger has no part in anything.
    if (this.#pointers.size === 2) return
    this.#taps.hold()
    this.#pointers.set(pointer.id, pointer)
    const [one, two] = [...this.#pointers.values()]
    if (one && two) {
      this.#beginPinch(one, two)
      return
    }
    this.#press = { start: pointer, options, hit: this.#hitOf(pointer, options) }
    this.#begin(() => this.#immediate(pointer, options))
  }

  /** @param coalesced where the pointer was since the last move, the latest last */
  move(pointer: Pointer, coalesced: readonly Pointer[] = [pointer]): void {
    if (!this.#pointers.has(pointer.id)) return
    this.#pointers.set(pointer.id, pointer)
    const press = this.#press
    if (this.#gesture === null && press !== null && farFrom(press.start, pointer)) {
      this.#begin(() => this.#dragOf(press.start, press.hit))
    }
    const both = this.#pointers.size === 2
    this.#gesture?.move(both ? [...this.#pointers.values()] : coalesced)
  }

  release(pointer: Pointer): void {
    if (!this.#pointers.delete(pointer.id)) return
    const [gesture, press] = [this.#gesture, this.#press]
    this.#gesture = null
    this.#press = null
    if (gesture !== null) this.#end(gesture)
    else if (press !== null) this.#tap(press.start, press.options)
  }

  /** Gives up: everything is as it was before the first finger came down. */
  cancel(): void {
    this.#takeBack()
    this.#press = null
    this.#pointers.clear()
  }

  get running(): boolean {
    return this.#gesture !== null
  }

  #begin(make: () => Gesture | null): void {
    this.#before = {
      selection: this.#store.get(selectionAtom),
      view: this.#store.get(chosenViewAtom),
    }
    this.#gesture = make()
  }

  #end(gesture: Gesture): void {
    const end = gesture.end()
    this.#clearTraces()
    if (end === null) return
    this.#store.set(editAtom, { edit: end.edit })
    if (end.selection) this.#store.set(selectionAtom, end.selection)
  }

  #takeBack(): void {
    const before = this.#before
    if (this.#gesture === null || before === null) return
    this.#gesture = null
    this.#clearTraces()
    const layers = this.#store.get(openedDesignAtom)?.layers ?? []
    const there = new Set(layers.map(({ id }) => id))
    this.#store.set(viewAtom, before.view)
    this.#store.set(
      selectionAtom,
      before.selection.every((id) => there.has(id))
        ? before.selection
        : before.selection.filter((id) => there.has(id)),
    )
  }

  #clearTraces(): void {
    this.#store.set(previewAtom, null)
    this.#store.set(guidesAtom, [])
    this.#store.set(marqueeAtom, null)
  }

  /** Gestures that need no threshold: handles, the pen, moving the stage. */
  #immediate(pointer: Pointer, { grip, panning }: PressOptions): Gesture | null {
    const store = this.#store
    if (panning) return panViewGesture(store, pointer)
    if (grip !== null) {
      const layers = movableLayers(designOf(store), store.get(selectionAtom))
      return grip.kind === 'rotate'
        ? rotateGesture(store, layers, pointer)
        : resizeGesture(store, layers, grip.handle)
    }
    return store.get(stageModeAtom) === 'doodle' ? doodleGesture(store, pointer) : null
  }

  #dragOf(start: Pointer, hit: string | null): Gesture {
    if (hit === null || layerById(designOf(this.#store), hit) === undefined) {
      return start.mouse ? marqueeGesture(this.#store, start) : panViewGesture(this.#store, start)
    }
    const selection = this.#store.get(selectionAtom)
    if (!selection.includes(hit))
      this.#store.set(selectionAtom, withGroups(designOf(this.#store), [hit]))
    return moveGesture(this.#store, start)
  }

  #beginPinch(one: Pointer, two: Pointer): void {
    this.#takeBack()
    this.#press = null
    const layers = this.#pinched(one, two)
    this.#begin(() =>
      layers.length > 0
        ? pinchGesture(this.#store, layers, [one, two])
        : pinchViewGesture(this.#store, [one, two]),
    )
  }

  /** The selected layers where two fingers are on them; none: the fingers move the view. */
  #pinched(one: Pointer, two: Pointer): readonly Layer[] {
    if (this.#store.get(stageModeAtom) === 'doodle') return []
    const selected = this.#store.get(selectedLayersAtom).filter((layer) => !layer.locked)
    const movable = movableLayers(designOf(this.#store), this.#store.get(selectionAtom))
    const layers = selected.length === 1 ? selected : movable
    const frame = commonFrame(layers)
    if (frame === null) return []
    const fingers = [one, two].map((pointer) => pointMm(this.#store, pointer))
    return fingers.some((point) => layerHolds(frame, point, this.#slopMm)) ? layers : []
  }

  get #slopMm(): number {
    return mmOfPx(this.#store, SLOP_PX)
  }

  #under(pointer: Pointer) {
    const point = pointMm(this.#store, pointer)
    return layersAt(designOf(this.#store), point, { slopMm: this.#slopMm })
  }

  /** The layer a drag would move: a selected one under the pointer goes before the topmost. */
  #hitOf(pointer: Pointer, { grip }: PressOptions): string | null {
    if (grip !== null) return null
    const under = this.#under(pointer).filter((layer) => !layer.locked)
    const point = pointMm(this.#store, pointer)
    const selected = this.#store.get(selectedLayersAtom)
    const held = selected.findLast((layer) => this.#holds(layer, point))
    return (held ?? under[0])?.id ?? null
  }

  /** A selected doodle is dragged by its box: its strokes may be thin. */
  #holds(layer: Layer, point: PointMm): boolean {
    return !layer.locked && !layer.hidden && layerHolds(frameOf(layer), point, this.#slopMm)
  }

  /** A tap selects the topmost layer; a slow tap on the same place then the one under it. */
  #tap(pointer: Pointer, { grip, adding }: PressOptions): void {
    if (grip !== null) return
    const design = designOf(this.#store)
    const under = this.#under(pointer)
    const selection = this.#store.get(selectionAtom)
    if (adding || this.#store.get(selectSeveralAtom)) {
      const [top] = under
      if (top !== undefined) this.#toggle(withGroups(design, [top.id]))
      return
    }
    const at = under.findIndex((layer) => selection.includes(layer.id))
    if (this.#taps.isSecond(pointer)) {
      if (selection.length > 0) this.#onDoubleTap()
      return
    }
    const next = under[(at + 1) % Math.max(1, under.length)]
    const ids = next === undefined ? [] : withGroups(design, [next.id])
    this.#taps.first(pointer, ids, at >= 0)
  }

  #toggle(ids: readonly string[]): void {
    const selection = this.#store.get(selectionAtom)
    const chosen = ids.every((id) => selection.includes(id))
    const others = selection.filter((id) => !ids.includes(id))
    this.#store.set(selectionAtom, chosen ? others : [...others, ...ids])
  }

  /** Gives the press up for a menu and selects what the menu is about. */
  openMenuAt(pointer: Pointer): void {
    this.cancel()
    this.#taps.hold()
    const under = this.#under(pointer)
    const selection = this.#store.get(selectionAtom)
    if (under.some((layer) => selection.includes(layer.id))) return
    const [top] = under
    const ids = top === undefined ? [] : withGroups(designOf(this.#store), [top.id])
    this.#store.set(selectionAtom, ids)
  }

  /** A long press becomes a menu: what was pressed is selected. */
  openMenuAtPress(): void {
    if (this.#press !== null) this.openMenuAt(this.#press.start)
  }
}

const farFrom = (start: Pointer, now: Pointer): boolean =>
  Math.hypot(now.xPx - start.xPx, now.yPx - start.yPx) > TAP_PX

import { withGroups } from '#core/design/edits/layers.ts'
import { layersAt } from '#core/design/geometry.ts'
import type { Handle } from '#core/design/handles.ts'
import { selectedLayersAtom, selectionAtom } from '#src/state/editor.ts'
import { stageModeAtom } from '#src/state/view.ts'
import { designOf, type Gesture, mmOfPx, type Pointer, pointMm, type Store } from './context.ts'
import { doodleGesture } from './doodle-gesture.ts'
import { pinchLayerGesture, resizeGesture, rotateGesture } from './handle-gestures.ts'
import { marqueeGesture } from './marquee-gesture.ts'
import { moveGesture } from './move-gesture.ts'
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

/**
 * Turns pointers into gestures: which one begins, when it becomes another (a second finger), and
 * how it ends. Knows no DOM.
 */
export class StageController {
  readonly #store: Store
  readonly #pointers = new Map<number, Pointer>()
  #gesture: Gesture | null = null
  #press: {
    readonly start: Pointer
    readonly options: PressOptions
    readonly hit: string | null
  } | null = null

  constructor(store: Store) {
    this.#store = store
  }

  press(pointer: Pointer, options: PressOptions): void {
    this.#pointers.set(pointer.id, pointer)
    const [one, two] = [...this.#pointers.values()]
    if (one && two) {
      if (this.#pointers.size === 2) this.#beginPinch(one, two)
      return
    }
    this.#press = { start: pointer, options, hit: this.#hitOf(pointer, options) }
    this.#gesture = this.#immediate(pointer, options)
  }

  move(pointer: Pointer, coalesced: readonly Pointer[] = [pointer]): void {
    if (!this.#pointers.has(pointer.id)) return
    this.#pointers.set(pointer.id, pointer)
    const press = this.#press
    if (this.#gesture === null && press !== null && farFrom(press.start, pointer)) {
      this.#gesture = this.#dragOf(press.start, press.hit)
    }
    const all = this.#pointers.size > 1 ? [...this.#pointers.values()] : coalesced
    this.#gesture?.move(this.#store.get(stageModeAtom) === 'doodle' ? all : all.slice(-2))
  }

  release(pointer: Pointer): void {
    if (!this.#pointers.delete(pointer.id)) return
    if (this.#gesture !== null) this.#gesture.end()
    else if (this.#press !== null) this.#tap(this.#press.start, this.#press.options)
    this.#gesture = null
    this.#press = null
  }

  cancel(): void {
    this.#gesture?.cancel()
    this.#gesture = null
    this.#press = null
    this.#pointers.clear()
  }

  get running(): boolean {
    return this.#gesture !== null
  }

  /** Gestures that need no threshold: handles, the pen, moving the stage. */
  #immediate(pointer: Pointer, { grip, panning }: PressOptions): Gesture | null {
    if (panning) return panViewGesture(this.#store, pointer)
    const [layer] = this.#store.get(selectedLayersAtom)
    if (grip !== null && layer !== undefined && !layer.locked) {
      return grip.kind === 'rotate'
        ? rotateGesture(this.#store, layer, pointer)
        : resizeGesture(this.#store, layer, grip.handle)
    }
    return this.#store.get(stageModeAtom) === 'doodle' ? doodleGesture(this.#store, pointer) : null
  }

  #dragOf(start: Pointer, hit: string | null): Gesture {
    if (hit === null) {
      return start.mouse ? marqueeGesture(this.#store, start) : panViewGesture(this.#store, start)
    }
    const selection = this.#store.get(selectionAtom)
    if (!selection.includes(hit))
      this.#store.set(selectionAtom, withGroups(designOf(this.#store), [hit]))
    return moveGesture(this.#store, start)
  }

  #beginPinch(one: Pointer, two: Pointer): void {
    this.#gesture?.cancel()
    this.#press = null
    const [selected] = this.#store.get(selectedLayersAtom)
    const held = [one, two].some((pointer) =>
      this.#under(pointer).some((layer) => layer.id === selected?.id),
    )
    this.#gesture =
      selected !== undefined && held && !selected.locked
        ? pinchLayerGesture(this.#store, selected, [one, two])
        : pinchViewGesture(this.#store, [one, two])
  }

  #under(pointer: Pointer) {
    const slopMm = mmOfPx(this.#store, SLOP_PX)
    return layersAt(designOf(this.#store), pointMm(this.#store, pointer), { slopMm })
  }

  /** The layer a drag would move: a selected one under the pointer goes before the topmost. */
  #hitOf(pointer: Pointer, { grip }: PressOptions): string | null {
    if (grip !== null) return null
    const under = this.#under(pointer).filter((layer) => !layer.locked)
    const selection = this.#store.get(selectionAtom)
    return (under.find((layer) => selection.includes(layer.id)) ?? under[0])?.id ?? null
  }

  /** A tap selects the topmost layer; the next tap on the same place the one under it. */
  #tap(pointer: Pointer, { grip, adding }: PressOptions): void {
    if (grip !== null) return
    const design = designOf(this.#store)
    const under = this.#under(pointer)
    const selection = this.#store.get(selectionAtom)
    const at = under.findIndex((layer) => selection.includes(layer.id))
    const next = under[(at + 1) % Math.max(1, under.length)]
    if (next === undefined) {
      if (!adding) this.#store.set(selectionAtom, [])
      return
    }
    const ids = withGroups(design, [next.id])
    if (!adding) this.#store.set(selectionAtom, ids)
    else if (selection.includes(next.id)) {
      this.#store.set(
        selectionAtom,
        selection.filter((id) => !ids.includes(id)),
      )
    } else this.#store.set(selectionAtom, [...selection, ...ids])
  }

  /** Gives the press up for a menu and selects what the menu is about. */
  openMenuAt(pointer: Pointer): void {
    this.cancel()
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

  get selection(): readonly string[] {
    return this.#store.get(selectionAtom)
  }
}

const farFrom = (start: Pointer, now: Pointer): boolean =>
  Math.hypot(now.xPx - start.xPx, now.yPx - start.yPx) > TAP_PX

import { createStore } from 'jotai'
import type { Design } from '#core/design/document.ts'
import { viewFromMm } from '#core/design/view.ts'
import { designAtom, openDesignAtom, selectionAtom, shownDesignAtom } from '#src/state/editor.ts'
import { viewAtom, viewportAtom } from '#src/state/view.ts'
import type { Pointer, Store } from '#src/studio/stage/context.ts'
import { type PressOptions, StageController } from '#src/studio/stage/controller.ts'

const plain: PressOptions = { grip: null, adding: false, panning: false }

/** A place on the print, in mm. */
export type Place = readonly [xMm: number, yMm: number]

/** A stage of a phone with a design on it, and fingers that are told in mm of the print. */
export class StageHand {
  readonly store: Store = createStore()
  readonly controller: StageController
  doubleTaps = 0
  #timeMs = 0

  constructor(design: Design, selection: readonly string[] = []) {
    this.store.set(viewportAtom, { widthPx: 390, heightPx: 700 })
    this.store.set(openDesignAtom, design)
    this.store.set(selectionAtom, selection)
    this.controller = new StageController(this.store, () => {
      this.doubleTaps += 1
    })
  }

  get design(): Design {
    return this.store.get(designAtom)
  }

  get shown(): Design {
    return this.store.get(shownDesignAtom)
  }

  get selection(): readonly string[] {
    return this.store.get(selectionAtom)
  }

  wait(ms: number): void {
    this.#timeMs += ms
  }

  down(at: Place, options: Partial<PressOptions> = {}, id = 1, mouse = false): void {
    this.controller.press(this.#pointer(at, id, mouse), { ...plain, ...options })
  }

  move(at: Place, id = 1): void {
    this.controller.move(this.#pointer(at, id, false))
  }

  /** Several places that the browser tells in one event. */
  moveThrough(places: readonly Place[]): void {
    const pointers = places.map((at) => this.#pointer(at, 1, false))
    const last = pointers.at(-1)
    if (last !== undefined) this.controller.move(last, pointers)
  }

  up(at: Place, id = 1): void {
    this.controller.release(this.#pointer(at, id, false))
  }

  tap(at: Place, options: Partial<PressOptions> = {}): void {
    this.down(at, options)
    this.up(at)
  }

  drag(from: Place, to: Place, options: Partial<PressOptions> = {}): void {
    this.down(from, options)
    this.move(to)
    this.up(to)
  }

  /** Two fingers put down, moved and lifted. */
  pinch(from: readonly [Place, Place], to: readonly [Place, Place]): void {
    this.down(from[0])
    this.down(from[1], {}, 2)
    this.move(to[0])
    this.move(to[1], 2)
    this.up(to[0])
    this.up(to[1], 2)
  }

  #pointer([xMm, yMm]: Place, id: number, mouse: boolean): Pointer {
    const place = viewFromMm(this.store.get(viewAtom), { xMm, yMm })
    return { ...place, id, mouse, pressure: 0.5, timeMs: this.#timeMs }
  }
}

import {
  keepInSight,
  type PointPx,
  panView,
  pinchView,
  type View,
  type ZoomRange,
  zoomAround,
} from '#core/design/view.ts'
import { viewAtom, viewportAtom } from '#src/state/view.ts'
import { designOf, type Gesture, type Pointer, type Store } from './context.ts'

/** From a whole 420 mm sheet on a small phone to single printed dots. */
const ZOOM: ZoomRange = { minPxPerMm: 0.4, maxPxPerMm: 48 }

function show(store: Store, view: View): void {
  const viewport = store.get(viewportAtom)
  const geometry = designOf(store).product.geometry
  store.set(viewAtom, viewport === null ? view : keepInSight(view, geometry, viewport))
}

/** Moves the stage under one pointer. */
export function panViewGesture(store: Store, start: Pointer): Gesture {
  const before = store.get(viewAtom)
  return {
    move: (pointers) => {
      const pointer = pointers.at(-1)
      if (pointer === undefined) return
      show(store, panView(before, pointer.xPx - start.xPx, pointer.yPx - start.yPx))
    },
    end: () => null,
  }
}

/** Moves and zooms the stage with two fingers. */
export function pinchViewGesture(store: Store, start: readonly [Pointer, Pointer]): Gesture {
  const before = store.get(viewAtom)
  return {
    move: ([one, two]) => {
      if (one && two) show(store, pinchView(before, start, [one, two], ZOOM))
    },
    end: () => null,
  }
}

/** Zooms by a factor about a place of the stage, by default its middle. */
export function zoomStage(store: Store, factor: number, at?: PointPx): void {
  const viewport = store.get(viewportAtom)
  const middle = { xPx: (viewport?.widthPx ?? 0) / 2, yPx: (viewport?.heightPx ?? 0) / 2 }
  show(store, zoomAround(store.get(viewAtom), factor, at ?? middle, ZOOM))
}

export const panStage = (store: Store, byXPx: number, byYPx: number): void =>
  show(store, panView(store.get(viewAtom), byXPx, byYPx))

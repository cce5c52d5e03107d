import { withGroups } from '#core/design/edits/layers.ts'
import { frameBounds } from '#core/design/frame.ts'
import { type BoundsMm, boundsOverlap, type PointMm } from '#core/design/geometry.ts'
import { selectionAtom } from '#src/state/editor.ts'
import { marqueeAtom } from '#src/state/view.ts'
import { designOf, type Gesture, type Pointer, pointMm, type Store } from './context.ts'

/** Selects every layer that the rectangle touches, from the first move on. */
export function marqueeGesture(store: Store, start: Pointer): Gesture {
  const from = pointMm(store, start)
  return {
    move(pointers) {
      const pointer = pointers.at(-1)
      if (pointer === undefined) return
      const box = between(from, pointMm(store, pointer))
      const design = designOf(store)
      const caught = design.layers.filter(
        (layer) => !layer.hidden && !layer.locked && boundsOverlap(frameBounds(layer), box),
      )
      store.set(marqueeAtom, box)
      store.set(
        selectionAtom,
        withGroups(
          design,
          caught.map((layer) => layer.id),
        ),
      )
    },
    end: () => null,
  }
}

const between = (one: PointMm, other: PointMm): BoundsMm => ({
  xMm: Math.min(one.xMm, other.xMm),
  yMm: Math.min(one.yMm, other.yMm),
  widthMm: Math.abs(one.xMm - other.xMm),
  heightMm: Math.abs(one.yMm - other.yMm),
})

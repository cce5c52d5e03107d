import { doodleLayer } from '#core/design/create.ts'
import type { DoodleLayer } from '#core/design/document.ts'
import { addStroke, type PenPoint, strokeOn } from '#core/design/edits/doodle.ts'
import { addLayers } from '#core/design/edits/layers.ts'
import { draftLayerAtom, editAtom, selectedLayersAtom, selectionAtom } from '#src/state/editor.ts'
import { penAtom } from '#src/state/view.ts'
import { designOf, type Gesture, type Pointer, pointMm, type Store } from './context.ts'

/** Draws one stroke on the selected doodle, or on a new sheet over the whole print. */
export function doodleGesture(store: Store, start: Pointer): Gesture {
  const [selected] = store.get(selectedLayersAtom)
  const known = selected?.kind === 'doodle' && !selected.locked ? selected : null
  const layer: DoodleLayer = known ?? doodleLayer(designOf(store), crypto.randomUUID())
  const pen = store.get(penAtom)
  const penPoint = (pointer: Pointer): PenPoint => ({
    ...pointMm(store, pointer),
    pressure: pointer.pressure,
  })
  const points: PenPoint[] = [penPoint(start)]
  const stroke = () => strokeOn(layer, points, pen)
  const preview = () =>
    store.set(draftLayerAtom, { ...layer, strokes: [...layer.strokes, stroke()] })
  preview()
  return {
    move(pointers) {
      for (const pointer of pointers) points.push(penPoint(pointer))
      preview()
    },
    end() {
      store.set(draftLayerAtom, null)
      const drawn = stroke()
      store.set(editAtom, {
        edit: (design) =>
          addStroke(known === null ? addLayers(design, [layer]) : design, layer.id, drawn),
      })
      store.set(selectionAtom, [layer.id])
    },
    cancel: () => store.set(draftLayerAtom, null),
  }
}

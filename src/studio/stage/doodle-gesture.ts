import { doodleLayer } from '#core/design/create.ts'
import type { Design, DoodleLayer } from '#core/design/document.ts'
import { addStroke, type PenPoint, strokeOn } from '#core/design/edits/doodle.ts'
import { addLayers, layerById } from '#core/design/edits/layers.ts'
import { previewAtom, selectedLayersAtom } from '#src/state/editor.ts'
import { penAtom } from '#src/state/view.ts'
import { designOf, type Gesture, type Pointer, pointMm, type Store } from './context.ts'

/** Draws one stroke on the selected doodle, or on a new sheet over the whole print. */
export function doodleGesture(store: Store, start: Pointer): Gesture {
  const selected = store.get(selectedLayersAtom).find(takesStrokes)
  const sheet = doodleLayer(designOf(store), crypto.randomUUID())
  const pen = store.get(penAtom)
  const points: PenPoint[] = []
  const draw = (pointers: readonly Pointer[]) => {
    for (const pointer of pointers) {
      points.push({ ...pointMm(store, pointer), pressure: pointer.pressure })
    }
    store.set(previewAtom, { edit })
  }
  /** A doodle that was taken away while the pen was down does not take the stroke with it. */
  const targetIn = (design: Design): DoodleLayer => {
    const known = selected && layerById(design, selected.id)
    return known !== undefined && takesStrokes(known) ? known : sheet
  }
  const edit = (design: Design): Design => {
    const target = targetIn(design)
    const ready = target === sheet ? addLayers(design, [sheet]) : design
    return addStroke(ready, target.id, strokeOn(target, points, pen))
  }
  draw([start])
  return {
    move: draw,
    end: () => ({ edit, selection: [targetIn(designOf(store)).id] }),
  }
}

const takesStrokes = (layer: Design['layers'][number]): layer is DoodleLayer =>
  layer.kind === 'doodle' && !layer.locked

import { useSetAtom, useStore } from 'jotai'
import { type RefObject, useEffect } from 'react'
import { layerHolds } from '#core/design/geometry.ts'
import { slotsOf } from '#core/design/slot-state.ts'
import { designAtom } from '#src/state/editor.ts'
import { addPhotosAtom, type PhotoTarget, placePhotoAtom } from '#src/state/photos.ts'
import { draggedPhoto } from '../panels/photos/photo-drag.ts'
import { pointMm, type Store } from './context.ts'

/** A slot under the place, else the place itself. */
function targetAt(store: Store, place: { xPx: number; yPx: number }): PhotoTarget {
  const at = pointMm(store, place)
  const slot = slotsOf(store.get(designAtom)).find((each) => layerHolds({ ...each, scale: 1 }, at))
  return slot === undefined ? { at } : { slotId: slot.id }
}

/** Photos that are dropped on the stage lie where they fell, or fill the slot they fell on. */
export function useStageDrops(stage: RefObject<HTMLElement | null>): void {
  const store = useStore()
  const add = useSetAtom(addPhotosAtom)
  const place = useSetAtom(placePhotoAtom)
  useEffect(() => {
    const element = stage.current
    if (element === null) return
    const drop = (event: DragEvent) => {
      if (event.dataTransfer === null) return
      const box = element.getBoundingClientRect()
      const target = targetAt(store, {
        xPx: event.clientX - box.left,
        yPx: event.clientY - box.top,
      })
      const photo = draggedPhoto(event.dataTransfer)
      const files = [...event.dataTransfer.files]
      if (photo === null && files.length === 0) return
      event.preventDefault()
      if (photo !== null) place({ photo, ...target })
      else void add({ files, ...target })
    }
    element.addEventListener('drop', drop)
    return () => element.removeEventListener('drop', drop)
  }, [stage, store, add, place])
}

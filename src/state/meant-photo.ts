import { atom } from 'jotai'
import type { PhotoLayer } from '#core/design/document.ts'
import { designAtom, selectedLayersAtom } from './editor.ts'

/** The photos of the design that can be worked on, and the one that is meant, if any is. */
export const meantPhotoAtom = atom(
  (get): { readonly photos: readonly PhotoLayer[]; readonly layer: PhotoLayer | undefined } => {
    const selected = get(selectedLayersAtom)
    const photos = get(designAtom).layers.flatMap((layer) =>
      layer.kind === 'photo' && !layer.locked ? [layer] : [],
    )
    // One photo is the one that is meant, whatever is selected.
    const layer =
      photos.length === 1
        ? photos[0]
        : photos.find(({ id }) => selected.length === 1 && selected[0]?.id === id)
    return { photos, layer }
  },
)

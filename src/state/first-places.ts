import { atom } from 'jotai'
import type { Design, PhotoLayer } from '#core/design/document.ts'
import { changeLayers, layerById } from '#core/design/edits/layers.ts'
import type { PhotoFace } from '#core/design/faces.ts'
import { withFacesInView } from '#core/design/faces-in-view.ts'
import { photoOfFaces } from '#core/design/shown-photo.ts'
import { designAtom, editAtom, isOpenAtom } from './editor.ts'

type Faces = Readonly<Record<string, readonly PhotoFace[]>>

/** Photos as they were placed since the studio was opened, whose faces were not yet known. */
const placedAtom = atom<readonly PhotoLayer[]>([])

/** Whether faces are waited for, so that a photo that was just placed can show them. */
export const awaitsFacesAtom = atom(
  (get) => get(isOpenAtom) && get(placedAtom).some((placed) => isAsPlaced(get(designAtom), placed)),
)

/** Remembers how a photo was placed, until the faces of what it shows are known. */
export const notePlacedAtom = atom(null, (get, set, layerId: string) => {
  const layer = layerById(get(designAtom), layerId)
  if (layer?.kind !== 'photo') return
  set(placedAtom, (all) => [...all.filter(({ id }) => id !== layerId), layer])
})

/** From now on photos lie where their customer has seen them. */
export const keepPlacesAtom = atom(null, (_get, set) => set(placedAtom, []))

/**
 * Moves photos in their frames whose faces have become known, where nothing was done since they
 * were placed; one step of undo, and never again.
 */
export const showFacesAtom = atom(null, (get, set, faces: Faces) => {
  if (!get(isOpenAtom)) return
  const design = get(designAtom)
  const known = get(placedAtom).filter((placed) => photoOfFaces(placed).hash in faces)
  if (known.length === 0) return
  set(placedAtom, (all) => all.filter((placed) => !known.includes(placed)))
  const ids = known.filter((placed) => isAsPlaced(design, placed)).map(({ id }) => id)
  set(editAtom, { edit: (current) => withFacesShown(current, ids, faces) })
})

/** The design with its photos of these ids moved so that the faces in them are seen. */
export const withFacesShown = (design: Design, ids: readonly string[], faces: Faces): Design =>
  changeLayers(design, ids, (layer) =>
    layer.kind === 'photo'
      ? withFacesInView(layer, design.product.geometry, faces[photoOfFaces(layer).hash] ?? [])
      : layer,
  )

/** Whether a photo lies as it was placed, and nobody has put anything but photos beside it. */
function isAsPlaced(design: Design, placed: PhotoLayer): boolean {
  const now = layerById(design, placed.id)
  return (
    now?.kind === 'photo' &&
    photoOfFaces(now).hash === photoOfFaces(placed).hash &&
    samePlace(now, placed) &&
    !now.locked &&
    design.layers.every(({ kind }) => kind === 'photo')
  )
}

const samePlace = (one: PhotoLayer, other: PhotoLayer): boolean =>
  placeOf(one).every((value, at) => value === placeOf(other)[at])

const placeOf = ({ crop, ...layer }: PhotoLayer) => [
  layer.xMm,
  layer.yMm,
  layer.widthMm,
  layer.heightMm,
  layer.rotationDeg,
  layer.scale,
  crop.x,
  crop.y,
  crop.width,
  crop.height,
  layer.mask,
  layer.slotId,
  layer.flipX,
]

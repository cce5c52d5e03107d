import { atom } from 'jotai'
import { photoLayer } from '#core/design/create.ts'
import type { Design, PhotoRef } from '#core/design/document.ts'
import { addLayers, layerById } from '#core/design/edits/layers.ts'
import { replacePhoto } from '#core/design/edits/photo.ts'
import { placeInSlot } from '#core/design/edits/slots.ts'
import type { PointMm } from '#core/design/geometry.ts'
import { photoInSlot } from '#core/design/slot-state.ts'
import type { Fault } from '#core/errors.ts'
import type { Progress } from '#core/jobs.ts'
import { library } from '#src/worker-clients/workers.ts'
import { designAtom, editAtom, isOpenAtom, selectionAtom } from './editor.ts'
import { facesAtom } from './faces.ts'
import { notePlacedAtom, withFacesShown } from './first-places.ts'
import { keepThumbnail } from './thumbnails.ts'

/** Longest side of the thumbnails in strips and lists. */
export const THUMBNAIL_PX = 256

/** One photo on its way in, or refused and not yet dismissed. */
export interface Intake {
  readonly id: string
  /** The file's own name. */
  readonly name: string
  readonly progress: Progress | null
  /** Why it was refused; null while it is on its way. */
  readonly fault: Fault | null
}

/** Where photos go: a free place, a slot, or the place of another photo; by default the best one. */
export interface PhotoTarget {
  readonly at?: PointMm
  readonly slotId?: string
  readonly replaceLayerId?: string
}

const listAtom = atom<readonly Intake[]>([])

/** Photos on their way in and those refused, in the order they were given. */
export const intakesAtom = atom((get) => get(listAtom))

const controllers = new Map<string, AbortController>()

/** Photos taken in for a design since it was opened, also those not used (any more). */
const takenInAtom = atom<{ readonly designId: string; readonly photos: readonly PhotoRef[] }>({
  designId: '',
  photos: [],
})

/** Every photo at hand for this design, the latest first: used ones and those just taken in. */
export const addedPhotosAtom = atom((get): readonly PhotoRef[] => {
  const design = get(designAtom)
  const taken = get(takenInAtom)
  const used = design.layers.flatMap((layer) => (layer.kind === 'photo' ? [layer.original] : []))
  const all = [...used, ...(taken.designId === design.id ? taken.photos : [])]
  return [...new Map(all.map((photo) => [photo.hash, photo])).values()].toReversed()
})

/**
 * Takes files in, one after the other, and puts each on the design as it comes; a refused one
 * stays in {@link intakesAtom} and stops none of the others. Settles when all are done.
 */
export const addPhotosAtom = atom(
  null,
  async (get, set, given: { readonly files: readonly File[] } & PhotoTarget): Promise<void> => {
    const { files, ...target } = given
    const designId = get(designAtom).id
    const waiting = files.map((file) => ({ file, id: crypto.randomUUID() }))
    set(listAtom, [
      // Another choice is the answer to what was refused.
      ...get(listAtom).filter(({ fault }) => fault === null),
      ...waiting.map(({ file, id }) => ({ id, name: file.name, progress: null, fault: null })),
    ])
    const change = (id: string, fields: Partial<Intake>) =>
      set(listAtom, (list) =>
        list.map((intake) => (intake.id === id ? { ...intake, ...fields } : intake)),
      )
    const takeIn = async ({ file, id }: { file: File; id: string }, index: number) => {
      const controller = new AbortController()
      controllers.set(id, controller)
      const { signal } = controller
      const outcome = await library.takeIn(file, {
        signal,
        report: (progress) => change(id, { progress }),
      })
      controllers.delete(id)
      if (!outcome.ok && outcome.fault.code !== 'cancelled') {
        change(id, { progress: null, fault: outcome.fault })
        return
      }
      set(listAtom, (list) => list.filter((intake) => intake.id !== id))
      if (!outcome.ok || !get(isOpenAtom) || get(designAtom).id !== designId) return
      const { photo, thumbnail } = outcome.value
      keepThumbnail(photo, THUMBNAIL_PX, thumbnail)
      set(placePhotoAtom, { photo, ...(index === 0 ? target : afterFirst(target)) })
    }
    await Promise.all(waiting.map(takeIn))
  },
)

/** Only the first of several photos goes to the slot or takes another's place. */
const afterFirst = ({ at }: PhotoTarget): PhotoTarget =>
  at === undefined ? {} : { at: { xMm: at.xMm + 6, yMm: at.yMm + 6 } }

/** Puts a photo that is at hand on the design and selects it. */
export const placePhotoAtom = atom(
  null,
  (get, set, { photo, ...target }: { readonly photo: PhotoRef } & PhotoTarget) => {
    const design = get(designAtom)
    const taken = get(takenInAtom)
    const before = taken.designId === design.id ? taken.photos : []
    set(takenInAtom, {
      designId: design.id,
      photos: [...before.filter(({ hash }) => hash !== photo.hash), photo],
    })
    const id = crypto.randomUUID()
    const replacedId = replacedBy(design, target)
    const placedId = replacedId ?? id
    const faces = get(facesAtom)
    set(editAtom, {
      edit: (current) => {
        const placed =
          replacedId === null
            ? withPhoto(current, id, photo, target)
            : replacePhoto(current, replacedId, photo)
        return withFacesShown(placed, [placedId], faces)
      },
    })
    if (!(photo.hash in faces)) set(notePlacedAtom, placedId)
    set(selectionAtom, [placedId])
  },
)

/** The photo whose place is taken, or null where a new layer is made. */
function replacedBy(design: Design, { replaceLayerId, slotId }: PhotoTarget): string | null {
  const wanted =
    replaceLayerId === undefined
      ? slotId === undefined
        ? null
        : photoInSlot(design, slotId)
      : layerById(design, replaceLayerId)
  return wanted && !wanted.locked ? wanted.id : null
}

function withPhoto(design: Design, id: string, photo: PhotoRef, target: PhotoTarget): Design {
  const layer = photoLayer(design, id, photo, target.at)
  const added = addLayers(design, [layer])
  return target.slotId === undefined ? added : placeInSlot(added, id, target.slotId)
}

/** Stops a photo that is on its way in; what came before and after it stays. */
export const cancelIntakeAtom = atom(null, (_get, _set, id: string) => controllers.get(id)?.abort())

/** Takes a refusal away once it was read. */
export const dismissIntakeAtom = atom(null, (_get, set, id: string) =>
  set(listAtom, (list) => list.filter((intake) => intake.id !== id || intake.fault === null)),
)

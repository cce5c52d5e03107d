import { atom } from 'jotai'
import type { Design, PhotoRef } from '#core/design/document.ts'
import type { PhotoFace } from '#core/design/faces.ts'
import { photoOfFaces } from '#core/design/shown-photo.ts'
import { type Fault, outcomeOf } from '#core/errors.ts'
import type { Progress } from '#core/jobs.ts'
import { imaging } from '#src/worker-clients/workers.ts'
import { MODEL_CACHE } from '#workers/imaging/api.ts'
import { designAtom, isOpenAtom } from './editor.ts'
import { answered, LatestJob, shownFault } from './long-job.ts'

interface FaceLook {
  readonly progress: Progress | null
  /** Whether the customer is to see it: what happens in the background is not shown. */
  readonly shown: boolean
}

const knownAtom = atom<Readonly<Record<string, readonly PhotoFace[]>>>({})
const lookAtom = atom<FaceLook | null>(null)
const faultAtom = atom<Fault | null>(null)

/** Hash of a photo -> the faces in it, of the photos that were looked at. */
export const facesAtom = atom((get) => get(knownAtom))
/** How far the look for faces that the customer waits for is; null where there is none. */
export const faceLookAtom = atom((get) => {
  const look = get(lookAtom)
  return look?.shown ? look : null
})
/** Why the last look for faces that the customer saw failed, or null. */
export const faceFaultAtom = atom((get) => get(faultAtom))
/** Which photos the design shows, as one string that changes with them. */
export const photosShownAtom = atom((get) =>
  get(isOpenAtom)
    ? photosOf(get(designAtom))
        .map(({ hash }) => hash)
        .join(' ')
    : '',
)

const looking = new LatestJob()

/**
 * Looks for faces in the photos of the design, each once.
 * @param given.fetches whether the networks may be fetched, which the customer sees; without it
 *   only what is on the device is used, and nothing is said
 */
export const findFacesAtom = atom(
  null,
  async (get, set, { fetches }: { readonly fetches: boolean }): Promise<void> => {
    // What its customer waits for goes on.
    if (!fetches && get(lookAtom)?.shown) return
    const signal = looking.begin()
    set(faultAtom, null)
    const unseen = () =>
      get(isOpenAtom)
        ? photosOf(get(designAtom)).filter(({ hash }) => !(hash in get(knownAtom)))
        : []
    const say = (progress: Progress | null) => {
      if (!signal.aborted) set(lookAtom, { progress, shown: fetches })
    }
    const isDone = unseen().length === 0 || !(await canLook(fetches))
    for (const photo of isDone ? [] : unseen()) {
      if (signal.aborted) return
      say(null)
      const faces = await answered(
        imaging.findFaces(photo, { signal, report: (progress) => say(progress) }),
      )
      if (faces.ok) set(knownAtom, (all) => ({ ...all, [photo.hash]: faces.value }))
      else if (!signal.aborted) set(faultAtom, fetches ? shownFault(faces) : null)
      if (!faces.ok) break
    }
    if (signal.aborted) return
    looking.end()
    set(lookAtom, null)
  },
)

/** Stops looking; the order does not wait for it. */
export const stopFacesAtom = atom(null, (_get, set) => {
  looking.stop()
  set(lookAtom, null)
})

const photosOf = (design: Design): readonly PhotoRef[] =>
  design.layers.flatMap((layer) =>
    layer.kind === 'photo' && !layer.hidden ? [photoOfFaces(layer)] : [],
  )

/** A device that has never fetched a network is not even asked: that would start its worker. */
async function canLook(fetches: boolean): Promise<boolean> {
  if (!fetches && !(await hasNetworks())) return false
  const readiness = await answered(imaging.facesReadiness())
  if (!readiness.ok || !readiness.value.available) return false
  return fetches || readiness.value.downloadBytes === 0
}

async function hasNetworks(): Promise<boolean> {
  const has = await outcomeOf(() => caches.has(MODEL_CACHE))
  return has.ok && has.value
}

import { atom } from 'jotai'
import type { PhotoFace } from '#core/design/faces.ts'
import type { Progress } from '#core/jobs.ts'
import { imaging } from '#src/worker-clients/workers.ts'
import { designAtom, isOpenAtom } from './editor.ts'

const knownAtom = atom<Readonly<Record<string, readonly PhotoFace[]>>>({})
const lookAtom = atom<{ readonly progress: Progress | null } | null>(null)

/** Hash of a photo -> the faces in it, of the photos that were looked at. */
export const facesAtom = atom((get) => get(knownAtom))
/** How far the look for faces is; null where there is none. */
export const faceLookAtom = atom((get) => get(lookAtom))

let looking: AbortController | null = null

/**
 * Looks for faces in the photos of the design, each once. Only where the networks are on the device
 * already: nobody waits for a download here.
 */
export const findFacesAtom = atom(null, async (get, set): Promise<void> => {
  looking?.abort()
  const own = new AbortController()
  looking = own
  const readiness = await imaging.readiness('cut-out')
  if (!readiness.ok || !readiness.value.available || readiness.value.downloadBytes > 0) return
  const photos = get(isOpenAtom)
    ? get(designAtom).layers.flatMap((layer) =>
        layer.kind === 'photo' && !layer.hidden ? [layer.original] : [],
      )
    : []
  for (const photo of photos) {
    if (own.signal.aborted) return
    if (get(knownAtom)[photo.hash] !== undefined) continue
    set(lookAtom, { progress: null })
    const faces = await imaging.findFaces(photo, {
      signal: own.signal,
      report: (progress) => {
        if (looking === own) set(lookAtom, { progress })
      },
    })
    if (faces.ok) set(knownAtom, (all) => ({ ...all, [photo.hash]: faces.value }))
  }
  if (looking === own) set(lookAtom, null)
})

/** Stops looking; the order does not wait for it. */
export const stopFacesAtom = atom(null, (_get, set) => {
  looking?.abort()
  looking = null
  set(lookAtom, null)
})

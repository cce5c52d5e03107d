import { atom } from 'jotai'
import type { PhotoRef } from '#core/design/document.ts'
import type { FoundSheet } from '#core/imaging/tools/rescue/sheet/find-corners.ts'
import { imaging } from '#src/worker-clients/workers.ts'
import { answered } from './long-job.ts'

const knownAtom = atom<Readonly<Record<string, FoundSheet | null>>>({})

/** Hash of a photo -> the sheet of paper in it, null for none; absent until it was looked for. */
export const foundPaperAtom = atom((get) => get(knownAtom))

/**
 * Looks for the sheet in a photo, once. What fails is not said here: the tool's own preview looks
 * at the same photo and says why.
 */
export const findPaperAtom = atom(
  null,
  async (get, set, photo: PhotoRef, signal: AbortSignal): Promise<void> => {
    if (photo.hash in get(knownAtom)) return
    const found = await answered(imaging.findPaper(photo, { signal, report: () => {} }))
    if (signal.aborted) return
    // Where it could not be looked for the corners are the customer's to set: nobody waits for ever.
    const sheet = found.ok ? found.value : null
    set(knownAtom, (all) => ({ ...all, [photo.hash]: sheet }))
  },
)

import { atom } from 'jotai'
import type { Design } from '#core/design/document.ts'
import { type Finding, preflight } from '#core/design/preflight.ts'
import type { Fault } from '#core/errors.ts'
import { compositor } from '#src/worker-clients/workers.ts'
import type { InkReport } from '#workers/compositor/api.ts'
import { designAtom, isOpenAtom } from './editor.ts'
import { facesAtom } from './faces.ts'

/** What the compositor last saw, and of which design. */
const inkAtom = atom<{ readonly design: Design; readonly ink: InkReport } | null>(null)
const inkFaultAtom = atom<Fault | null>(null)
const missingAtom = atom<readonly string[]>([])

/** Hashes of photos that are not on this device any more. */
export const missingPhotosAtom = atom(
  (get) => get(missingAtom),
  (get, set, hash: string) => {
    if (!get(missingAtom).includes(hash)) set(missingAtom, [...get(missingAtom), hash])
  },
)

/** Everything worth saying before this design is ordered, the most serious first. */
export const findingsAtom = atom((get): readonly Finding[] => {
  if (!get(isOpenAtom)) return []
  const design = get(designAtom)
  const seen = get(inkAtom)
  return preflight(design, {
    ink: seen?.design.id === design.id ? seen.ink : null,
    missingPhotos: get(missingAtom),
    faces: get(facesAtom),
  })
})

/**
 * How many findings are more than a notice: the small number at "Done". A print that is still
 * empty is no fault while it is being made.
 */
export const findingCountAtom = atom(
  (get) =>
    get(findingsAtom).filter(
      ({ code, severity }) => severity !== 'notice' && code !== 'blank-print',
    ).length,
)

/** Whether the design was looked at as it is now. */
export const isLookedAtAtom = atom(
  (get) => get(isOpenAtom) && get(inkAtom)?.design === get(designAtom),
)

/** Why the last look at the print failed, or null. */
export const preflightFaultAtom = atom((get) => get(inkFaultAtom))

/** Looks at the design as it would be printed; one look at a time, the latest design last. */
export const inspectPrintAtom = atom(null, async (get, set): Promise<void> => {
  if (!get(isOpenAtom)) return
  const looked = get(designAtom)
  const outcome = await compositor.inspectInk(looked)
  if (!get(isOpenAtom) || get(designAtom).id !== looked.id) return
  if (outcome.ok) set(inkAtom, { design: looked, ink: outcome.value })
  set(inkFaultAtom, outcome.ok ? null : outcome.fault)
})

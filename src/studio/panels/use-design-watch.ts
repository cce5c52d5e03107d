import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { designAtom } from '#src/state/editor.ts'
import { findFacesAtom, photosShownAtom } from '#src/state/faces.ts'
import { toolSessionAtom } from '#src/state/open-tool.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { inspectPrintAtom } from '#src/state/preflight.ts'

/** The print is looked at when nothing changed for so long; at once while preflight is open. */
const QUIET_MS = 1200

/** No face is looked for while the customer is still placing photos. */
const FACES_QUIET_MS = 2500

/** Keeps preflight's look at the print fresh while the design changes. */
export function useDesignWatch(): void {
  const design = useAtomValue(designAtom)
  const preflightOpen = useAtomValue(openPanelAtom) === 'preflight'
  const inspect = useSetAtom(inspectPrintAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the design counts
  useEffect(() => {
    const timer = setTimeout(() => void inspect(), preflightOpen ? 60 : QUIET_MS)
    return () => clearTimeout(timer)
  }, [design, preflightOpen, inspect])
  useFaceWatch(preflightOpen)
}

/** Looks for faces in the background when photos came or went and nothing has to be fetched. */
function useFaceWatch(preflightOpen: boolean): void {
  const photos = useAtomValue(photosShownAtom)
  const toolOpen = useAtomValue(toolSessionAtom) !== null
  const find = useSetAtom(findFacesAtom)
  // The panel of preflight looks by itself, and an open tool needs the worker.
  const quiet = photos !== '' && !preflightOpen && !toolOpen
  // biome-ignore lint/correctness/useExhaustiveDependencies: other photos are looked at anew
  useEffect(() => {
    if (!quiet) return
    const timer = setTimeout(() => void find({ fetches: false }), FACES_QUIET_MS)
    return () => clearTimeout(timer)
  }, [photos, quiet, find])
}

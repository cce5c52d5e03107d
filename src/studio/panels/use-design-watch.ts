import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { designAtom } from '#src/state/editor.ts'
import { facesAtom, findFacesAtom, photosShownAtom, stopFacesAtom } from '#src/state/faces.ts'
import { awaitsFacesAtom, keepPlacesAtom, showFacesAtom } from '#src/state/first-places.ts'
import { toolSessionAtom } from '#src/state/open-tool.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { inspectPrintAtom } from '#src/state/preflight.ts'
import { hasStandInAtom } from '#src/state/stand-in.ts'
import { toolApplyingAtom } from '#src/state/tool-jobs.ts'
import { toolPreviewingAtom } from '#src/state/tool-preview.ts'
import { fieldOnPhoto } from '#src/state/tool-settings.ts'

/** The print is looked at when nothing changed for so long; at once while preflight is open. */
const QUIET_MS = 1200

/** No face is looked for while the customer is still placing photos. */
const FACES_QUIET_MS = 2500
/** But at once where the photo that was just placed can still be moved for them, or the stage looks at them. */
const FACES_AWAITED_MS = 300

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
  const awaited = useAtomValue(awaitsFacesAtom)
  const tool = useToolAtRest()
  const find = useSetAtom(findFacesAtom)
  const stop = useSetAtom(stopFacesAtom)
  // The panel of preflight looks by itself, and an open tool needs the worker until it is at rest.
  const quiet = photos !== '' && !preflightOpen && (tool === null || tool.isAtRest)
  const inTool = tool !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: other photos are looked at anew
  useEffect(() => {
    if (!quiet) return
    const wait = awaited || inTool ? FACES_AWAITED_MS : FACES_QUIET_MS
    const timer = setTimeout(() => void find({ fetches: false }), wait)
    return () => {
      clearTimeout(timer)
      // Whoever moves a slider waits for no face.
      if (inTool) stop()
    }
  }, [photos, quiet, awaited, inTool, find, stop])
  useFirstPlaces()
}

/** Null where none is open. One at rest shows its preview on the photo as it lies, and leaves the worker free. */
function useToolAtRest(): { readonly isAtRest: boolean } | null {
  const session = useAtomValue(toolSessionAtom)
  const isShown = useAtomValue(hasStandInAtom)
  const previewing = useAtomValue(toolPreviewingAtom)
  const applying = useAtomValue(toolApplyingAtom)
  if (session === null) return null
  const isSetOnPhoto = fieldOnPhoto(session.request) !== undefined
  return { isAtRest: isShown && !previewing && !applying && !isSetOnPhoto }
}

/** A photo that was just placed shows its faces as soon as they are known, and never moves later. */
function useFirstPlaces(): void {
  const faces = useAtomValue(facesAtom)
  const open = useAtomValue(openPanelAtom)
  const show = useSetAtom(showFacesAtom)
  const keep = useSetAtom(keepPlacesAtom)
  const isJudged = open === 'preflight' || open === 'preview'
  useEffect(() => {
    if (isJudged) keep()
    else show(faces)
  }, [isJudged, faces, show, keep])
}

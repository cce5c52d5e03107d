import { atom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { ToolField } from '#core/imaging/tool-definition.ts'
import { hasStandInAtom } from '#src/state/stand-in.ts'
import { toolApplyingAtom } from '#src/state/tool-jobs.ts'
import { placeChoiceAtom, toolPlaceAtom } from '#src/state/tool-place.ts'
import { PREVIEW_PX, toolPreviewingAtom } from '#src/state/tool-preview.ts'
import { imaging } from '#src/worker-clients/workers.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'

/** By option. */
type Pictures = Readonly<Record<string, ImageBitmap>>

/** Whoever goes on setting the tool does not wait for pictures beside it. */
const QUIET_MS = 300
/** Width of a tile on a screen of two pixels to one. */
const TILE_PX = 240
/** A device that takes longer for a whole photo has enough to do with what is on the stage. */
const QUICK_SECONDS = 20

/** The server is sent nothing for them. */
const isPicturedHereAtom = atom((get): boolean => {
  const choice = get(placeChoiceAtom)
  const isQuick = !choice || (choice.tier === 'local' && choice.secondsHere < QUICK_SECONDS)
  return isQuick && get(toolPlaceAtom) === 'device'
})
/** What is on the stage goes first. */
const isFreeAtom = atom(
  (get) => get(hasStandInAtom) && !get(toolPreviewingAtom) && !get(toolApplyingAtom),
)

/**
 * The photo in each option of a choice, one after the other while the worker has nothing else to
 * do. They are made once, with the settings as they are then: a slider does not make them anew.
 * @returns null where the options have words alone
 */
export function useOptionPictures(
  request: ToolRequest,
  field: ToolField & { readonly kind: 'choice'; readonly key: string },
): Pictures | null {
  const [pictures, setPictures] = useState<Pictures>({})
  const isShown = useAtomValue(isPicturedHereAtom) && field.isPictured === true
  const isFree = useAtomValue(isFreeAtom)
  const next = field.options.find((option) => !(option in pictures))
  const isDue = isShown && isFree && next !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other settings make nothing anew
  useEffect(() => {
    if (!isDue) return
    const stop = new AbortController()
    const settings = { ...request.settings, [field.key]: next }
    const make = async () => {
      const tile = await tileOf({ ...request, settings }, stop.signal)
      if (tile) setPictures((made) => ({ ...made, [next]: tile }))
    }
    const timer = setTimeout(() => void make(), QUIET_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [isDue, next])
  return isShown ? pictures : null
}

/** Null where there is none: the option still has its name. */
async function tileOf(request: ToolRequest, signal: AbortSignal): Promise<ImageBitmap | null> {
  const options = { signal, report: () => undefined }
  const outcome = await imaging.preview(request, PREVIEW_PX, 'quick', options)
  if (!outcome.ok) return null
  const { picture } = outcome.value
  const tile = await createImageBitmap(picture, { resizeWidth: TILE_PX, resizeQuality: 'medium' })
  picture.close()
  return tile
}

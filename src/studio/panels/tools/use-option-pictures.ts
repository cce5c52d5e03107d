import { atom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { PREVIEW_PX } from '#core/imaging/preview-sizes.ts'
import type { ToolField } from '#core/imaging/tool-definition.ts'
import { makeOptionPicture } from '#src/state/option-picture.ts'
import { hasStandInAtom } from '#src/state/stand-in.ts'
import { toolApplyingAtom } from '#src/state/tool-jobs.ts'
import { placeChoiceAtom, toolPlaceAtom } from '#src/state/tool-place.ts'
import { toolLacksNetworksAtom, toolPreviewingAtom } from '#src/state/tool-preview.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'

/** By option. */
type Pictures = Readonly<Record<string, ImageBitmap>>

/** Whoever goes on setting the tool does not wait for pictures beside it. */
const QUIET_MS = 300
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
  const lacksNetworks = useAtomValue(toolLacksNetworksAtom)
  // Those that were made without networks are as plain as the preview was.
  useEffect(() => {
    if (!lacksNetworks) setPictures((made) => (Object.keys(made).length > 0 ? {} : made))
  }, [lacksNetworks])
  const next = field.options.find((option) => !(option in pictures))
  const isDue = isShown && isFree && next !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other settings make nothing anew
  useEffect(() => {
    if (!isDue) return
    const stop = new AbortController()
    const settings = { ...request.settings, [field.key]: next }
    const isOnStage = next === request.settings[field.key]
    const asked = { longSidePx: PREVIEW_PX, isOnStage, signal: stop.signal }
    const make = async () => {
      const tile = await makeOptionPicture({ ...request, settings }, asked)
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

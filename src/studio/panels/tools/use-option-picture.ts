import { atom, useAtomValue } from 'jotai'
import { type ComponentType, useEffect, useState } from 'react'
import { placeChoiceAtom, toolPlaceAtom } from '#src/state/tool-place.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'

/** A device that takes longer for a whole photo has enough to do with what is on the stage. */
const QUICK_SECONDS = 20

/** The server is sent nothing for it. */
const isPicturedHereAtom = atom((get): boolean => {
  const choice = get(placeChoiceAtom)
  const isQuick = !choice || (choice.tier === 'local' && choice.secondsHere <= QUICK_SECONDS)
  return isQuick && get(toolPlaceAtom) === 'device'
})

type Picture = ComponentType<{ readonly request: ToolRequest }>

/**
 * What draws the options of a choice, fetched with the first tool that has such: an empty place
 * until then, and null where the options have words alone.
 */
export function useOptionPicture(isWanted = false): Picture | null {
  const [Shown, setShown] = useState<Picture>(() => Empty)
  useEffect(() => {
    if (!isWanted) return
    void import('./OptionPicture.tsx').then(
      ({ OptionPicture }) => setShown(() => OptionPicture),
      () => undefined,
    )
  }, [isWanted])
  return useAtomValue(isPicturedHereAtom) && isWanted ? Shown : null
}

const Empty = () => null

import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { betweenEyes, type PhotoFace } from '#core/design/faces.ts'
import { photoOfFaces } from '#core/design/shown-photo.ts'
import { type Place, placesOf, writtenPlaces } from '#core/imaging/tools/cut-out/left-out.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { facesAtom, findFacesAtom } from '#src/state/faces.ts'
import { changeToolAtom } from '#src/state/tool-history.ts'
import { toolPreviewingAtom } from '#src/state/tool-preview.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import { PhotoChips } from './PhotoChips.tsx'

interface PeopleFieldProps {
  readonly layer: PhotoLayer
  readonly request: ToolRequest
}

/** Side of what a chip shows, in widths of the face. */
const SHOWN = 1.6
/** More places than this do not fit into a stored setting. */
const PEOPLE_MAX = 16

/** The people of a photo, each taken or left out with a tap: nobody is dropped without a word. */
export function PeopleField({ layer, request }: PeopleFieldProps) {
  const { t } = useTranslation('tools')
  const { number } = useFormats()
  const set = useSetAtom(changeToolAtom)
  const faces = useFacesOf(layer)
  if (faces.length < 2) return null
  const leftOut = placesOf(String(request.settings['leftOut'] ?? ''))
  const isTaken = (face: PhotoFace) =>
    leftOut === null ? face.isBehind !== true : !leftOut.some((place) => isIn(face, place))
  const choices = faces.map((face) => ({
    place: betweenEyes(face),
    shown: { middle: betweenEyes(face), across: face.width * SHOWN },
    isTaken: isTaken(face),
  }))
  const taken = choices.filter((choice) => choice.isTaken)
  return (
    <PhotoChips
      layer={layer}
      choices={choices}
      legend={t('people.taken', { taken: number(taken.length), all: number(faces.length) })}
      labelOf={(index) => t('people.person', { number: number(index + 1) })}
      hint={t('people.hint')}
      leave={(places) => void set({ leftOut: writtenPlaces(places) })}
    />
  )
}

/** The largest, from left to right; looked for once the preview leaves the worker free. */
function useFacesOf(layer: PhotoLayer): readonly PhotoFace[] {
  const faces = useAtomValue(facesAtom)[photoOfFaces(layer).hash]
  const previewing = useAtomValue(toolPreviewingAtom)
  const find = useSetAtom(findFacesAtom)
  const isDue = faces === undefined && !previewing
  useEffect(() => {
    if (isDue) void find({ fetches: false })
  }, [isDue, find])
  return (faces ?? [])
    .toSorted((a, b) => b.width - a.width)
    .slice(0, PEOPLE_MAX)
    .toSorted((a, b) => betweenEyes(a).x - betweenEyes(b).x)
}

const isIn = (face: PhotoFace, place: Place): boolean => {
  const { x, y } = betweenEyes(face)
  return Math.hypot(place.x - x, place.y - y) < face.width / 4
}

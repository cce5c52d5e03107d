import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import type { PhotoFace } from '#core/design/faces.ts'
import { type Place, placesOf, writtenPlaces } from '#core/imaging/tools/cut-out/left-out.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { facesAtom, findFacesAtom } from '#src/state/faces.ts'
import { changeToolAtom } from '#src/state/tool-history.ts'
import { toolPreviewingAtom } from '#src/state/tool-preview.ts'
import type { ToolRequest } from '#workers/imaging/api.ts'
import panel from '../panel.module.css'
import { useThumbnail } from '../use-thumbnail.ts'
import styles from './PeopleField.module.css'

interface PeopleFieldProps {
  readonly layer: PhotoLayer
  readonly request: ToolRequest
}

/** Large enough that a face in a group is told from the next. */
const PICTURE_PX = 1024
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
  const taken = faces.filter(isTaken)
  const toggle = (face: PhotoFace) => {
    const left = faces.filter((each) => (each === face ? isTaken(each) : !isTaken(each)))
    void set({ leftOut: writtenPlaces(left.map(middleOf)) })
  }
  return (
    <fieldset className={styles.people}>
      <legend className={styles.legend}>
        {t('people.taken', { taken: number(taken.length), all: number(faces.length) })}
      </legend>
      {/* As they stand in the photo, whichever way one reads. */}
      <div className={styles.faces} dir="ltr">
        {faces.map((face, index) => (
          <FaceChip
            key={writtenPlaces([middleOf(face)])}
            {...{ face, layer }}
            label={t('people.person', { number: number(index + 1) })}
            isTaken={isTaken(face)}
            isLast={taken.length === 1 && isTaken(face)}
            toggle={() => toggle(face)}
          />
        ))}
      </div>
      <p className={panel.hint}>{t('people.hint')}</p>
    </fieldset>
  )
}

/** The largest, from left to right; looked for once the preview leaves the worker free. */
function useFacesOf({ original }: PhotoLayer): readonly PhotoFace[] {
  const faces = useAtomValue(facesAtom)[original.hash]
  const previewing = useAtomValue(toolPreviewingAtom)
  const find = useSetAtom(findFacesAtom)
  const isDue = faces === undefined && !previewing
  useEffect(() => {
    if (isDue) void find({ fetches: false })
  }, [isDue, find])
  return (faces ?? [])
    .toSorted((a, b) => b.width - a.width)
    .slice(0, PEOPLE_MAX)
    .toSorted((a, b) => middleOf(a).x - middleOf(b).x)
}

interface FaceChipProps {
  readonly face: PhotoFace
  readonly layer: PhotoLayer
  readonly label: string
  readonly isTaken: boolean
  /** Somebody has to be left. */
  readonly isLast: boolean
  readonly toggle: () => void
}

function FaceChip({ face, layer, label, isTaken, isLast, toggle }: FaceChipProps) {
  const url = useThumbnail(layer.original, PICTURE_PX)
  const { x, y } = middleOf(face)
  const { widthPx, heightPx } = layer.original
  const across = face.width * SHOWN
  const down = (across * widthPx) / heightPx
  const place = (middle: number, shown: number) =>
    `${Math.min(100, Math.max(0, ((middle - shown / 2) / (1 - shown)) * 100))}%`
  return (
    <button
      type="button"
      className={styles.chip}
      aria-label={label}
      aria-pressed={isTaken}
      aria-disabled={isLast}
      onClick={isLast ? undefined : toggle}
    >
      {url && (
        <span
          className={styles.face}
          style={{
            backgroundImage: `url(${url})`,
            backgroundSize: `${100 / across}% ${100 / down}%`,
            backgroundPosition: `${place(x, across)} ${place(y, down)}`,
          }}
        />
      )}
    </button>
  )
}

/** Between the eyes. */
const middleOf = ({ eyes }: PhotoFace): Place => ({
  x: eyes.reduce((sum, { x }) => sum + x, 0) / eyes.length,
  y: eyes.reduce((sum, { y }) => sum + y, 0) / eyes.length,
})

const isIn = (face: PhotoFace, place: Place): boolean => {
  const { x, y } = middleOf(face)
  return Math.hypot(place.x - x, place.y - y) < face.width / 4
}

import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { PhotoLayer } from '#core/design/document.ts'
import { photoOfFaces } from '#core/design/shown-photo.ts'
import type { Thing } from '#core/imaging/thing.ts'
import { type Place, placesOf, writtenPlaces } from '#core/imaging/tools/cut-out/left-out.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { changeToolAtom } from '#src/state/tool-history.ts'
import { toolPictureAtom, toolPreviewFaultAtom, toolThingsAtom } from '#src/state/tool-preview.ts'
import { Button } from '#src/ui/Button.tsx'
import type { ToolRequest } from '#workers/imaging/api.ts'
import panel from '../panel.module.css'
import { PhotoChips } from './PhotoChips.tsx'

interface ThingsFieldProps {
  readonly layer: PhotoLayer
  readonly request: ToolRequest
}

/** Of what a thing's chip shows a little about it, and nothing so small that it is a blur. */
const ABOUT = 1.1
const SHOWN_LEAST = 0.08

/** What stands out where a cut-out took no people: said, and each thing taken or left out with a tap. */
export function ThingsField({ layer, request }: ThingsFieldProps) {
  const { t } = useTranslation('tools')
  const things = useAtomValue(toolThingsAtom)
  const isAsked = request.settings['sought'] === 'things'
  return (
    <>
      {/* The region stands there before its words, or some screen readers miss them. */}
      <p className={panel.hint} role="status" data-things={things?.length}>
        {things !== null && !isAsked && t('things.nobody')}
      </p>
      {things !== null && things.length > 1 && <ThingChips {...{ layer, request, things }} />}
      <Instead isAsked={isAsked} isPeople={things === null} />
    </>
  )
}

interface ThingChipsProps extends ThingsFieldProps {
  readonly things: readonly Thing[]
}

function ThingChips({ layer, request, things }: ThingChipsProps) {
  const { t } = useTranslation('tools')
  const { number } = useFormats()
  const set = useSetAtom(changeToolAtom)
  const leftOut = placesOf(String(request.settings['thingsOut'] ?? '')) ?? []
  const left = new Set(leftOut.map((place) => nearestTo(place, things)))
  const choices = things
    .toSorted((a, b) => middleOf(a).x - middleOf(b).x)
    .map((thing) => ({
      place: thing.place,
      shown: { middle: middleOf(thing), across: acrossOf(thing, layer) },
      isTaken: !left.has(thing),
    }))
  const taken = choices.filter(({ isTaken }) => isTaken)
  return (
    <PhotoChips
      layer={layer}
      choices={choices}
      legend={t('things.taken', { taken: number(taken.length), all: number(things.length) })}
      labelOf={(index) => t('things.thing', { number: number(index + 1) })}
      hint={t('things.hint')}
      leave={(places) => void set({ thingsOut: writtenPlaces(places) })}
    />
  )
}

const middleOf = ({ box }: Thing): Place => ({
  x: box.x + box.width / 2,
  y: box.y + box.height / 2,
})

/** A square about a thing, as a share of the photo's width. */
function acrossOf({ box }: Thing, layer: PhotoLayer): number {
  const { widthPx, heightPx } = photoOfFaces(layer)
  const high = (box.height * heightPx) / widthPx
  const most = Math.min(1, heightPx / widthPx)
  return Math.min(most, Math.max(SHOWN_LEAST, ABOUT * Math.max(box.width, high)))
}

function nearestTo(place: Place, things: readonly Thing[]): Thing | undefined {
  const awayFrom = (thing: Thing) => Math.hypot(thing.place.x - place.x, thing.place.y - place.y)
  return things.toSorted((a, b) => awayFrom(a) - awayFrom(b))[0]
}

/** Whoever wants the dog beside its people, or a hill, asks for what stands out, and goes back. */
function Instead({ isAsked, isPeople }: { isAsked: boolean; isPeople: boolean }) {
  const { t } = useTranslation('tools')
  const set = useSetAtom(changeToolAtom)
  const isShown = useAtomValue(toolPictureAtom) !== null
  // Of a landscape the land is taken where it is asked for.
  const isLand = useAtomValue(toolPreviewFaultAtom)?.code === 'nothing-stands-out'
  if (!isAsked && !(isShown && isPeople) && !isLand) return null
  return (
    <div>
      <Button
        size="small"
        data-command="things-instead"
        onClick={() => void set({ sought: isAsked ? 'people' : 'things' })}
      >
        {t(isAsked ? 'things.people' : 'things.instead')}
      </Button>
    </div>
  )
}

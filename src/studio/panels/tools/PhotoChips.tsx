import type { PhotoLayer } from '#core/design/document.ts'
import { type Place, writtenPlaces } from '#core/imaging/tools/cut-out/left-out.ts'
import panel from '../panel.module.css'
import { PhotoChip, type Shown } from './PhotoChip.tsx'
import styles from './PhotoChips.module.css'

/** Somebody or something of a photo that is taken or left out. */
interface Choice {
  /** A place in it, by which it is known. */
  readonly place: Place
  readonly shown: Shown
  readonly isTaken: boolean
}

interface PhotoChipsProps {
  readonly layer: PhotoLayer
  /** From left to right. */
  readonly choices: readonly Choice[]
  readonly legend: string
  readonly labelOf: (index: number) => string
  readonly hint: string
  /** Is told the places of all that is left out then. */
  readonly leave: (places: readonly Place[]) => void
}

/** What a cut-out may keep, each taken or left out with a tap. */
export function PhotoChips({ layer, choices, legend, labelOf, hint, leave }: PhotoChipsProps) {
  const taken = choices.filter(({ isTaken }) => isTaken)
  const toggle = (choice: Choice) =>
    leave(
      choices
        .filter((each) => (each === choice ? each.isTaken : !each.isTaken))
        .map(({ place }) => place),
    )
  return (
    <fieldset className={styles.chosen}>
      <legend className={styles.legend}>{legend}</legend>
      {/* As they stand in the photo, whichever way one reads. */}
      <div className={styles.chips} dir="ltr">
        {choices.map((choice, index) => (
          <PhotoChip
            key={writtenPlaces([choice.place])}
            layer={layer}
            shown={choice.shown}
            label={labelOf(index)}
            isTaken={choice.isTaken}
            isLast={taken.length === 1 && choice.isTaken}
            toggle={() => toggle(choice)}
          />
        ))}
      </div>
      <p className={panel.hint}>{hint}</p>
    </fieldset>
  )
}

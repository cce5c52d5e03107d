import { useRovingFocus } from './roving-focus.ts'
import styles from './SwatchRow.module.css'

export interface Swatch {
  readonly colour: string
  readonly label: string
}

export interface SwatchRowProps {
  readonly label: string
  readonly swatches: readonly Swatch[]
  readonly value: string
  readonly onPick: (colour: string) => void
}

/** Named colours to choose from: one Tab stop, arrows go between them. */
export function SwatchRow({ label, swatches, value, onPick }: SwatchRowProps) {
  const roving = useRovingFocus<HTMLDivElement>()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset within the picker's would be read twice
    <div role="group" aria-label={label} className={styles.swatches} data-own-keys="" {...roving}>
      {swatches.map((swatch) => (
        <button
          key={swatch.colour}
          type="button"
          className={styles.swatch}
          style={{ backgroundColor: swatch.colour }}
          aria-label={swatch.label}
          title={swatch.label}
          aria-pressed={swatch.colour === value}
          onClick={() => onPick(swatch.colour)}
        />
      ))}
    </div>
  )
}

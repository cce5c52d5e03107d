import { type CSSProperties, type ReactNode, useId } from 'react'
import styles from './ChoiceCards.module.css'
import { classNames } from './class-names.ts'

export interface ChoiceCard<Value extends string> {
  readonly value: Value
  /** Read aloud, and shown unless `content` shows it. */
  readonly label: string
  readonly note?: ReactNode
  readonly picture?: ReactNode
  readonly disabled?: boolean
}

export interface ChoiceCardsProps<Value extends string> {
  readonly label: string
  readonly hideLabel?: boolean
  /** Null: nothing chosen yet. */
  readonly value: Value | null
  readonly onChange: (value: Value) => void
  readonly options: readonly ChoiceCard<Value>[]
  /** Pictures over words, words alone in a row, or pills that wrap. */
  readonly look?: 'picture' | 'row' | 'pill'
  /** Narrowest a card gets; any CSS length. */
  readonly minSize?: string
  /** A row that is not full is stretched. */
  readonly stretch?: boolean
  readonly id?: string
}

/** One of several, each shown as a card; arrows go from card to card. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const {
    label,
    hideLabel,
    value,
    onChange,
    options,
    look = 'picture',
    minSize = '7rem',
    stretch,
  } = props
  const id = useId()
  return (
    <div className={styles.root} id={props.id}>
      {!hideLabel && (
        <span className={styles.label} id={id}>
          {label}
        </span>
      )}
      <div
        role="radiogroup"
        className={classNames(styles.group, styles[look], stretch && styles.stretch)}
        style={{ '--card-min': minSize } as CSSProperties}
        {...(hideLabel ? { 'aria-label': label } : { 'aria-labelledby': id })}
      >
        {options.map((option) => (
          <label key={option.value} className={styles.card}>
            <input
              type="radio"
              className={styles.input}
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.picture && (
              <span className={styles.art} aria-hidden="true">
                {option.picture}
              </span>
            )}
            <span className={styles.words}>
              <span className={styles.name}>{option.label}</span>
              {option.note && <span className={styles.note}>{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
    </div>
  )
}

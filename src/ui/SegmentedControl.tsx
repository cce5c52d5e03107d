import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './SegmentedControl.module.css'

export interface Segment<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly icon?: ReactNode
  /** Above its label, and as wide as there is room. */
  readonly picture?: ReactNode
  readonly disabled?: boolean
}

export interface SegmentedControlProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly Segment<Value>[]
  /** Icons alone; the labels are still read aloud. */
  readonly iconsOnly?: boolean
  readonly showLabel?: boolean
}

/** One of a few, all in sight. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, onChange, options, iconsOnly = false, showLabel = false } = props
  const id = useId()
  return (
    <div className={styles.root}>
      {showLabel && (
        <span className={styles.label} id={id}>
          {label}
        </span>
      )}
      <div
        role="radiogroup"
        className={styles.group}
        {...(showLabel ? { 'aria-labelledby': id } : { 'aria-label': label })}
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={classNames(styles.item, iconsOnly && styles.iconOnly)}
            title={iconsOnly ? option.label : undefined}
          >
            <input
              type="radio"
              className={styles.input}
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              aria-label={iconsOnly ? option.label : undefined}
              onChange={() => onChange(option.value)}
            />
            {option.picture && (
              <span className={styles.picture} aria-hidden="true">
                {option.picture}
              </span>
            )}
            {option.icon && (
              <span className={styles.icon} aria-hidden="true">
                {option.icon}
              </span>
            )}
            {!iconsOnly && <span>{option.label}</span>}
          </label>
        ))}
      </div>
    </div>
  )
}

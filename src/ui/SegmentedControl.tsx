import * as Radix from 'radix-ui/radio-group'
import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './SegmentedControl.module.css'

export interface Segment<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly icon?: ReactNode
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
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next)
    if (option) onChange(option.value)
  }
  return (
    <div className={styles.root}>
      {showLabel && (
        <span className={styles.label} id={id}>
          {label}
        </span>
      )}
      <Radix.Root
        className={styles.group}
        value={value}
        onValueChange={choose}
        orientation="horizontal"
        {...(showLabel ? { 'aria-labelledby': id } : { 'aria-label': label })}
      >
        {options.map((option) => (
          <Radix.Item
            key={option.value}
            value={option.value}
            disabled={option.disabled ?? false}
            className={classNames(styles.item, iconsOnly && styles.iconOnly)}
            {...(iconsOnly && { 'aria-label': option.label, title: option.label })}
          >
            {option.icon && <span className={styles.icon}>{option.icon}</span>}
            {!iconsOnly && <span>{option.label}</span>}
          </Radix.Item>
        ))}
      </Radix.Root>
    </div>
  )
}

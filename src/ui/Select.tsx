import * as Radix from 'radix-ui/select'
import type { CSSProperties, ReactNode } from 'react'
import { Field, type FieldWords } from './Field.tsx'
import { CaretDownIcon, CheckIcon } from './icons.ts'
import styles from './Select.module.css'

export interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly icon?: ReactNode
  /** Of the option's words, as a font shows itself. */
  readonly style?: CSSProperties
  readonly disabled?: boolean
}

export interface SelectProps<Value extends string> extends FieldWords {
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly SelectOption<Value>[]
  readonly disabled?: boolean
  /** Left out, the list opens and closes by itself. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** One of many. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hideLabel, error, hint, value, onChange, options, disabled = false } = props
  const list = {
    ...(props.open !== undefined && { open: props.open }),
    ...(props.onOpenChange && { onOpenChange: props.onOpenChange }),
  }
  const words = { label, error, ...(hideLabel && { hideLabel }), ...(hint && { hint }) }
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next)
    if (option) onChange(option.value)
  }
  return (
    <Field {...words}>
      {(control) => (
        <Radix.Root value={value} onValueChange={choose} disabled={disabled} {...list}>
          <Radix.Trigger {...control} aria-label={label} className={styles.trigger}>
            <span className={styles.shown}>
              <Radix.Value />
            </span>
            <Radix.Icon asChild>
              <CaretDownIcon />
            </Radix.Icon>
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content className={styles.list} position="popper" sideOffset={4}>
              <Radix.Viewport className={styles.viewport}>
                {options.map((option) => (
                  <Radix.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled ?? false}
                    className={styles.item}
                  >
                    {option.icon}
                    <Radix.ItemText>
                      <span style={option.style}>{option.label}</span>
                    </Radix.ItemText>
                    <Radix.ItemIndicator className={styles.indicator}>
                      <CheckIcon />
                    </Radix.ItemIndicator>
                  </Radix.Item>
                ))}
              </Radix.Viewport>
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </Field>
  )
}

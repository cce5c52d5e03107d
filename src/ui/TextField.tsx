import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './Field.module.css'
import { Field, type FieldWords } from './Field.tsx'

export interface TextFieldProps
  extends FieldWords,
    Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'value' | 'prefix' | 'id'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly prefix?: ReactNode
  /** A unit or a button after the text. */
  readonly suffix?: ReactNode
}

/** A line of text. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, error, hint, onChange, prefix, suffix, className, ...input } = props
  const words = { label, error, ...(hideLabel && { hideLabel }), ...(hint && { hint }) }
  return (
    <Field {...words} className={className}>
      {(control) => (
        <div className={styles.frame}>
          {prefix && <span className={styles.affix}>{prefix}</span>}
          <input
            type="text"
            {...input}
            {...control}
            className={classNames(styles.input, input.inputMode && styles.number)}
            onChange={(event) => onChange(event.target.value)}
          />
          {suffix && <span className={styles.affix}>{suffix}</span>}
        </div>
      )}
    </Field>
  )
}

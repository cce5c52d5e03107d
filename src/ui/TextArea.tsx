import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import styles from './Field.module.css'
import { Field, type FieldWords } from './Field.tsx'

export interface TextAreaProps
  extends FieldWords,
    Omit<ComponentPropsWithRef<'textarea'>, 'onChange' | 'value' | 'id'> {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Text of several lines. */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, error, hint, onChange, className, dir, ...area } = props
  const words = { label, error, ...(hideLabel && { hideLabel }), ...(hint && { hint }) }
  return (
    <Field {...words} className={className}>
      {(control) => (
        <div className={styles.frame}>
          <textarea
            {...area}
            {...control}
            // Without a letter of their own, "auto" would lay an Arabic placeholder from the left.
            dir={dir === 'auto' && area.value === '' ? undefined : dir}
            className={classNames(styles.input, styles.area)}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}

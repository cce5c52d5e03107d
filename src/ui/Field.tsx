import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './Field.module.css'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export interface FieldWords {
  readonly label: string
  readonly hideLabel?: boolean
  /** What is wrong with the value, in the customer's words. */
  readonly error?: string | undefined
  readonly hint?: string
}

/** What a control needs to belong to its field. */
export interface FieldControl {
  readonly id: string
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
}

interface FieldProps extends FieldWords {
  readonly className?: string | undefined
  readonly children: (control: FieldControl) => ReactNode
}

/** Label, control, hint and error as one: the control is named and described by them. */
export function Field({ label, hideLabel, error, hint, className, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </label>
      {children({
        id,
        ...(error && { 'aria-invalid': true }),
        ...(note && { 'aria-describedby': noteId }),
      })}
      {note && (
        <p className={error ? styles.error : styles.hint} id={noteId} role={error && 'alert'}>
          {note}
        </p>
      )}
    </div>
  )
}

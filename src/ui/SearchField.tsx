import type { KeyboardEvent, Ref } from 'react'
import styles from './Field.module.css'
import { Field } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import { MagnifyingGlassIcon, XIcon } from './icons.ts'

export interface SearchFieldProps {
  readonly label: string
  readonly clearLabel: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly placeholder?: string
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  readonly ref?: Ref<HTMLInputElement>
}

/** Finds as one types; Escape empties it. */
export function SearchField(props: SearchFieldProps) {
  const { label, clearLabel, value, onChange, placeholder, ref } = props
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && value !== '') {
      event.stopPropagation()
      onChange('')
    }
    props.onKeyDown?.(event)
  }
  return (
    <Field label={label} hideLabel>
      {(control) => (
        <div className={styles.frame}>
          <MagnifyingGlassIcon className={styles.icon} aria-hidden="true" />
          <input
            {...control}
            ref={ref}
            type="search"
            className={styles.input}
            value={value}
            placeholder={placeholder ?? label}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
          />
          {value !== '' && (
            <IconButton
              label={clearLabel}
              icon={<XIcon />}
              size="small"
              className={styles.clear}
              tooltip={false}
              onClick={() => onChange('')}
            />
          )}
        </div>
      )}
    </Field>
  )
}

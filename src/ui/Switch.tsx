import * as Radix from 'radix-ui/switch'
import { useId } from 'react'
import styles from './Switch.module.css'

export interface SwitchProps {
  readonly label: string
  readonly description?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
}

/** On or off, at once. */
export function Switch({ label, description, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      <label className={styles.words} htmlFor={id}>
        <span className={styles.label}>{label}</span>
        {description && (
          <span className={styles.description} id={`${id}-description`}>
            {description}
          </span>
        )}
      </label>
      <Radix.Root
        id={id}
        className={styles.switch}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        {...(description && { 'aria-describedby': `${id}-description` })}
      >
        <Radix.Thumb className={styles.thumb} />
      </Radix.Root>
    </div>
  )
}

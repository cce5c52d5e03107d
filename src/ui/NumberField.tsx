import { type KeyboardEvent, useState } from 'react'
import type { FieldWords } from './Field.tsx'
import { parseNumber } from './number-text.ts'
import { TextField } from './TextField.tsx'

export interface NumberFieldProps extends FieldWords {
  /** Null is an empty field. */
  readonly value: number | null
  /** On Enter, blur and arrow keys; null where the field is empty or no number. */
  readonly onChange: (value: number | null) => void
  readonly min?: number
  readonly max?: number
  readonly step?: number
  /** Decimals shown. */
  readonly decimals?: number
  readonly unit?: string
  readonly disabled?: boolean
}

/** A number that is typed or stepped with the arrow keys (Shift: ten steps), kept within bounds. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, min = -Infinity, max = Infinity, step = 1, decimals = 1 } = props
  const [typed, setTyped] = useState<string | null>(null)
  const shown = value === null ? '' : String(Number(value.toFixed(decimals)))
  const bounded = (next: number) => Math.min(max, Math.max(min, next))
  const commit = () => {
    if (typed === null) return
    const next = parseNumber(typed)
    setTyped(null)
    onChange(next === null ? null : bounded(next))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') commit()
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (direction === undefined) return
    event.preventDefault()
    const from = (typed === null ? value : parseNumber(typed)) ?? 0
    setTyped(null)
    onChange(bounded(from + direction * step * (event.shiftKey ? 10 : 1)))
  }
  const { label, hideLabel, error, hint, unit, disabled } = props
  return (
    <TextField
      label={label}
      {...(hideLabel && { hideLabel })}
      error={error}
      {...(hint && { hint })}
      {...(unit && { suffix: unit })}
      disabled={disabled}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? shown}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  )
}

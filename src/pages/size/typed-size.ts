import { useState } from 'react'
import type { CustomSize } from '#core/catalogue/cakes.ts'
import { parseNumber } from '#src/ui/number-text.ts'

type Field = keyof CustomSize

/** Null is an empty field, NaN what is no number. */
const numberOf = (text: string): number | null =>
  text.trim() === '' ? null : (parseNumber(text) ?? Number.NaN)

/** What a customer types into the size fields: kept as typed, handed on as numbers. */
export function useTypedSize(size: CustomSize, onChange: (change: Partial<CustomSize>) => void) {
  const [texts, setTexts] = useState<Partial<Record<Field, string>>>({})
  const [leftFields, setLeft] = useState<readonly Field[]>([])
  return {
    // A size that was chosen elsewhere meanwhile, say a saved one, takes the place of what was typed.
    textOf: (field: Field) => {
      const typed = texts[field]
      if (typed !== undefined && Object.is(numberOf(typed), size[field])) return typed
      const mm = size[field]
      return mm === null || Number.isNaN(mm) ? '' : String(mm)
    },
    type: (field: Field, text: string) => {
      setTexts({ ...texts, [field]: text })
      onChange({ [field]: numberOf(text) })
    },
    /** An error is shown once its field was left, not while it is being typed into. */
    leave: (field: Field) => setLeft([...leftFields.filter((left) => left !== field), field]),
    left: (field: Field) => leftFields.includes(field),
  }
}

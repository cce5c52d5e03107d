import { useState } from 'react'
import type { CustomSize } from '#core/catalogue/cakes.ts'
import { parseNumber } from '#src/ui/number-text.ts'

type Field = keyof CustomSize

/** What a customer types into the size fields: kept as typed, handed on as numbers. */
export function useTypedSize(size: CustomSize, onChange: (change: Partial<CustomSize>) => void) {
  const [texts, setTexts] = useState<Partial<Record<Field, string>>>({})
  const [leftFields, setLeft] = useState<readonly Field[]>([])
  return {
    textOf: (field: Field) => texts[field] ?? String(size[field] ?? ''),
    type: (field: Field, text: string) => {
      setTexts({ ...texts, [field]: text })
      onChange({ [field]: text.trim() === '' ? null : (parseNumber(text) ?? Number.NaN) })
    },
    /** An error is shown once its field was left, not while it is being typed into. */
    leave: (field: Field) => setLeft([...leftFields.filter((left) => left !== field), field]),
    left: (field: Field) => leftFields.includes(field),
  }
}

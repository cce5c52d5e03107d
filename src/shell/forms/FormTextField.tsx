import { type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextField, type TextFieldProps } from '#src/ui/TextField.tsx'
import type { Form } from './use-form.ts'

export interface FormTextFieldProps<Values extends FieldValues, Output>
  extends Omit<TextFieldProps, 'name' | 'form' | 'value' | 'onChange' | 'error' | 'ref'> {
  readonly form: Pick<Form<Values, Output>, 'control'>
  readonly name: FieldPath<Values>
  /**
   * What is wrong with it, in words.
   * @param kind zod's code of the issue, or a check's own message; the server's answer says the same
   */
  readonly wordsOf: (kind: string, value: string) => string | undefined
}

/** A line of text of a {@link useForm}. */
export function FormTextField<Values extends FieldValues, Output>({
  form,
  name,
  wordsOf,
  ...input
}: FormTextFieldProps<Values, Output>) {
  const { t } = useTranslation('store')
  const { field, fieldState } = useController({ control: form.control, name })
  const value: unknown = field.value
  const text = typeof value === 'string' ? value : ''
  const { error } = fieldState
  const kind = error?.type === 'custom' ? (error.message ?? 'custom') : error?.type
  return (
    <TextField
      {...input}
      name={name}
      ref={field.ref}
      value={text}
      error={kind === undefined ? undefined : (wordsOf(kind, text) ?? t('address.checkField'))}
      onChange={(typed) => field.onChange(typed)}
      onBlur={field.onBlur}
    />
  )
}

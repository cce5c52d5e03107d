import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormTextField, type FormTextFieldProps } from './FormTextField.tsx'

type FormPhoneFieldProps<Values extends FieldValues, Output> = Pick<
  FormTextFieldProps<Values, Output>,
  'form' | 'name' | 'wordsOf' | 'autoComplete'
>

/** The phone number that an account is opened with; it reads from left to right in every language. */
export function FormPhoneField<Values extends FieldValues, Output>(
  props: FormPhoneFieldProps<Values, Output>,
) {
  const { t } = useTranslation('store')
  return <FormTextField {...props} label={t('login.phone')} type="tel" inputMode="tel" dir="ltr" />
}

import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#src/ui/IconButton.tsx'
import { EyeIcon, EyeSlashIcon } from '#src/ui/icons.ts'
import styles from './FormPasswordField.module.css'
import { FormTextField, type FormTextFieldProps } from './FormTextField.tsx'

type FormPasswordFieldProps<Values extends FieldValues, Output> = Omit<
  FormTextFieldProps<Values, Output>,
  'type' | 'suffix'
> & { readonly autoComplete: 'current-password' | 'new-password' }

/** A password of a form: hidden, until the customer asks to see what they type. */
export function FormPasswordField<Values extends FieldValues, Output>(
  field: FormPasswordFieldProps<Values, Output>,
) {
  const { t } = useTranslation('store')
  const [shown, setShown] = useState(false)
  return (
    <FormTextField
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      suffix={
        <IconButton
          className={styles.toggle}
          label={t('login.showPassword')}
          pressed={shown}
          size="small"
          icon={shown ? <EyeSlashIcon /> : <EyeIcon />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

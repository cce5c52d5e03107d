import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PASSWORD_LENGTH_MIN } from '#core/contract/entities/account.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { EyeIcon, EyeSlashIcon } from '#src/ui/icons.ts'
import styles from './FormPasswordField.module.css'
import { FormTextField, type FormTextFieldProps } from './FormTextField.tsx'
import { usePasswordWords } from './password-words.ts'

type FormPasswordFieldProps<Values extends FieldValues, Output> = Omit<
  FormTextFieldProps<Values, Output>,
  'type' | 'suffix' | 'hint' | 'wordsOf'
> & {
  readonly autoComplete: 'current-password' | 'new-password'
  /** Where a form says more than the usual about a wrong password. */
  readonly wordsOf?: FormTextFieldProps<Values, Output>['wordsOf']
}

/**
 * A password of a form: hidden, until the customer asks to see what they type. A new one says how
 * long it must be.
 */
export function FormPasswordField<Values extends FieldValues, Output>(
  field: FormPasswordFieldProps<Values, Output>,
) {
  const { t } = useTranslation('store')
  const [shown, setShown] = useState(false)
  const passwordWords = usePasswordWords()
  const isNew = field.autoComplete === 'new-password'
  return (
    <FormTextField
      {...field}
      wordsOf={field.wordsOf ?? passwordWords}
      {...(isNew && { hint: t('login.passwordHint', { count: PASSWORD_LENGTH_MIN }) })}
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

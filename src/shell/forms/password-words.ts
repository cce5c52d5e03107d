import { useTranslation } from 'react-i18next'
import { PASSWORD_LENGTH_MIN } from '#core/contract/entities/account.ts'

/** What is wrong with a password, in words. */
export function usePasswordWords(): (kind: string, typed: string) => string {
  const { t } = useTranslation('store')
  return (kind, typed) => {
    if (kind === 'password-common') return t('login.passwordCommon')
    if (kind === 'password-wrong') return t('account.oldWrong')
    if (typed === '') return t('login.passwordEmpty')
    return t('login.passwordShort', { count: PASSWORD_LENGTH_MIN })
  }
}

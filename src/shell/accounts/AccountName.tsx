import { useTranslation } from 'react-i18next'
import type { StoredLogin } from '#core/session/session.ts'

/** Whose account it is: by name, by number, or by this device. */
export function AccountName({
  login,
}: {
  readonly login: Pick<StoredLogin, 'username' | 'phone'>
}) {
  const { t } = useTranslation('store')
  if (login.username !== '') return <bdi>{login.username}</bdi>
  return login.phone === '' ? t('account.device') : <bdi dir="ltr">{login.phone}</bdi>
}

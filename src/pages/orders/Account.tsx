import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AccountName } from '#src/shell/accounts/AccountName.tsx'
import { addressOf } from '#src/shell/addresses.ts'
import { loginAtom } from '#src/state/session.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import styles from './OrdersPage.module.css'

/** Who is signed in, and the way to their account. */
export function Account() {
  const { t } = useTranslation('store')
  const login = useAtomValue(loginAtom)
  if (login === null) return null
  return (
    <section className={styles.account}>
      <h2 className={styles.name}>
        <AccountName login={login} />
      </h2>
      {login.phone === '' && <p className={styles.hint}>{t('account.deviceText')}</p>}
      <Link className={buttonClass({})} to={addressOf('account')}>
        {t('account.pageTitle')}
      </Link>
    </section>
  )
}

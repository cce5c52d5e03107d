import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endOtherSessions, endSession, sessionList } from '#core/contract/services/accounts.ts'
import { call } from '#src/api/calls.ts'
import { AccountName } from '#src/shell/accounts/AccountName.tsx'
import { type SessionCalls, Sessions } from '#src/shell/accounts/Sessions.tsx'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { loginAtom } from '#src/state/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { SignOutIcon } from '#src/ui/icons.ts'
import styles from './AccountPage.module.css'
import { BindDialog } from './BindDialog.tsx'
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx'
import { LogOutDialog } from './LogOutDialog.tsx'

const sessionCalls: SessionCalls = {
  endOne: (id) => call(endSession, { id }),
  endOthers: () => call(endOtherSessions, {}),
}

/** The customer's account: its ways in, where it is signed in, and leaving it. */
export default function AccountPage() {
  const { t } = useTranslation('store')
  const [login, setLogin] = useAtom(loginAtom)
  const [asking, setAsking] = useState<'bind' | 'password' | 'leave' | null>(null)
  const sessions = useCall(sessionList, {})
  if (login === null) return null
  const isDevice = login.phone === ''
  const close = () => setAsking(null)
  const signedInAnew: typeof setLogin = (fresh) => {
    setLogin(fresh)
    close()
    sessions.reload()
  }
  return (
    <Page
      title={t('account.pageTitle')}
      width="narrow"
      back={addressOf('orders')}
      onRefresh={sessions.reload}
    >
      <section className={styles.who}>
        <h2 className={styles.title}>
          <AccountName login={login} />
        </h2>
        {login.username !== '' && !isDevice && <bdi dir="ltr">{login.phone}</bdi>}
        {isDevice && <p className={styles.hint}>{t('account.deviceText')}</p>}
        <Button onClick={() => setAsking(isDevice ? 'bind' : 'password')}>
          {t(isDevice ? 'account.bind' : 'account.changePassword')}
        </Button>
      </section>
      <section className={styles.section} aria-labelledby="sessions">
        <h2 className={styles.title} id="sessions">
          {t('account.sessions')}
        </h2>
        <Loaded state={sessions.state} reload={sessions.reload}>
          {(list) => <Sessions sessions={list} calls={sessionCalls} onEnded={sessions.reload} />}
        </Loaded>
      </section>
      <Button variant="ghost" stretch icon={<SignOutIcon />} onClick={() => setAsking('leave')}>
        {t('account.leave')}
      </Button>
      {asking === 'bind' && <BindDialog onClose={close} onBound={signedInAnew} />}
      {asking === 'password' && (
        <ChangePasswordDialog phone={login.phone} onClose={close} onChanged={signedInAnew} />
      )}
      {asking === 'leave' && (
        <LogOutDialog phone={login.phone} onClose={close} onBind={() => setAsking('bind')} />
      )}
    </Page>
  )
}

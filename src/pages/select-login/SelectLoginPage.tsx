import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { isSignedIn } from '#core/session/session.ts'
import { SampleCase } from '#src/product/SampleCase.tsx'
import { AppHeader } from '#src/shell/AppHeader.tsx'
import { addressOf } from '#src/shell/addresses.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { useJob } from '#src/shell/jobs/use-job.ts'
import { useTitle } from '#src/shell/use-title.ts'
import { loginAtom, machineIdAtom, tokenRefusedAtom } from '#src/state/session.ts'
import { takeWanted } from '#src/state/wanted-address.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { DeviceMobileIcon, MapPinIcon, PhoneIcon } from '#src/ui/icons.ts'
import styles from './SelectLoginPage.module.css'

/** The first screen behind a scanned code: how to sign in. */
export default function SelectLoginPage() {
  const { t } = useTranslation('store')
  useLeaveOnceSignedIn()
  const machineId = useAtomValue(machineIdAtom)
  useTitle(t('selectLogin.pageTitle'))
  return (
    <>
      <AppHeader />
      <main className={styles.main}>
        <div className={styles.picture} aria-hidden="true">
          <SampleCase />
        </div>
        <section className={styles.choice}>
          <h1 className={styles.title}>{t('selectLogin.title')}</h1>
          <p className={styles.lead}>{t('selectLogin.lead')}</p>
          {machineId !== null && (
            <p className={styles.station}>
              <MapPinIcon aria-hidden="true" />
              {t('selectLogin.atStation', { id: machineId })}
            </p>
          )}
          <Ways />
          <p className={styles.privacy}>{t('selectLogin.privacy')}</p>
        </section>
      </main>
    </>
  )
}

/** On to where the customer was going; at once for somebody who is signed in already. */
function useLeaveOnceSignedIn(): void {
  const login = useAtomValue(loginAtom)
  const refused = useAtomValue(tokenRefusedAtom)
  const navigate = useNavigate()
  const signedIn = !refused && isSignedIn(login, Date.now())
  useEffect(() => {
    if (signedIn) void navigate(takeWanted() ?? addressOf('mall'), { replace: true })
  }, [signedIn, navigate])
}

function Ways() {
  const { t } = useTranslation('store')
  const { running, run } = useJob(async () => {
    const { signInByDevice } = await import('#src/session/sign-in.ts')
    return await signInByDevice()
  })
  const setLogin = useSetAtom(loginAtom)
  const tell = useFaultToast()
  const go = async () => {
    const login = await run()
    if (login.ok) setLogin(login.value)
    else tell(login.fault)
  }
  return (
    <div className={styles.ways}>
      <Button
        variant="primary"
        size="large"
        stretch
        icon={<DeviceMobileIcon />}
        loading={running}
        onClick={() => void go()}
      >
        {t('selectLogin.device')}
      </Button>
      <Link className={buttonClass({ size: 'large', stretch: true })} to={addressOf('login')}>
        <PhoneIcon aria-hidden="true" />
        {t('selectLogin.phone')}
      </Link>
      <Link className={buttonClass({ variant: 'ghost', stretch: true })} to={addressOf('mall')}>
        {t('selectLogin.look')}
      </Link>
    </div>
  )
}

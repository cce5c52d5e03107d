import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { register, resetPassword } from '#core/contract/services/accounts.ts'
import { call } from '#src/api/calls.ts'
import { ProofForm } from '#src/shell/accounts/ProofForm.tsx'
import { addressOf } from '#src/shell/addresses.ts'
import { useArrival } from '#src/shell/arrival/use-arrival.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { Button } from '#src/ui/Button.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { showToast } from '#src/ui/toasts.ts'
import { LoginForm } from './LoginForm.tsx'
import styles from './LoginPage.module.css'

const ways = ['login', 'register', 'forgotten'] as const
type Way = (typeof ways)[number]

/** Signing in, opening an account, or a new password for one: each by phone number. */
export default function LoginPage() {
  const { t } = useTranslation('store')
  const [query, setQuery] = useSearchParams()
  const way = ways.find((each) => each === query.get('way')) ?? 'login'
  const go = (next: Way) => setQuery({ way: next }, { replace: way !== 'login' })
  if (way === 'forgotten') return <Forgotten onBack={() => go('login')} />
  return (
    <Page
      title={t(way === 'register' ? 'login.register' : 'login.pageTitle')}
      width="narrow"
      back={addressOf('selectLogin')}
    >
      <SegmentedControl
        label={t('login.way')}
        value={way}
        onChange={go}
        options={[
          { value: 'login', label: t('login.login') },
          { value: 'register', label: t('login.register') },
        ]}
      />
      {way === 'login' ? <LoginForm onForgotten={() => go('forgotten')} /> : <Register />}
    </Page>
  )
}

function Register() {
  const { t } = useTranslation('store')
  const arrive = useArrival()
  return (
    <ProofForm
      purpose="register"
      submitLabel={t('login.open')}
      send={(request) => call(register, request)}
      onDone={arrive}
    />
  )
}

function Forgotten({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation('store')
  const arrive = useArrival()
  return (
    <Page title={t('login.newPassword')} width="narrow" back={addressOf('login')}>
      <p className={styles.lead}>{t('login.forgottenText')}</p>
      <ProofForm
        purpose="reset"
        submitLabel={t('login.saveLogin')}
        send={(request) => call(resetPassword, request)}
        onDone={(login) => {
          showToast({ text: t('account.changed'), tone: 'good' })
          arrive(login)
        }}
      />
      <Button variant="ghost" stretch onClick={onBack}>
        {t('login.login')}
      </Button>
    </Page>
  )
}

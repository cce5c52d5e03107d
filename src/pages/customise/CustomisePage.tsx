import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { addressOf } from '#src/shell/addresses.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { CakeIcon } from '#src/ui/icons.ts'
import { CaseChoice } from './CaseChoice.tsx'
import styles from './CustomisePage.module.css'

/** The main customise page: which phone, which case, which colour; whether the machine has it. */
export default function CustomisePage() {
  const { t } = useTranslation('store')
  return (
    <Page title={t('customise.pageTitle')} dark>
      <p className={styles.other}>
        <CakeIcon aria-hidden="true" />
        <Link to={addressOf('size')}>{t('customise.cake')}</Link>
      </p>
      <CaseChoice />
    </Page>
  )
}

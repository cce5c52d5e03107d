import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './AppHeader.module.css'
import { addressOf } from './addresses.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Navigation } from './page/Navigation.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { Wordmark } from './Wordmark.tsx'

/** The head of every screen but the studio: name, language, theme. */
export function AppHeader() {
  const { t } = useTranslation('shop')
  return (
    <header className={styles.header}>
      <Link to={addressOf('mall')} className={styles.home} aria-label={t('app.home')}>
        <Wordmark />
      </Link>
      <Navigation place="head" />
      <div className={styles.switches}>
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </header>
  )
}

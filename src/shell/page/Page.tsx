import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ArrowClockwiseIcon, ArrowLeftIcon } from '#src/ui/icons.ts'
import { PullToRefresh } from '#src/ui/PullToRefresh.tsx'
import { addressOf } from '../addresses.ts'
import { LanguageSwitch } from '../LanguageSwitch.tsx'
import { ThemeSwitch } from '../ThemeSwitch.tsx'
import { useTitle } from '../use-title.ts'
import { headDrawn } from './arrive.ts'
import { Navigation } from './Navigation.tsx'
import styles from './Page.module.css'

export interface PageProps {
  readonly title: string
  readonly children: ReactNode
  /** What stands at the end of the window, as a price and the way on. */
  readonly bar?: ReactNode
  /** A dark head, as the customise page has. */
  readonly dark?: boolean
  /** Forms are narrow, lists and drawings wide. */
  readonly width?: 'narrow' | 'wide'
  /** Pulling the page down, or the button in its head, asks again. */
  readonly onRefresh?: () => void
  /** Where back leads for somebody who came by a link. */
  readonly back?: string
}

/** A screen of the storefront: its head with the way back, its title, language and theme. */
export function Page(props: PageProps) {
  const { title, children, bar, dark = false, width = 'wide', onRefresh } = props
  const { t } = useTranslation(['store', 'shop'])
  useTitle(`${title} · Stampa`)
  useEffect(headDrawn, [])
  const goBack = useBack(props.back ?? addressOf('mall'))
  const content = <main className={classNames(styles.main, styles[width])}>{children}</main>
  return (
    <div className={styles.page}>
      <header className={classNames(styles.header, dark && styles.dark)}>
        <div className={styles.inner}>
          <IconButton
            label={t('page.back')}
            icon={<ArrowLeftIcon className={styles.arrow} />}
            tooltip={false}
            onClick={goBack}
          />
          <h1 className={styles.title}>{title}</h1>
          <Navigation place="head" />
          <div className={styles.switches}>
            {onRefresh && (
              <IconButton
                label={t('page.refresh')}
                icon={<ArrowClockwiseIcon />}
                tooltip={false}
                onClick={onRefresh}
              />
            )}
            <LanguageSwitch compact />
            <ThemeSwitch />
          </div>
        </div>
      </header>
      {onRefresh ? (
        <PullToRefresh onRefresh={onRefresh} label={t('page.pull')}>
          {content}
        </PullToRefresh>
      ) : (
        content
      )}
      {bar && (
        <footer className={styles.bar} data-bar>
          {bar}
        </footer>
      )}
      <Navigation place="foot" />
    </div>
  )
}

/** One step back, or to `fallback` where this page was the first. */
function useBack(fallback: string): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  return () => void (key === 'default' ? navigate(fallback, { replace: true }) : navigate(-1))
}

import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { TornSheet } from '#src/ui/PrintMarks.tsx'
import { addressOf } from './addresses.ts'
import styles from './page-surface.module.css'

interface ErrorBoundaryProps {
  readonly children: ReactNode
  /** Instead of the whole surface, for a part that the page can do without. */
  readonly fallback?: ReactNode
}

interface State {
  readonly failed: boolean
}

/** Holds a page that broke: says that the design is safe, and offers a fresh start. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return this.props.fallback === undefined ? <Broken /> : this.props.fallback
  }
}

function Broken() {
  const { t } = useTranslation('shop')
  const goHome = () => {
    location.hash = `#${addressOf('mall')}`
    location.reload()
  }
  return (
    <main className={styles.surface}>
      <EmptyState
        titleAs="h1"
        illustration={<TornSheet />}
        title={t('app.broken')}
        text={t('app.brokenText')}
        action={
          <div style={{ display: 'flex', gap: 'var(--space-2)' }}>
            <Button onClick={goHome}>{t('app.toShop')}</Button>
            <Button variant="primary" onClick={() => location.reload()}>
              {t('app.reload')}
            </Button>
          </div>
        }
      />
    </main>
  )
}

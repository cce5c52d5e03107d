import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { TornSheet } from '#src/ui/PrintMarks.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import styles from './lazy-page.module.css'

export type LoadPage = () => Promise<{ readonly default: ComponentType }>

/** A quick page shows no indicator at all. */
const INDICATOR_AFTER_MS = 200
const PAGE_TIMEOUT_MS = 60_000

type State =
  | { readonly kind: 'loading'; readonly slow: boolean }
  | { readonly kind: 'ready'; readonly Page: ComponentType }
  | { readonly kind: 'failed' }

/** A page whose script is fetched when it is first shown; a failure is said and can be retried. */
// biome-ignore lint/correctness/noComponentHookFactories: called once a route, at module level
export function lazyPage(load: LoadPage): ComponentType {
  let loaded: ComponentType | null = null
  return function LazyPage() {
    const [state, setState] = useState<State>(
      loaded ? { kind: 'ready', Page: loaded } : { kind: 'loading', slow: false },
    )
    const [attempt, setAttempt] = useState(0)
    // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
    useEffect(() => {
      if (loaded) return
      let left = false
      const settle = (next: State) => {
        if (!left) setState(next)
      }
      const slow = setTimeout(() => settle({ kind: 'loading', slow: true }), INDICATOR_AFTER_MS)
      const late = setTimeout(() => settle({ kind: 'failed' }), PAGE_TIMEOUT_MS)
      const stop = () => {
        clearTimeout(slow)
        clearTimeout(late)
      }
      load().then(
        ({ default: Page }) => {
          stop()
          loaded = Page
          settle({ kind: 'ready', Page })
        },
        () => {
          stop()
          settle({ kind: 'failed' })
        },
      )
      return () => {
        left = true
        stop()
      }
    }, [attempt])
    const retry = () => {
      // Browsers may remember a failed script: a second failure needs a fresh page.
      if (attempt > 0) return location.reload()
      setState({ kind: 'loading', slow: true })
      setAttempt(attempt + 1)
    }
    if (state.kind === 'ready') return <state.Page />
    if (state.kind === 'failed') return <PageFailed retry={retry} />
    return state.slow ? <PageLoading /> : null
  }
}

function PageLoading() {
  const { t } = useTranslation('shop')
  return (
    <div className={styles.surface} role="status">
      <Spinner size={32} />
      <p>{t('app.loading')}</p>
    </div>
  )
}

function PageFailed({ retry }: { retry: () => void }) {
  const { t } = useTranslation('shop')
  return (
    <main className={styles.surface}>
      <EmptyState
        illustration={<TornSheet />}
        title={t('app.loadingFailed')}
        text={t('app.loadingFailedText')}
        action={
          <Button variant="primary" onClick={retry}>
            {t('app.retry')}
          </Button>
        }
      />
    </main>
  )
}

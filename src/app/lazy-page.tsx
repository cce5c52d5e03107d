import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { TornSheet } from '#src/ui/PrintMarks.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { INDICATOR_AFTER_MS } from '../shell/calls/indicator-wait.ts'
import { arrive } from '../shell/page/arrive.ts'
import styles from '../shell/page-surface.module.css'

export type LoadPage = () => Promise<{ readonly default: ComponentType }>

const PAGE_TIMEOUT_MS = 60_000
/** A script that is slow but alive has so long in all, once the customer has asked again. */
const CHUNK_TIMEOUT_MS = 120_000

type State =
  | { readonly kind: 'loading'; readonly slow: boolean }
  | { readonly kind: 'ready'; readonly Page: ComponentType }
  | { readonly kind: 'failed' }

const loadedPages = new Map<LoadPage, ComponentType>()

/** A page whose script is fetched when it is first shown; a failure is said and can be retried. */
export function LazyPage({ load }: { readonly load: LoadPage }) {
  const [attempt, setAttempt] = useState(0)
  const state = usePageScript(load, attempt)
  const retry = () => {
    // Browsers may remember a failed script: a second failure needs a fresh page.
    if (attempt > 0) location.reload()
    else setAttempt(attempt + 1)
  }
  const shown = state.kind === 'ready'
  const failed = state.kind === 'failed'
  // Once there is a network again it is what failed that comes, without being asked for.
  useEffect(() => {
    if (!failed) return
    const again = () => location.reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [failed])
  useEffect(() => {
    if (shown) arrive()
  }, [shown])
  if (state.kind === 'ready') return <state.Page />
  if (failed) return <PageFailed retry={retry} />
  return state.slow ? <PageLoading /> : null
}

/** Where the page's script is; a new `attempt` fetches it again. */
function usePageScript(load: LoadPage, attempt: number): State {
  const loaded = loadedPages.get(load)
  const [state, setState] = useState<State>(
    loaded ? { kind: 'ready', Page: loaded } : { kind: 'loading', slow: false },
  )
  useEffect(() => {
    if (loadedPages.has(load)) return
    let left = false
    const settle = (next: State) => {
      if (!left) setState(next)
    }
    settle({ kind: 'loading', slow: attempt > 0 })
    const slow = setTimeout(() => settle({ kind: 'loading', slow: true }), INDICATOR_AFTER_MS)
    const late = setTimeout(
      () => settle({ kind: 'failed' }),
      attempt === 0 ? PAGE_TIMEOUT_MS : CHUNK_TIMEOUT_MS,
    )
    const stop = () => {
      clearTimeout(slow)
      clearTimeout(late)
    }
    load().then(
      ({ default: Page }) => {
        stop()
        loadedPages.set(load, Page)
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
  }, [load, attempt])
  return state
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
        titleAs="h1"
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

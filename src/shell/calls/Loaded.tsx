import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fault } from '#core/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { WarningCircleIcon } from '#src/ui/icons.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { useFaultWords } from '../fault-words.ts'
import { INDICATOR_AFTER_MS } from './indicator-wait.ts'
import styles from './Loaded.module.css'
import type { Called } from './use-call.ts'

interface LoadedProps<T> {
  readonly state: Called<T>
  readonly reload: () => void
  readonly children: (value: T) => ReactNode
  /** How many grey lines stand in for what comes. */
  readonly lines?: number
}

/** What a call answered; its waiting and its fault are shown in its place. */
export function Loaded<T>({ state, reload, children, lines = 3 }: LoadedProps<T>) {
  if (state.kind === 'ready') return children(state.value)
  if (state.kind === 'failed') return <CallFailed fault={state.fault} retry={reload} />
  return <Waiting lines={lines} />
}

/** A fault in the customer's words, and a way to try again. */
export function CallFailed({ fault, retry }: { fault: Fault; retry?: () => void }) {
  const { t } = useTranslation('shop')
  const words = useFaultWords()
  return (
    <div className={styles.failed} role="alert">
      <WarningCircleIcon aria-hidden="true" />
      <p>{words(fault)}</p>
      {retry && <Button onClick={retry}>{t('app.retry')}</Button>}
    </div>
  )
}

function Waiting({ lines }: { lines: number }) {
  const { t } = useTranslation('shop')
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), INDICATOR_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!slow) return <div className={styles.waiting} />
  return (
    <div className={styles.waiting} role="status" aria-label={t('app.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey lines have no other name
        <Skeleton key={line} />
      ))}
    </div>
  )
}

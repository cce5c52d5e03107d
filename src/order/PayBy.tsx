import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ClockIcon } from '#src/ui/icons.ts'
import styles from './PayBy.module.css'

/** How long an unpaid order still waits, in minutes and seconds. */
export function PayBy({ atMs }: { readonly atMs: number }) {
  const { t } = useTranslation('store')
  const [nowMs, setNowMs] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((atMs - nowMs) / 1000))
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <p className={styles.line}>
      <ClockIcon aria-hidden="true" />
      {t('pay.within')} <time className={styles.clock}>{clock}</time>
    </p>
  )
}

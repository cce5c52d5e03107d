import i18next from 'i18next'
import { useEffect } from 'react'
import { showToast } from '#src/ui/toasts.ts'

/** The specification's 2 seconds. */
const SHOWN_MS = 2000

/** Says so when the device is offline as the app is shown, or goes offline. */
export function useOfflineToast(): void {
  useEffect(() => {
    const tell = () => {
      if (navigator.onLine || document.visibilityState === 'hidden') return
      const text = i18next.t('app.offline', { ns: 'shop' })
      showToast({ id: 'offline', text, tone: 'warning', durationMs: SHOWN_MS })
    }
    tell()
    addEventListener('offline', tell)
    document.addEventListener('visibilitychange', tell)
    return () => {
      removeEventListener('offline', tell)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [])
}

import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useSettings } from '#src/shell/calls/use-settings.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { patient } from '#src/shell/patient.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { CopyIcon, NavigationArrowIcon } from '#src/ui/icons.ts'
import { showToast } from '#src/ui/toasts.ts'
import styles from './Location.module.css'

const MapView = lazy(patient(() => import('./MapView.tsx')))

const degrees = (text: string | null, most: number): number | null => {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) && Math.abs(value) <= most ? value : null
}

/** Shows where something is: on a map where there is one, and always in words and numbers. */
export default function OpenLocationPage() {
  const { t } = useTranslation('store')
  const [parameters] = useSearchParams()
  const latitude = degrees(parameters.get('latitude'), 90)
  const longitude = degrees(parameters.get('longitude'), 180)
  const name = parameters.get('name') ?? ''
  const tiles = useSettings()?.tiles ?? null
  const place = useMemo(
    () => (latitude === null || longitude === null ? null : { latitude, longitude }),
    [latitude, longitude],
  )
  return (
    <Page title={name || t('location.open')}>
      {place === null ? (
        <p>{t('location.unknown')}</p>
      ) : (
        <>
          {tiles !== null && (
            <Suspense fallback={<div className={styles.map} />}>
              <MapView tiles={tiles} label={t('location.map')} places={none} chosen={place} />
            </Suspense>
          )}
          <p>
            <bdi>{parameters.get('address')}</bdi>
          </p>
          <Numbers {...place} />
        </>
      )}
    </Page>
  )
}

const none: readonly never[] = []

function Numbers({ latitude, longitude }: { latitude: number; longitude: number }) {
  const { t } = useTranslation('store')
  const text = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast({ text: t('location.copied'), tone: 'good' }),
      () => showToast({ text, durationMs: 8000 }),
    )
  return (
    <>
      <p className={styles.coordinates}>
        <bdi>{text}</bdi>
      </p>
      <div className={styles.ways}>
        <a
          className={buttonClass({ variant: 'primary' })}
          href={`geo:${latitude},${longitude}?q=${latitude},${longitude}`}
        >
          <NavigationArrowIcon aria-hidden="true" />
          {t('location.maps')}
        </a>
        <Button icon={<CopyIcon />} onClick={() => void copy()}>
          {t('location.copy')}
        </Button>
      </div>
    </>
  )
}

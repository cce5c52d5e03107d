import { useTranslation } from 'react-i18next'
import { isFault } from '#core/commerce/stations/printer-faults.ts'
import styles from './Staff.module.css'

/** What stops a printer, in words; a keyword that has none stands beside a sentence that says so. */
export function Faults({ faults }: { readonly faults: readonly string[] }) {
  const { t } = useTranslation('staff')
  if (faults.length === 0) return null
  const known = faults.filter(isFault)
  const unknown = faults.filter((fault) => !isFault(fault))
  return (
    <ul className={styles.faults}>
      {known.map((fault) => (
        <li key={fault}>{t(`faults.${fault}`)}</li>
      ))}
      {unknown.length > 0 && (
        <li>
          {t('faultUnnamed')}{' '}
          <code className={styles.keyword} dir="ltr">
            {unknown.join(' ')}
          </code>
        </li>
      )}
    </ul>
  )
}

/** A note of a print or an order: a printer's keywords in words, anything else as it was written. */
export function Note({ note }: { readonly note: string }) {
  const { t } = useTranslation('staff')
  const words = note.split(' ')
  if (words.every(isFault)) {
    return <span>{words.map((word) => t(`faults.${word}`)).join(' · ')}</span>
  }
  return <q dir="auto">{note}</q>
}

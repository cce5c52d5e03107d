import { useTranslation } from 'react-i18next'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './Drafts.module.css'

/** The saved designs before they are read: as high as it will be, so that nothing jumps. */
export function DraftsPlaceholder() {
  const { t } = useTranslation('shop')
  return (
    <section className={styles.drafts} aria-busy="true">
      <header className={styles.head}>
        <h2 className={styles.title}>{t('drafts.title')}</h2>
      </header>
      <div className={styles.list}>
        <Skeleton style={{ blockSize: '13.75rem', inlineSize: '11rem' }} />
      </div>
    </section>
  )
}

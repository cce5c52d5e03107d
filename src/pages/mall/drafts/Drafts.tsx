import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { hintDrafts } from '#src/state/draft-hint.ts'
import { draftsAtom } from '#src/state/drafts.ts'
import { DraftCard } from './DraftCard.tsx'
import styles from './Drafts.module.css'
import { DraftsPlaceholder } from './DraftsPlaceholder.tsx'
import { ImportButton, ImportRow } from './ImportDesign.tsx'

/** The drafts of this device, the latest first. */
export default function Drafts() {
  const { t } = useTranslation('shop')
  const drafts = useAtomValue(draftsAtom)
  useEffect(() => {
    if (drafts !== null) hintDrafts(drafts.length)
  }, [drafts])
  if (drafts === null) return <DraftsPlaceholder />
  if (drafts.length === 0) return <ImportRow />
  return (
    <section className={styles.drafts} aria-labelledby="drafts-title">
      <header className={styles.head}>
        <h2 className={styles.title} id="drafts-title">
          {t('drafts.title')}
        </h2>
        <ImportButton />
      </header>
      <ul className={styles.list}>
        {drafts.map((draft) => (
          <li key={draft.id}>
            <DraftCard draft={draft} />
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AppHeader } from '#src/app/AppHeader.tsx'
import { Wordmark } from '#src/app/Wordmark.tsx'
import { ColourBar } from '#src/ui/PrintMarks.tsx'
import { DraftShelf } from './drafts/DraftShelf.tsx'
import { Facts } from './Facts.tsx'
import { CHOICE_ID, Hero } from './Hero.tsx'
import styles from './MallPage.module.css'
import { ProductChoice } from './ProductChoice.tsx'

/** The shop front: what Stampa does, what was begun, what can be printed. */
export default function MallPage() {
  const { t } = useTranslation('shop')
  const title = t('pageTitle')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <a
        className={styles.skip}
        href={`#${CHOICE_ID}`}
        onClick={(event) => {
          event.preventDefault()
          document.getElementById(CHOICE_ID)?.focus()
        }}
      >
        {t('app.skip')}
      </a>
      <AppHeader />
      <main>
        <Hero />
        <DraftShelf />
        <ProductChoice />
        <Facts />
      </main>
      <footer className={styles.footer}>
        <Wordmark />
        <p>{t('footer.line')}</p>
        <ColourBar />
      </footer>
    </>
  )
}

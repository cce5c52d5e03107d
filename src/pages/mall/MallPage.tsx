import { useTranslation } from 'react-i18next'
import { WaitingOrdersHere } from '#src/order/WaitingOrdersHere.tsx'
import { AppHeader } from '#src/shell/AppHeader.tsx'
import { Navigation } from '#src/shell/page/Navigation.tsx'
import { useTitle } from '#src/shell/use-title.ts'
import { Wordmark } from '#src/shell/Wordmark.tsx'
import { ColourBar } from '#src/ui/PrintMarks.tsx'
import { SavedDrafts } from './drafts/SavedDrafts.tsx'
import { Facts } from './Facts.tsx'
import { Hero } from './Hero.tsx'
import styles from './MallPage.module.css'
import { Products } from './Products.tsx'
import { Station } from './Station.tsx'

/** The shop front: where one stands, what Stampa does, what was begun, what can be printed. */
export default function MallPage() {
  const { t } = useTranslation('shop')
  useTitle(t('pageTitle'))
  return (
    <>
      <AppHeader />
      <main>
        <WaitingOrdersHere />
        <Hero />
        <Station />
        <SavedDrafts />
        <Products />
        <Facts />
      </main>
      <footer className={styles.footer}>
        <Wordmark />
        <p>{t('footer.line')}</p>
        <ColourBar />
      </footer>
      <Navigation place="foot" />
    </>
  )
}

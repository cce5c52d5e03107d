import { useTranslation } from 'react-i18next'
import { Page } from '#src/shell/page/Page.tsx'
import { CakeChoice } from './CakeChoice.tsx'
import { SavedSizes } from './SavedSizes.tsx'
import { SheetLayout } from './SheetLayout.tsx'

/** How large, of which shape, and how copies lie on the sheet. */
export default function SizePage() {
  const { t } = useTranslation('store')
  return (
    <Page title={t('size.pageTitle')}>
      <CakeChoice>
        <SavedSizes />
        <SheetLayout />
      </CakeChoice>
    </Page>
  )
}

import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AppHeader } from '#src/shell/AppHeader.tsx'
import { addressOf } from '#src/shell/addresses.ts'
import { useTitle } from '#src/shell/use-title.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ScissorsIcon } from '#src/ui/icons.ts'

/** An address that leads nowhere. */
export default function NotFoundPage() {
  const { t } = useTranslation('shop')
  useTitle(`${t('app.notFound')} · Stampa`)
  return (
    <>
      <AppHeader />
      <main>
        <EmptyState
          titleAs="h1"
          illustration={<ScissorsIcon />}
          title={t('app.notFound')}
          text={t('app.notFoundText')}
          action={
            <Link className={buttonClass({ variant: 'primary' })} to={addressOf('mall')}>
              {t('app.toShop')}
            </Link>
          }
        />
      </main>
    </>
  )
}

import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { Design } from '#core/design/document.ts'
import { fail, type Outcome } from '#core/errors.ts'
import { addressOf, studioPath } from '#src/shell/addresses.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { useLoad } from '#src/shell/jobs/use-load.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { readDraft } from '#src/storage/draft-store.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { OrderForm } from './OrderForm.tsx'

/** Order placement: what is ordered, how it comes to the customer, what it costs. */
export default function PlaceOrderPage() {
  const { t } = useTranslation(['store', 'shop'])
  const [parameters] = useSearchParams()
  const draftId = parameters.get('draft')
  const read = useCallback(
    async (): Promise<Outcome<Design>> =>
      draftId === null ? fail('draft-missing') : await readDraft(draftId),
    [draftId],
  )
  const { outcome, fault } = useLoad(read)
  if (outcome?.ok) return <OrderForm design={outcome.value} />
  return (
    <Page title={t('place.pageTitle')} {...(draftId && { back: studioPath(draftId) })}>
      {fault !== null && (
        <>
          <CallFailed fault={fault} />
          <Link className={buttonClass({ variant: 'primary' })} to={addressOf('mall')}>
            {t('shop:app.toShop')}
          </Link>
        </>
      )}
    </Page>
  )
}

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { Design } from '#core/design/document.ts'
import { type Fault, fail } from '#core/errors.ts'
import { addressOf, studioPath } from '#src/shell/addresses.ts'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import { Page } from '#src/shell/page/Page.tsx'
import { readDraft } from '#src/storage/draft-store.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { OrderForm } from './OrderForm.tsx'

/** Order placement: what is ordered, how it comes to the customer, what it costs. */
export default function PlaceOrderPage() {
  const { t } = useTranslation(['store', 'shop'])
  const [parameters] = useSearchParams()
  const draftId = parameters.get('draft')
  const { design, fault } = useDraft(draftId)
  if (design !== null) return <OrderForm design={design} />
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

function useDraft(draftId: string | null) {
  const [design, setDesign] = useState<Design | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  useEffect(() => {
    let left = false
    const read = draftId === null ? Promise.resolve(fail('draft-missing')) : readDraft(draftId)
    void read.then((draft) => {
      if (left) return
      if (draft.ok) setDesign(draft.value)
      else setFault(draft.fault)
    })
    return () => {
      left = true
    }
  }, [draftId])
  return { design, fault }
}

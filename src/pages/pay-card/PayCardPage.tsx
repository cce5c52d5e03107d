import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFormats } from '#src/i18n/formats.ts'
import { PayBy } from '#src/order/PayBy.tsx'
import { useOrder } from '#src/order/use-order.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { Page } from '#src/shell/page/Page.tsx'
import { buttonClass } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { CreditCardIcon } from '#src/ui/icons.ts'

/**
 * Where the card provider's own page will stand. No provider is connected yet, which is said, with
 * the way to pay that there is.
 */
export default function PayCardPage() {
  const { t } = useTranslation('store')
  const { money } = useFormats()
  const { state, reload } = useOrder()
  return (
    <Page title={t('payCard.pageTitle')} width="narrow" back={addressOf('orders')}>
      <Loaded state={state} reload={reload}>
        {(order) => (
          <>
            {order.payByMs !== null && <PayBy atMs={order.payByMs} />}
            <EmptyState
              illustration={<CreditCardIcon size={40} />}
              title={t('payCard.none', { amount: money(order.total) })}
              text={t('payCard.noneText')}
              action={
                <Link
                  className={buttonClass({ variant: 'primary' })}
                  to={addressOf('selfHelpPayment', { order: order.order_number })}
                >
                  {t('payCard.otherWay')}
                </Link>
              }
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

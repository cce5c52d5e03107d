import { useAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuoteAnswer } from '#core/contract/entities/order.ts'
import { paysOffline } from '#src/order/pays-offline.ts'
import { QuoteTable } from '#src/order/QuoteTable.tsx'
import { CallFailed } from '#src/shell/calls/Loaded.tsx'
import type { Called } from '#src/shell/calls/use-call.ts'
import { useSettings } from '#src/shell/calls/use-settings.ts'
import { orderRequestAtom } from '#src/state/order-request.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { HandCoinsIcon } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { CouponField, type CouponFieldProps } from './CouponField.tsx'
import styles from './Terms.module.css'

interface TermsProps {
  readonly quote: Called<QuoteAnswer>
  readonly reload: () => void
  readonly basket: CouponFieldProps['basket']
}

/** The way to pay and what it comes to; what few customers have to say lies between, folded. */
export function Terms({ quote, basket, reload }: TermsProps) {
  const fault = quote.kind === 'failed' ? quote.fault : null
  return (
    <>
      <WayToPay />
      <Extras basket={basket} />
      {quote.kind === 'ready' && <QuoteTable quote={quote.value} quantity={basket.quantity} />}
      {fault !== null && <CallFailed fault={fault} retry={reload} />}
    </>
  )
}

/** Coupon, promotion and remarks; open for who has said something there before. */
function Extras({ basket }: Pick<TermsProps, 'basket'>) {
  const { t } = useTranslation('store')
  const [request, setRequest] = useAtom(orderRequestAtom)
  const { coupon, promotionNumber, remarks } = request
  const [open] = useState(`${coupon}${promotionNumber}${remarks}` !== '')
  return (
    <Disclosure label={t('place.extras')} open={open}>
      <div className={styles.extras}>
        <CouponField basket={basket} />
        <TextField
          label={t('place.promotion')}
          maxLength={40}
          value={promotionNumber}
          onChange={(typed) => setRequest({ ...request, promotionNumber: typed })}
        />
        <TextArea
          label={t('place.remarks')}
          maxLength={200}
          rows={2}
          value={remarks}
          onChange={(typed) => setRequest({ ...request, remarks: typed })}
        />
      </div>
    </Disclosure>
  )
}

/** Asked where there is a choice; where staff take every payment it is said. */
function WayToPay() {
  const { t } = useTranslation('store')
  const [request, setRequest] = useAtom(orderRequestAtom)
  const settings = useSettings()
  if (!settings?.cards) {
    return (
      <p className={styles.offline}>
        <HandCoinsIcon aria-hidden="true" />
        {t('place.payAtStation')}
      </p>
    )
  }
  return (
    <SegmentedControl
      label={t('place.payment')}
      showLabel
      value={paysOffline(request.payOffline, settings) ? 'station' : 'card'}
      onChange={(way) => setRequest({ ...request, payOffline: way === 'station' })}
      options={[
        { value: 'card', label: t('place.byCard') },
        { value: 'station', label: t('place.atStation') },
      ]}
    />
  )
}

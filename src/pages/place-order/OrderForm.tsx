import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { machineDetail } from '#core/contract/services/machines.ts'
import { quoteOrder } from '#core/contract/services/orders.ts'
import type { Design } from '#core/design/document.ts'
import { limits } from '#core/limits.ts'
import { studioPath } from '#src/app/addresses.ts'
import { CallFailed } from '#src/app/calls/Loaded.tsx'
import { useCall } from '#src/app/calls/use-call.ts'
import { Page } from '#src/app/page/Page.tsx'
import { QuoteTable } from '#src/order/QuoteTable.tsx'
import { sizeOfDraft } from '#src/state/imposition.ts'
import { orderWishAtom } from '#src/state/order-wish.ts'
import { machineIdAtom } from '#src/state/session.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SegmentedControl } from '#src/ui/SegmentedControl.tsx'
import { TextArea } from '#src/ui/TextArea.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { CouponField } from './CouponField.tsx'
import { Delivery } from './Delivery.tsx'
import { Ordered } from './Ordered.tsx'
import styles from './OrderForm.module.css'
import { PlaceBar } from './PlaceBar.tsx'

/** Everything that an order says, and its price as it is filled in. */
export function OrderForm({ design }: { design: Design }) {
  const { t } = useTranslation('store')
  const [wish, setWish] = useAtom(orderWishAtom)
  const machineId = useAtomValue(machineIdAtom) ?? ''
  const size = sizeOfDraft(design.id)
  const quantity = size?.quantity ?? wish.quantity
  const { state: machine } = useCall(machineDetail, { machine_id: machineId })
  const { state: quote, reload } = useCall(quoteOrder, {
    machine_id: machineId,
    product: design.product,
    quantity,
    pickup: wish.pickup,
    coupon: wish.coupon,
  })
  const priced = quote.kind === 'ready' ? quote.value : null
  return (
    <Page
      title={t('place.pageTitle')}
      back={studioPath(design.id)}
      bar={
        <PlaceBar
          design={design}
          size={size}
          quantity={quantity}
          quote={priced}
          dpi={machine.kind === 'ready' ? machine.value.dpi : limits.printDpi}
        />
      }
    >
      <div className={styles.layout}>
        <div className={styles.column}>
          <Ordered design={design} size={size} machine={machine} />
          {size === null && (
            <NumberField
              label={t('place.quantity')}
              min={1}
              max={limits.orderQuantityMax}
              decimals={0}
              value={wish.quantity}
              onChange={(value) => setWish({ ...wish, quantity: Math.round(value ?? 1) })}
            />
          )}
          <Delivery />
        </div>
        <div className={styles.column}>
          <CouponField fault={quote.kind === 'failed' ? quote.fault : null} />
          <TextField
            label={t('place.promotion')}
            maxLength={40}
            value={wish.promotionNumber}
            onChange={(promotionNumber) => setWish({ ...wish, promotionNumber })}
          />
          <TextArea
            label={t('place.remarks')}
            maxLength={200}
            rows={2}
            value={wish.remarks}
            onChange={(remarks) => setWish({ ...wish, remarks })}
          />
          <SegmentedControl
            label={t('place.payment')}
            showLabel
            value={wish.payOffline ? 'station' : 'card'}
            onChange={(way) => setWish({ ...wish, payOffline: way === 'station' })}
            options={[
              { value: 'card', label: t('place.byCard') },
              { value: 'station', label: t('place.atStation') },
            ]}
          />
          {priced && <QuoteTable quote={priced} quantity={quantity} />}
          {quote.kind === 'failed' && quote.fault.code !== 'coupon-not-usable' && (
            <CallFailed fault={quote.fault} retry={reload} />
          )}
        </div>
      </div>
    </Page>
  )
}

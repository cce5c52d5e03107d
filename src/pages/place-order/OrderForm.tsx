import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { machineDetail } from '#core/contract/services/machines.ts'
import { quoteOrder } from '#core/contract/services/orders.ts'
import type { Design } from '#core/design/document.ts'
import { limits } from '#core/limits.ts'
import { studioPath } from '#src/shell/addresses.ts'
import { useCall } from '#src/shell/calls/use-call.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { Page } from '#src/shell/page/Page.tsx'
import { keepSizeOfDraft, sizeOfDesign } from '#src/state/imposition.ts'
import { orderRequestAtom } from '#src/state/order-request.ts'
import { machineIdAtom } from '#src/state/session.ts'
import { NumberField } from '#src/ui/NumberField.tsx'
import type { CouponFieldProps } from './CouponField.tsx'
import { Delivery } from './Delivery.tsx'
import { Ordered } from './Ordered.tsx'
import styles from './OrderForm.module.css'
import { PlaceBar } from './PlaceBar.tsx'
import { Terms } from './Terms.tsx'

/** Everything that an order says, and its price as it is filled in. */
export function OrderForm({ design }: { design: Design }) {
  const { t } = useTranslation('store')
  const [request, setRequest] = useAtom(orderRequestAtom)
  const machineId = useAtomValue(machineIdAtom) ?? ''
  const size = useMemo(() => sizeOfDesign(design), [design])
  useEffect(() => {
    if (size !== null) keepSizeOfDraft(design.id, size)
  }, [design.id, size])
  const quantity = size?.quantity ?? request.quantity
  const { state: machine } = useCall(machineDetail, { machine_id: machineId })
  const { pickup } = request
  const basket = { machine_id: machineId, product: design.product, quantity, pickup }
  const { quote, reload } = useQuote(basket)
  const dpi = machine.kind === 'ready' ? machine.value.dpi : limits.printDpi
  const priced = quote.kind === 'ready' ? quote.value : null
  const outdated = quote.kind === 'ready' && quote.outdated
  return (
    <Page
      title={t('place.pageTitle')}
      back={studioPath(design.id)}
      bar={<PlaceBar {...{ design, size, quantity, dpi }} quote={priced} outdated={outdated} />}
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
              value={request.quantity}
              onChange={(value) => setRequest({ ...request, quantity: Math.round(value ?? 1) })}
            />
          )}
          <Delivery />
        </div>
        <div className={styles.column}>
          <Terms quote={quote} basket={basket} reload={reload} />
        </div>
      </div>
    </Page>
  )
}

/** The price of what is ordered. A coupon that has ended meanwhile is let go of, and that is said. */
function useQuote(basket: CouponFieldProps['basket']) {
  const tell = useFaultToast()
  const [request, setRequest] = useAtom(orderRequestAtom)
  const { coupon } = request
  const { state: quote, reload } = useCall(
    quoteOrder,
    { ...basket, coupon },
    { keepPrevious: true },
  )
  const fault = quote.kind === 'failed' ? quote.fault : null
  useEffect(() => {
    if (fault?.code !== 'coupon-not-usable' || coupon === '') return
    tell(fault)
    setRequest((current) => ({ ...current, coupon: '' }))
  }, [fault, coupon, tell, setRequest])
  return { quote, reload }
}

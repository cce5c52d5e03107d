import { useTranslation } from 'react-i18next'
import type { OrderEvent } from '#core/commerce/orders/order-events.ts'
import { stepOrder } from '#core/commerce/orders/step-order.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { receiveOrder } from '#core/contract/services/orders.ts'
import { write } from '#src/api/cached-calls.ts'
import { CancelOrder } from '#src/order/CancelOrder.tsx'
import { showOrder } from '#src/order/use-order.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './OrderDetailPage.module.css'

/** What the customer may do with an order now, by the table of its life. */
export function OrderActions({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('store')
  const tell = useFaultToast()
  const may = (event: OrderEvent) => stepOrder(order, event, 'customer').kind === 'moved'
  const receive = async () => {
    const answer = await write(receiveOrder, { order_number: order.order_number })
    if (answer.ok) showOrder(answer.value)
    else tell(answer.fault)
  }
  const [received, cancelled] = [may('received'), may('cancelled-by-customer')]
  if (!received && !cancelled) return null
  return (
    <div className={styles.actions}>
      {received && (
        <Button variant="primary" onClick={() => void receive()}>
          {t('orderDetail.received')}
        </Button>
      )}
      {cancelled && <CancelOrder orderNumber={order.order_number} />}
    </div>
  )
}

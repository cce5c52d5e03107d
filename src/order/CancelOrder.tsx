import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelOrder } from '#core/contract/services/orders.ts'
import { write } from '#src/api/cached-calls.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { showOrder } from './use-order.ts'

/** Cancels an order after it was asked whether it should. */
export function CancelOrder({ orderNumber }: { readonly orderNumber: string }) {
  const { t } = useTranslation('store')
  const [asking, setAsking] = useState(false)
  const tell = useFaultToast()
  const cancel = async () => {
    const answer = await write(cancelOrder, { order_number: orderNumber })
    if (answer.ok) showOrder(answer.value)
    else tell(answer.fault)
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('orderDetail.cancel')}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('orderDetail.cancelTitle')}
        description={t('orderDetail.cancelText')}
        confirmLabel={t('orderDetail.cancelYes')}
        cancelLabel={t('orderDetail.cancelNo')}
        danger
        onConfirm={() => void cancel()}
      />
    </>
  )
}

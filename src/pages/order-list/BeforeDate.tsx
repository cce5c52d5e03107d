import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { PickedDate } from '#core/commerce/validation/date-picker.ts'
import { orderTimeline } from '#core/contract/services/orders.ts'
import { OrderCard } from '#src/order/OrderCard.tsx'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { DateField } from '#src/shell/date-field/DateField.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ReceiptIcon } from '#src/ui/icons.ts'
import styles from './OrderListPage.module.css'

const today = (): string => {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Goes back to the orders up to a day; without one what is given is shown. */
export function BeforeDate({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('store')
  const [day, setDay] = useState<PickedDate | null>(null)
  // A link may say where the picker begins.
  const initDate = useSearchParams()[0].get('date') ?? today()
  return (
    <>
      <div className={styles.before}>
        <DateField
          label={t('orderList.upTo')}
          config={{ initType: 'ymd', initDate }}
          value={day}
          onPick={setDay}
        />
        {day !== null && (
          <Button variant="ghost" onClick={() => setDay(null)}>
            {t('orderList.anyDate')}
          </Button>
        )}
      </div>
      {day === null ? children : <UpTo day={day} />}
    </>
  )
}

function UpTo({ day }: { day: PickedDate }) {
  const { t } = useTranslation('store')
  const beginTime = new Date(day.year, day.month - 1, day.day + 1).getTime()
  const { state, reload } = useCall(
    orderTimeline,
    {},
    {
      beginTime,
      direction: 'older',
      orderBy: 'placedAt',
      pageSize: 50,
    },
  )
  return (
    <Loaded state={state} reload={reload}>
      {(orders) => (
        <div className={styles.list}>
          {orders.length === 0 && (
            <EmptyState illustration={<ReceiptIcon size={40} />} title={t('orderList.none')} />
          )}
          {orders.map((order) => (
            <OrderCard key={order.order_number} order={order} />
          ))}
        </div>
      )}
    </Loaded>
  )
}

import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { PickedDate } from '#core/commerce/validation/date-picker.ts'
import { orderTimeline } from '#core/contract/services/orders.ts'
import { olderThan } from '#src/order/order-walks.ts'
import { usePages } from '#src/shell/calls/use-pages.ts'
import { DateField } from '#src/shell/date-field/DateField.tsx'
import { Button } from '#src/ui/Button.tsx'
import { OrderCards } from './OrderCards.tsx'
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
  const beginTime = new Date(day.year, day.month - 1, day.day + 1).getTime()
  return <OrderCards pages={usePages(orderTimeline, {}, olderThan(beginTime))} />
}

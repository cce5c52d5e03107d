import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderAct, StaffOrderDetail } from '#core/contract/entities/staff.ts'
import {
  cancelForCustomer,
  confirmOffline,
  decidePrint,
  handBack,
  reprintOrder,
  shipOrder,
} from '#core/contract/services/staff-orders.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { ShipDialog } from './ShipDialog.tsx'
import styles from './Staff.module.css'
import { useAct } from './use-act.ts'

const wordKeys = {
  'confirm-offline': 'acts.offline-payment-confirmed',
  'hand-back': 'acts.money-handed-back',
  printed: 'acts.printed-decided',
  'not-printed': 'acts.not-printed-decided',
  refund: 'acts.refund-decided',
  reprint: 'acts.reprint-ordered',
  cancel: 'acts.order-cancelled',
  ship: 'acts.handed-to-courier',
} as const satisfies Record<OrderAct, string>

const dangers: readonly OrderAct[] = ['refund', 'reprint', 'cancel']
/** Their reasons are read by the customer. */
const told = dangers

/** The acts that an order's state allows; each asks once more before it is done. */
export function OrderActs({ order }: { readonly order: StaffOrderDetail }) {
  const { t } = useTranslation('staff')
  const [asking, setAsking] = useState<OrderAct | null>(null)
  const close = () => setAsking(null)
  if (order.acts.length === 0) return null
  return (
    <div className={styles.buttons}>
      {order.acts.map((act, index) => (
        <Button
          key={act}
          variant={index === 0 && !dangers.includes(act) ? 'primary' : 'quiet'}
          onClick={() => setAsking(act)}
        >
          {t(wordKeys[act])}
        </Button>
      ))}
      {(asking === 'confirm-offline' || asking === 'hand-back') && (
        <CashDialog order={order} act={asking} onClose={close} />
      )}
      {asking === 'ship' && <ShipOrder order={order} onClose={close} />}
      {asking !== null && !['confirm-offline', 'hand-back', 'ship'].includes(asking) && (
        <ReasonedAct order={order} act={asking} onClose={close} />
      )}
    </div>
  )
}

/** An order's number in a sentence: its letters and digits would change places in Arabic. */
const isolated = (orderNumber: string): string => `\u2066${orderNumber}\u2069`

interface ActProps {
  readonly order: StaffOrderDetail
  readonly onClose: () => void
}

function CashDialog({
  order,
  act,
  onClose,
}: ActProps & { readonly act: 'confirm-offline' | 'hand-back' }) {
  const { t } = useTranslation(['staff', 'store'])
  const { money } = useFormats()
  const isTaken = act === 'confirm-offline'
  const words = t(wordKeys[act])
  const doing = useAct(isTaken ? confirmOffline : handBack, { words, onDone: onClose })
  const { order_number, total } = order
  const amount = money(total)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={amount}
      description={t(isTaken ? 'askTaken' : 'askHanded', {
        amount,
        number: isolated(order_number),
      })}
      confirmLabel={`${words}: ${amount}`}
      cancelLabel={t('store:page.close')}
      onConfirm={() =>
        doing.act((idempotencyKey) => ({
          order_number,
          expectedMinor: total.minor,
          idempotencyKey,
        }))
      }
    />
  )
}

function ReasonedAct({ order, act, onClose }: ActProps & { act: OrderAct }) {
  const { t } = useTranslation('staff')
  const { money } = useFormats()
  const { order_number, total } = order
  const done = { words: t(wordKeys[act]), onDone: onClose }
  const deciding = useAct(decidePrint, done)
  const moving = useAct(act === 'reprint' ? reprintOrder : cancelForCustomer, done)
  const run = (reason: string) => {
    if (act === 'printed' || act === 'not-printed' || act === 'refund') {
      const decision = act
      return deciding.act((idempotencyKey) => ({ order_number, decision, reason, idempotencyKey }))
    }
    moving.act((idempotencyKey) => ({ order_number, reason, idempotencyKey }))
  }
  return (
    <ReasonDialog
      title={t(wordKeys[act])}
      about={`${isolated(order_number)} · ${money(total)}`}
      danger={dangers.includes(act)}
      told={told.includes(act)}
      busy={deciding.running || moving.running}
      onClose={onClose}
      onDone={run}
    />
  )
}

function ShipOrder({ order: { order_number }, onClose }: ActProps) {
  const { t } = useTranslation('staff')
  const shipping = useAct(shipOrder, { words: t(wordKeys.ship), onDone: onClose })
  return (
    <ShipDialog
      busy={shipping.running}
      onClose={onClose}
      onDone={(company, number) =>
        shipping.act((idempotencyKey) => ({ order_number, company, number, idempotencyKey }))
      }
    />
  )
}

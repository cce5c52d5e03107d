import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { fail } from '#core/errors.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { useFaultToast } from '#src/shell/fault-toast.ts'
import { useFaultWords } from '#src/shell/fault-words.ts'
import {
  callOffAtom,
  isSentByItself,
  sendWaitingOrdersAtom,
  type WaitingOrder,
} from '#src/state/waiting-orders.ts'
import { Button, buttonClass } from '#src/ui/Button.tsx'
import { ClockIcon } from '#src/ui/icons.ts'
import styles from './WaitingOrderCard.module.css'

interface WaitingOrderCardProps {
  readonly order: WaitingOrder
}

/** One order that waits: what was agreed, when it goes, and the ways to take it back. */
export function WaitingOrderCard({ order }: WaitingOrderCardProps) {
  const { t } = useTranslation(['offline', 'store', 'shop'])
  const words = useFaultWords()
  const { money, ago } = useFormats()
  const callOff = useSetAtom(callOffAtom)
  const { id } = order.design
  const total = money(order.total)
  const isRefused = order.refusal !== null
  const asks = !isRefused && !isSentByItself(order)
  const text =
    order.refusal !== null
      ? words({ ...order.refusal, cause: '' })
      : asks
        ? t('order.ask', { total, when: ago(order.orderedAtMs) })
        : t('order.text', { total })
  return (
    <section className={styles.card} data-waiting-order={isRefused ? 'refused' : 'waiting'}>
      <h2 className={styles.title}>
        <ClockIcon aria-hidden="true" />
        {t(isRefused ? 'order.refused' : 'order.title')}
      </h2>
      <p className={styles.text} role="status">
        {text}
      </p>
      <div className={styles.actions}>
        {asks && <SendNow draftId={id} />}
        {isRefused && (
          <Link className={buttonClass({})} to={addressOf('placeOrder', { draft: id })}>
            {t('store:place.pageTitle')}
          </Link>
        )}
        <Button variant="quiet" data-command="call-off" onClick={() => void callOff(id)}>
          {t(isRefused ? 'shop:app.close' : 'order.callOff')}
        </Button>
      </div>
    </section>
  )
}

function SendNow({ draftId }: { draftId: string }) {
  const { t } = useTranslation('offline')
  const send = useSetAtom(sendWaitingOrdersAtom)
  const tell = useFaultToast()
  const sendNow = async () => {
    if (await send(draftId)) return
    const silent = fail('network-abnormal')
    if (!silent.ok) tell(silent.fault)
  }
  return (
    <Button variant="primary" data-command="send-order" onClick={() => void sendNow()}>
      {t('order.send')}
    </Button>
  )
}

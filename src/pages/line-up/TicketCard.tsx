import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { stepOrder } from '#core/commerce/orders/step-order.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { CancelOrder } from '#src/order/CancelOrder.tsx'
import type { LiveTicket } from '#src/order/queue-feed.ts'
import { stageWords } from '#src/order/stage-words.ts'
import { placeWords, readyWords } from '#src/order/wait-words.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Badge } from '#src/ui/Badge.tsx'
import styles from './LineUpPage.module.css'

/** One print in the queue; an own one says more, and leads to its order. */
export function TicketCard({ ticket }: { readonly ticket: LiveTicket }) {
  return ticket.order_number === null ? (
    <div className={styles.ticket}>
      <TicketWords ticket={ticket} />
    </div>
  ) : (
    <OwnTicket ticket={ticket} orderNumber={ticket.order_number} />
  )
}

function OwnTicket({ ticket, orderNumber }: { ticket: LiveTicket; orderNumber: string }) {
  const { t } = useTranslation('store')
  const { stage, before, ready } = ticket
  // Whether a print is collected or sent makes no difference to whether it may be cancelled.
  const mayCancel =
    stepOrder({ stage, pickup: true }, 'cancelled-by-customer', 'customer').kind === 'moved'
  return (
    <div className={styles.own}>
      <Link className={styles.ownLink} to={addressOf('orderDetail', { order: orderNumber })}>
        <TicketWords ticket={ticket} />
        <Badge tone="accent">{t('lineUp.yours')}</Badge>
      </Link>
      {before !== null && (
        <p className={styles.place}>
          {ticket.zone === 'queue' && <strong>{placeWords(t, before)}</strong>}
          {ready !== null && <span>{readyWords(t, ready)}</span>}
        </p>
      )}
      {mayCancel && <CancelOrder orderNumber={orderNumber} />}
    </div>
  )
}

function TicketWords({ ticket }: { ticket: LiveTicket }) {
  const { t } = useTranslation(['store', 'shop'])
  const { ago } = useFormats()
  return (
    <>
      <strong className={styles.number}>{ticket.printNumber}</strong>
      <span className={styles.words}>
        <span>{stageWords(t, ticket.stage)}</span>
        <span className={styles.detail}>
          {t(ticket.kind === 'cake' ? 'shop:choice.cake' : 'shop:choice.case')} ·{' '}
          {ago(ticket.sinceMs)}
        </span>
      </span>
    </>
  )
}

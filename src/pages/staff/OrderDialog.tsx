import { useTranslation } from 'react-i18next'
import type { StaffOrderDetail } from '#core/contract/entities/staff.ts'
import { staffOrder } from '#core/contract/services/staff-orders.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { AddressText } from '#src/order/AddressText.tsx'
import { addressLines } from '#src/order/address-lines.ts'
import { useProductWords } from '#src/order/product-words.ts'
import { toneOfStage } from '#src/order/stage-words.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Note } from './Faults.tsx'
import { OrderActs } from './OrderActs.tsx'
import styles from './Staff.module.css'
import { useStageWords } from './use-stage-words.ts'

const AGAIN_MS = 5_000

interface OrderDialogProps {
  readonly orderNumber: string
  readonly onClose: () => void
}

/** An order: what can be done with it first, then all that is known of it. */
export function OrderDialog({ orderNumber, onClose }: OrderDialogProps) {
  const { t } = useTranslation('store')
  const { state, reload } = useCall(
    staffOrder,
    { order_number: orderNumber },
    { everyMs: AGAIN_MS },
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`\u2066${orderNumber}\u2069`}
      closeLabel={t('page.close')}
      size="large"
    >
      <Loaded state={state} reload={reload}>
        {(order) => (
          <div className={styles.detail}>
            <Head order={order} />
            <OrderActs order={order} />
            <Known order={order} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function Head({ order }: { readonly order: StaffOrderDetail }) {
  const { t } = useTranslation('store')
  const stageWords = useStageWords()
  const { money } = useFormats()
  const { name, detail } = useProductWords()(order.product)
  return (
    <div className={styles.head}>
      <strong className={styles.big}>{money(order.total)}</strong>
      <Badge tone={toneOfStage(order.status, order.stage)}>{stageWords(order.stage)}</Badge>
      <span>
        {t('order.facts.print')} <strong>{order.printNumber}</strong> ·{' '}
        <bdi>{order.machineName}</bdi>
      </span>
      <span className={styles.soft}>
        <bdi>{name}</bdi> · {detail} × {order.quantity}
      </span>
      {order.remarks !== '' && <q>{order.remarks}</q>}
      {order.address !== null && (
        <p className={styles.whole}>
          <AddressText lines={[order.address.recipient, ...addressLines(order.address)]} />
        </p>
      )}
      {order.courierNumber !== null && (
        <bdi>
          {order.logisticsCompany} {order.courierNumber}
        </bdi>
      )}
    </div>
  )
}

/** How an attempt ended, in the words of the order's stages. */
const stageOfOutcome = {
  printed: 'production-finished',
  failed: 'device-fault',
  lapsed: 'queuing',
  held: 'resting',
  lost: 'print-unknown',
  'given-up': 'cancel-production',
} as const

const wordsOfPayment = {
  started: 'open',
  declined: 'closed',
  cancelled: 'closed',
  authorised: 'paid',
  'capture-due': 'paid',
  captured: 'paid',
  'return-due': 'returning',
  voided: 'returned',
  refunded: 'returned',
  stuck: 'stuck',
} as const

function Known({ order: { payments, attempts, history } }: { readonly order: StaffOrderDetail }) {
  const { t } = useTranslation('staff')
  const stageWords = useStageWords()
  const { money, date } = useFormats()
  return (
    <>
      {payments.length > 0 && (
        <section>
          <h3 className={styles.cardTitle}>{t('payments')}</h3>
          <ul className={styles.rows}>
            {payments.map(({ provider, state, amount, trouble }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: payments are only added
              <li key={index} className={styles.event}>
                <strong>{money(amount)}</strong>
                <span>{t(`payment.${wordsOfPayment[state]}`)}</span>
                <bdi className={styles.soft} dir="ltr">
                  {provider} {trouble}
                </bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      {attempts.length > 0 && (
        <section>
          <h3 className={styles.cardTitle}>{t('attempts')}</h3>
          <ul className={styles.rows}>
            {attempts.map(({ token, claimedAtMs, beganAtMs, endedAtMs, outcome, note }) => (
              <li key={token} className={styles.event}>
                <strong>{token}</strong>
                <span>
                  {date(beganAtMs ?? claimedAtMs)}
                  {endedAtMs !== null && ` – ${date(endedAtMs)}`}
                </span>
                {outcome !== null && <span>{stageWords(stageOfOutcome[outcome])}</span>}
                {note !== null && (
                  <span className={styles.soft}>
                    <Note note={note} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h3 className={styles.cardTitle}>{t('history')}</h3>
        <ul className={styles.rows}>
          {history.toReversed().map(({ stage, by, note, atMs }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: history is only added to
            <li key={history.length - index} className={styles.event}>
              <strong>{stageWords(stage)}</strong>
              <span className={styles.soft}>
                {date(atMs)} {by !== null && <bdi>· {by}</bdi>}
              </span>
              {note !== null && <Note note={note} />}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

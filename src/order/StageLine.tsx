import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { isCalledOff, orderSteps, stepOf } from '#core/commerce/orders/order-status.ts'
import type { OrderDetail } from '#core/contract/entities/order.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { CheckIcon, XIcon } from '#src/ui/icons.ts'
import styles from './StageLine.module.css'
import { stageWords } from './stage-words.ts'
import { noteWords } from './wait-words.ts'

/** Where an order stands: the line of its steps, and what happened when. */
export function StageLine({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('store')
  const { date } = useFormats()
  const current = orderSteps.indexOf(stepOf(order.stage))
  const calledOff = isCalledOff(order.status)
  const finished = order.stage === 'order-complete' || order.stage === 'pickup-complete'
  return (
    <div className={styles.stages}>
      {!calledOff && (
        <ol className={styles.line} aria-label={t('order.line')}>
          {orderSteps.map((step, index) => {
            const state = index < current || finished ? 'done' : index === current ? 'now' : 'next'
            return (
              <li
                key={step}
                className={styles.step}
                data-state={state}
                aria-current={state === 'now' ? 'step' : undefined}
              >
                <span className={styles.dot}>
                  {state === 'done' && <CheckIcon aria-hidden="true" />}
                </span>
                {t(`order.steps.${step}`)}
              </li>
            )
          })}
        </ol>
      )}
      <ol className={styles.history}>
        {order.history.toReversed().map(({ event, stage, atMs, note }, index) => (
          <li key={`${stage} ${atMs}`} className={styles.event} data-latest={index === 0}>
            {index === 0 && calledOff && <XIcon aria-hidden="true" />}
            <span className={styles.stage}>{stageWords(t, stage)}</span>
            <time className={styles.time} dateTime={new Date(atMs).toISOString()}>
              {date(atMs)}
            </time>
            <Note event={event} note={note} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function eventWords(
  t: TFunction<'store'>,
  event: OrderDetail['history'][number]['event'],
  note: string | null,
): string | null {
  if (event === 'payment-lapsed') return t('order.lapsed')
  if (note === null) return null
  return event === 'moved-to-neighbour'
    ? t('neighbours.moved', { station: note })
    : noteWords(t, note)
}

/** What was said with an event, in plain words; keywords without any are left out. */
function Note({ event, note }: Pick<OrderDetail['history'][number], 'event' | 'note'>) {
  const { t } = useTranslation('store')
  const words = eventWords(t, event, note)
  return words === null ? null : (
    <span className={styles.note}>
      <bdi>{words}</bdi>
    </span>
  )
}

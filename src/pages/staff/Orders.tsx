import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OrderPile, orderPiles, type StaffOrder } from '#core/contract/entities/staff.ts'
import { staffOrders } from '#core/contract/services/staff-orders.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { useProductWords } from '#src/order/product-words.ts'
import { toneOfStage } from '#src/order/stage-words.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { OrderDialog } from './OrderDialog.tsx'
import { PickUpDialog } from './PickUpDialog.tsx'
import styles from './Staff.module.css'
import { useStageWords } from './use-stage-words.ts'

const AGAIN_MS = 5_000

/** Orders by what is to be done with them. */
export function Orders() {
  const { t } = useTranslation(['staff', 'store', 'shop'])
  const [pile, setPile] = useState<OrderPile>('offline')
  const [query, setQuery] = useState('')
  const [open, setOpen] = useState<string | null>(null)
  const [pickingUp, setPickingUp] = useState(false)
  const asked = query.trim()
  const { state, reload } = useCall(
    staffOrders,
    { pile: asked === '' ? pile : 'all', query: asked },
    { everyMs: AGAIN_MS, keepPrevious: true },
  )
  return (
    <>
      <div className={styles.bar}>
        <SearchField
          label={t('search')}
          clearLabel={t('shop:case.clear')}
          value={query}
          onChange={setQuery}
        />
        <Button variant="primary" onClick={() => setPickingUp(true)}>
          {t('acts.picked-up')}
        </Button>
      </div>
      <Piles
        pressed={asked === '' ? pile : null}
        counts={state.kind === 'ready' ? state.value.piles : []}
        onPick={(picked) => {
          setQuery('')
          setPile(picked)
        }}
      />
      <Loaded state={state} reload={reload}>
        {({ orders }) =>
          orders.length === 0 ? (
            <EmptyState title={t('none')} />
          ) : (
            <ul className={styles.rows}>
              {orders.map((order) => (
                <OrderRow
                  key={order.order_number}
                  order={order}
                  onOpen={() => setOpen(order.order_number)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {open !== null && <OrderDialog orderNumber={open} onClose={() => setOpen(null)} />}
      {pickingUp && (
        <PickUpDialog
          onClose={() => setPickingUp(false)}
          onHanded={(orderNumber) => {
            setPickingUp(false)
            setOpen(orderNumber)
          }}
        />
      )}
    </>
  )
}

interface PilesProps {
  /** None while something is searched for. */
  readonly pressed: OrderPile | null
  readonly counts: readonly { readonly pile: OrderPile; readonly count: number }[]
  readonly onPick: (pile: OrderPile) => void
}

function Piles({ pressed, counts, onPick }: PilesProps) {
  const { t } = useTranslation('staff')
  return (
    <fieldset className={styles.piles}>
      <legend className={styles.hidden}>{t('tabs.orders')}</legend>
      {orderPiles.map((each) => (
        <button
          key={each}
          type="button"
          className={styles.pile}
          aria-pressed={each === pressed}
          onClick={() => onPick(each)}
        >
          <span>{t(`piles.${each}`)}</span>
          <strong>{counts.find((count) => count.pile === each)?.count ?? '·'}</strong>
        </button>
      ))}
    </fieldset>
  )
}

function OrderRow({ order, onOpen }: { readonly order: StaffOrder; readonly onOpen: () => void }) {
  const stageWords = useStageWords()
  const { money, ago } = useFormats()
  const productWords = useProductWords()
  const { printNumber, order_number, machine_id, status, stage, product, quantity, total } = order
  const { name, detail } = productWords(product)
  return (
    <li>
      <button type="button" className={styles.order} onClick={onOpen}>
        <strong className={styles.printNumber}>{printNumber}</strong>
        <span className={styles.what}>
          <span>
            <bdi>{order_number}</bdi>
          </span>
          <span className={styles.soft}>
            <bdi>{machine_id}</bdi> · <bdi>{name}</bdi> · {detail}
            {quantity > 1 && ` × ${quantity}`}
          </span>
        </span>
        <span className={styles.amount}>{money(total)}</span>
        <span className={styles.stage}>
          <Badge tone={toneOfStage(status, stage)}>{stageWords(stage)}</Badge>
          <span className={styles.soft}>{ago(order.changedAtMs)}</span>
        </span>
      </button>
    </li>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeStock, staffStock } from '#core/contract/services/staff.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Button } from '#src/ui/Button.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import styles from './Staff.module.css'
import { useAct } from './use-act.ts'

interface StockProps {
  readonly machineId: string
  readonly canAct: boolean
}

/** Rows shown at once: a station holds hundreds of cases. */
const SHOWN_MAX = 60

/** What a machine holds; the scarcest first. */
export function Stock({ machineId, canAct }: StockProps) {
  const { t } = useTranslation(['staff', 'shop'])
  const { number } = useFormats()
  const { state, reload } = useCall(staffStock, { machine_id: machineId })
  const [query, setQuery] = useState('')
  return (
    <div className={styles.form}>
      <SearchField
        label={t('searchItem')}
        clearLabel={t('shop:case.clear')}
        value={query}
        onChange={setQuery}
      />
      <Loaded state={state} reload={reload}>
        {(items) => (
          <ul className={styles.rows}>
            {items
              .filter(({ item }) => item.includes(query.trim().toLowerCase()))
              .toSorted((one, other) => one.available - other.available)
              .slice(0, SHOWN_MAX)
              .map(({ item, available, reserved }) => (
                <li key={item} className={styles.stockRow}>
                  <bdi dir="ltr">{item}</bdi>
                  <span className={styles.soft}>
                    {t('held', { free: number(available), reserved: number(reserved) })}
                  </span>
                  {canAct && <StockActs machineId={machineId} item={item} />}
                </li>
              ))}
          </ul>
        )}
      </Loaded>
    </div>
  )
}

function StockActs({ machineId, item }: { readonly machineId: string; readonly item: string }) {
  const { t } = useTranslation('staff')
  const [asking, setAsking] = useState<'refill' | 'counted' | null>(null)
  const [pieces, setPieces] = useState<number | null>(null)
  const changing = useAct(changeStock, {
    words: t('acts.stock-refilled'),
    onDone: () => setAsking(null),
  })
  const begin = (change: 'refill' | 'counted') => {
    setPieces(null)
    setAsking(change)
  }
  return (
    <div className={styles.buttons}>
      <Button size="small" onClick={() => begin('refill')}>
        {t('acts.stock-refilled')}
      </Button>
      <Button size="small" variant="ghost" onClick={() => begin('counted')}>
        {t('acts.stock-corrected')}
      </Button>
      {asking !== null && (
        <ReasonDialog
          title={t(asking === 'refill' ? 'acts.stock-refilled' : 'acts.stock-corrected')}
          busy={changing.running}
          onClose={() => setAsking(null)}
          onDone={(reason) => {
            if (pieces === null) return
            changing.act((idempotencyKey) => ({
              machine_id: machineId,
              item,
              change: asking,
              pieces,
              reason,
              idempotencyKey,
            }))
          }}
        >
          <NumberField
            label={t(asking === 'refill' ? 'pieces' : 'counted')}
            value={pieces}
            onChange={setPieces}
            min={0}
            max={100_000}
            decimals={0}
          />
        </ReasonDialog>
      )}
    </div>
  )
}

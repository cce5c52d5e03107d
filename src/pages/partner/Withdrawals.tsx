import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Money } from '#core/commerce/money/money.ts'
import { partnerWithdrawals, requestWithdrawal } from '#core/contract/services/partner.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { NumberField } from '#src/ui/NumberField.tsx'
import styles from '../staff/Staff.module.css'
import { useAct } from '../staff/use-act.ts'
import { WithdrawalRow } from './WithdrawalRow.tsx'

/** What can be withdrawn, asking for it, and what became of earlier ones. */
export function Withdrawals() {
  const { t } = useTranslation('staff')
  const { money } = useFormats()
  const { state, reload } = useCall(partnerWithdrawals, {})
  return (
    <Loaded state={state} reload={reload}>
      {({ available, list }) => (
        <>
          <div className={styles.head}>
            <span>{t('available')}</span>
            <strong className={styles.big} data-available>
              {money(available)}
            </strong>
          </div>
          <Ask available={available} />
          <ul className={styles.rows}>
            {list.map((withdrawal) => (
              <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
            ))}
          </ul>
        </>
      )}
    </Loaded>
  )
}

const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2

function Ask({ available: { minor, currency } }: { readonly available: Money }) {
  const { t } = useTranslation(['staff', 'store'])
  const { money } = useFormats()
  const [typed, setTyped] = useState<number | null>(null)
  const [asking, setAsking] = useState(false)
  const words = t('acts.withdrawal-requested')
  const asked = useAct(requestWithdrawal, { words, onDone: () => setTyped(null) })
  const unit = 10 ** digitsOf(currency)
  const amount = typed === null ? null : { minor: Math.round(typed * unit), currency }
  return (
    <div className={styles.bar}>
      <NumberField
        label={t('amount')}
        value={typed}
        onChange={setTyped}
        min={0}
        max={minor / unit}
        decimals={2}
        unit={currency}
        disabled={minor === 0}
      />
      <Button
        variant="primary"
        disabled={minor === 0}
        loading={asked.running}
        onClick={() => setAsking(amount !== null && amount.minor > 0)}
      >
        {words}
      </Button>
      {asking && amount !== null && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={money(amount)}
          description={words}
          confirmLabel={`${words}: ${money(amount)}`}
          cancelLabel={t('store:page.close')}
          onConfirm={() => asked.act((idempotencyKey) => ({ minor: amount.minor, idempotencyKey }))}
        />
      )}
    </div>
  )
}

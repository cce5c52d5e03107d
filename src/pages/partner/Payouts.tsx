import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  decideWithdrawal as mayDecide,
  type WithdrawalDecision,
  withdrawalDecisions,
} from '#core/commerce/partners/withdrawals.ts'
import type { Withdrawal } from '#core/contract/entities/partner.ts'
import { decideWithdrawal, operatorWithdrawals } from '#core/contract/services/partner.ts'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ReasonDialog } from '../staff/ReasonDialog.tsx'
import styles from '../staff/Staff.module.css'
import { useAct } from '../staff/use-act.ts'
import { WithdrawalRow } from './WithdrawalRow.tsx'

/** An operator decides what partners asked for. */
export function Payouts() {
  const { t } = useTranslation('staff')
  const { state, reload } = useCall(operatorWithdrawals, {})
  return (
    <Loaded state={state} reload={reload}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState title={t('none')} />
        ) : (
          <ul className={styles.rows}>
            {list.map((withdrawal) => (
              <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal}>
                <Decisions withdrawal={withdrawal} />
              </WithdrawalRow>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function Decisions({ withdrawal: { id, state } }: { readonly withdrawal: Withdrawal }) {
  const { t } = useTranslation('staff')
  const [asking, setAsking] = useState<WithdrawalDecision | null>(null)
  const close = () => setAsking(null)
  const words = asking === null ? '' : t(`acts.withdrawal-${asking}`)
  const deciding = useAct(decideWithdrawal, { words, onDone: close })
  return (
    <div className={styles.buttons}>
      {withdrawalDecisions
        .filter((decision) => mayDecide(state, decision) !== null)
        .map((decision) => (
          <Button key={decision} size="small" onClick={() => setAsking(decision)}>
            {t(`acts.withdrawal-${decision}`)}
          </Button>
        ))}
      {asking !== null && (
        <ReasonDialog
          title={words}
          danger={asking === 'refuse'}
          busy={deciding.running}
          onClose={close}
          onDone={(reason) =>
            deciding.act((idempotencyKey) => ({ id, decision: asking, reason, idempotencyKey }))
          }
        />
      )}
    </div>
  )
}

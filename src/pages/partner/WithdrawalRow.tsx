import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Withdrawal } from '#core/contract/entities/partner.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { Badge } from '#src/ui/Badge.tsx'
import styles from '../staff/Staff.module.css'

const tones = { requested: 'warning', approved: 'accent', paid: 'good', refused: 'danger' } as const

interface WithdrawalRowProps {
  readonly withdrawal: Withdrawal
  /** What can be done with it. */
  readonly children?: ReactNode
}

/** A withdrawal: how much, where it stands, who asked for it and when. */
export function WithdrawalRow({ withdrawal, children }: WithdrawalRowProps) {
  const { t } = useTranslation('staff')
  const { money, date } = useFormats()
  const { amount, state, partner, requestedBy, requestedAtMs } = withdrawal
  return (
    <li className={styles.event}>
      <strong>{money(amount)}</strong>
      <Badge tone={tones[state]}>{t(`withdrawal.${state}`)}</Badge>
      <span className={styles.soft}>
        <bdi>{partner}</bdi> · <bdi>{requestedBy}</bdi> · {date(requestedAtMs)}
      </span>
      {children}
    </li>
  )
}

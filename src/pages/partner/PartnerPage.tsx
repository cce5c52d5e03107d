import { useTranslation } from 'react-i18next'
import { AuditTrail } from '../staff/AuditTrail.tsx'
import { Machines } from '../staff/Machines.tsx'
import { StaffFrame } from '../staff/StaffFrame.tsx'
import { Tabs } from '../staff/Tabs.tsx'
import { Bills } from './Bills.tsx'
import { Payouts } from './Payouts.tsx'
import { Sales } from './Sales.tsx'
import { StatementView } from './StatementView.tsx'
import { Withdrawals } from './Withdrawals.tsx'

/** What a partner sees of their machines and money; an operator, what partners want paid out. */
export default function PartnerPage() {
  return (
    <StaffFrame titleKey="partnerTitle" roles={['partner', 'operator']}>
      {({ role }) => (role === 'operator' ? <Payouts /> : <PartnerDesk />)}
    </StaffFrame>
  )
}

function PartnerDesk() {
  const { t } = useTranslation('staff')
  return (
    <Tabs
      label={t('partnerTitle')}
      tabs={[
        { id: 'statement', label: t('tabs.statement'), show: () => <StatementView /> },
        { id: 'withdrawals', label: t('tabs.withdrawals'), show: () => <Withdrawals /> },
        { id: 'sales', label: t('tabs.sales'), show: () => <Sales /> },
        { id: 'bills', label: t('tabs.bills'), show: () => <Bills /> },
        { id: 'machines', label: t('tabs.machines'), show: () => <Machines /> },
        { id: 'trail', label: t('tabs.trail'), show: () => <AuditTrail /> },
      ]}
    />
  )
}

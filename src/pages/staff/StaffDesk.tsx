import { useTranslation } from 'react-i18next'
import { AuditTrail } from './AuditTrail.tsx'
import { Machines } from './Machines.tsx'
import { Orders } from './Orders.tsx'
import { Tabs } from './Tabs.tsx'

/** Staff's three parts; orders first, for that is where somebody waits. */
export function StaffDesk() {
  const { t } = useTranslation('staff')
  return (
    <Tabs
      label={t('staffTitle')}
      tabs={[
        { id: 'orders', label: t('tabs.orders'), show: () => <Orders /> },
        { id: 'machines', label: t('tabs.machines'), show: () => <Machines canAct /> },
        { id: 'trail', label: t('tabs.trail'), show: () => <AuditTrail /> },
      ]}
    />
  )
}

import { useTranslation } from 'react-i18next'
import {
  endOtherStaffSessions,
  endStaffSession,
  staffSessions,
} from '#core/contract/services/staff.ts'
import { call } from '#src/api/calls.ts'
import { type SessionCalls, Sessions } from '#src/shell/accounts/Sessions.tsx'
import { Loaded } from '#src/shell/calls/Loaded.tsx'
import { useCall } from '#src/shell/calls/use-call.ts'
import { Dialog } from '#src/ui/Dialog.tsx'

const sessionCalls: SessionCalls = {
  endOne: (id) => call(endStaffSession, { id }),
  endOthers: () => call(endOtherStaffSessions, {}),
}

/** Where one's own account is signed in; what is open elsewhere can be ended. */
export function SessionsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('store')
  const { state, reload } = useCall(staffSessions, {})
  return (
    <Dialog open onOpenChange={onClose} title={t('account.sessions')} closeLabel={t('page.close')}>
      <Loaded state={state} reload={reload}>
        {(sessions) => <Sessions sessions={sessions} calls={sessionCalls} onEnded={reload} />}
      </Loaded>
    </Dialog>
  )
}

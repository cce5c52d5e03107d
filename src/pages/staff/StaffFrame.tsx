import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { staffLogout } from '#core/contract/services/staff.ts'
import { call } from '#src/api/calls.ts'
import { type StaffSession, storeStaff } from '#src/session/staff-session.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { LanguageSwitch } from '#src/shell/LanguageSwitch.tsx'
import { ThemeSwitch } from '#src/shell/ThemeSwitch.tsx'
import { useTitle } from '#src/shell/use-title.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { DesktopIcon, LockIcon, SignOutIcon } from '#src/ui/icons.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { SessionsDialog } from './SessionsDialog.tsx'
import { SignIn } from './SignIn.tsx'
import styles from './Staff.module.css'
import { useStaff } from './use-staff.ts'

interface StaffFrameProps {
  readonly titleKey: 'staffTitle' | 'partnerTitle'
  /** Others are shown the way to their own screen. */
  readonly roles: readonly StaffSession['role'][]
  readonly children: (staff: StaffSession) => ReactNode
}

/** The head of staff's and partners' screens, and the login before them. */
export function StaffFrame({ titleKey, roles, children }: StaffFrameProps) {
  const { t } = useTranslation(['staff', 'store'])
  const staff = useStaff()
  const [open, setOpen] = useState<'password' | 'sessions' | null>(null)
  useTitle(`${t(titleKey)} · Stampa`)
  const leave = async () => {
    await call(staffLogout, {})
    storeStaff(null)
  }
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.who}>
          <h1 className={styles.title}>{t(titleKey)}</h1>
          {staff && (
            <bdi className={styles.name} data-name>
              {staff.name}
            </bdi>
          )}
        </div>
        <LanguageSwitch compact />
        <ThemeSwitch />
        {staff && (
          <IconButton
            label={t('store:account.changePassword')}
            icon={<LockIcon />}
            onClick={() => setOpen('password')}
          />
        )}
        {staff && (
          <IconButton
            label={t('store:account.sessions')}
            icon={<DesktopIcon />}
            onClick={() => setOpen('sessions')}
          />
        )}
        {staff && (
          <IconButton
            label={t('store:account.leave')}
            icon={<SignOutIcon />}
            tooltip={false}
            onClick={() => void leave()}
          />
        )}
      </header>
      <main className={styles.main}>
        {staff === null ? (
          <SignIn />
        ) : roles.includes(staff.role) ? (
          children(staff)
        ) : (
          <EmptyState title={t('elsewhere')} action={<WayOn role={staff.role} />} />
        )}
      </main>
      {staff && open === 'password' && <PasswordDialog onClose={() => setOpen(null)} />}
      {staff && open === 'sessions' && <SessionsDialog onClose={() => setOpen(null)} />}
    </div>
  )
}

function WayOn({ role }: Pick<StaffSession, 'role'>) {
  const { t } = useTranslation('staff')
  const isStaff = role === 'staff'
  return (
    <Link className={styles.link} to={addressOf(isStaff ? 'staff' : 'partner')}>
      {t(isStaff ? 'staffTitle' : 'partnerTitle')}
    </Link>
  )
}

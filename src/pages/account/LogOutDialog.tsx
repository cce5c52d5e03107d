import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceCredential } from '#src/session/device-credential.ts'
import { logOut } from '#src/session/log-out.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import styles from './AccountPage.module.css'

interface LogOutDialogProps {
  /** Empty for an account that only this device opens. */
  readonly phone: string
  readonly onClose: () => void
  readonly onBind: () => void
}

/** Says what logging out takes away and what stays, before it does. */
export function LogOutDialog({ phone, onClose, onBind }: LogOutDialogProps) {
  const { t } = useTranslation('store')
  const [withDesigns, setWithDesigns] = useState(false)
  const [busy, setBusy] = useState(false)
  const isDevice = phone === ''
  const leave = async () => {
    setBusy(true)
    await logOut({ withDesigns })
    history.replaceState(null, '', `#${addressOf('selectLogin')}`)
    // What other screens hold in memory of this customer ends with the page.
    location.reload()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('account.leaveTitle')}
      {...(!isDevice && {
        description: t('account.leaveText', { phone: `\u2066${phone}\u2069` }),
      })}
      closeLabel={t('page.close')}
      size="small"
    >
      <div className={styles.leave}>
        {isDevice && <p className={styles.warning}>{t('account.leaveLost')}</p>}
        {!isDevice && deviceCredential() !== null && (
          <p className={styles.warning}>{t('account.leaveDevice')}</p>
        )}
        <p className={styles.hint}>{t('account.keepsText')}</p>
        <Switch
          label={t('account.deleteDesigns')}
          checked={withDesigns}
          onChange={setWithDesigns}
        />
        <div className={styles.choices}>
          {isDevice && (
            <Button variant="primary" stretch onClick={onBind}>
              {t('account.bind')}
            </Button>
          )}
          <Button
            variant={isDevice ? 'danger' : 'primary'}
            stretch
            loading={busy}
            onClick={() => void leave()}
          >
            {t(isDevice ? 'account.leaveAnyway' : 'account.leave')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

import { useSetAtom } from 'jotai'
import * as Radix from 'radix-ui/alert-dialog'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { screens } from '#core/launch/screens.ts'
import { loginAtom, sessionEndedAtom } from '#src/state/session.ts'
import { keepWanted } from '#src/state/wanted-address.ts'
import { Button } from '#src/ui/Button.tsx'
import dialog from '#src/ui/Dialog.module.css'

/** The specification's modal: a call's token was refused; there is no way but to the login page. */
export default function SessionEndedDialog() {
  const { t } = useTranslation('store')
  const setOpen = useSetAtom(sessionEndedAtom)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const setLogin = useSetAtom(loginAtom)
  const [toLogin] = screens.login.paths
  // First the address, then the login: the launch rules would else lead to the login selection.
  useEffect(() => {
    if (pathname !== toLogin) return
    setLogin(null)
    setOpen(false)
  }, [pathname, toLogin, setLogin, setOpen])
  const goOn = () => {
    keepWanted(pathname + search)
    void navigate(toLogin)
  }
  return (
    <Radix.Root open>
      <Radix.Portal>
        <Radix.Overlay className={dialog.scrim}>
          <Radix.Content
            className={`${dialog.dialog} ${dialog.small}`}
            onEscapeKeyDown={(event) => event.preventDefault()}
          >
            <header className={dialog.head}>
              <Radix.Title className={dialog.title}>{t('session.ended')}</Radix.Title>
            </header>
            <div className={dialog.body}>
              <Radix.Description className={dialog.description}>
                {t('session.endedText')}
              </Radix.Description>
            </div>
            <footer className={dialog.footer}>
              <Radix.Action asChild>
                <Button variant="primary" onClick={goOn}>
                  {t('session.again')}
                </Button>
              </Radix.Action>
            </footer>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { TierReason } from '#core/imaging/device/device-tier.ts'
import { useFormats } from '#src/i18n/formats.ts'
import { addressOf } from '#src/shell/addresses.ts'
import { loginAtom } from '#src/state/session.ts'
import { chooseDeviceAtom, chooseServerAtom } from '#src/state/tool-jobs.ts'
import { type PlaceChoice, placeChoiceAtom, toolPlaceAtom } from '#src/state/tool-place.ts'
import { keepWanted } from '#src/state/wanted-address.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import styles from './ToolPlaces.module.css'

/** Where the tool can be run and how long that takes; nothing where the device does it well. */
export function ToolPlaces() {
  const { t } = useTranslation('tools')
  const choice = useAtomValue(placeChoiceAtom)
  const place = useAtomValue(toolPlaceAtom)
  const backToDevice = useSetAtom(chooseDeviceAtom)
  if (choice === null || !hasSomethingToSay(choice, place)) return null
  return (
    <section className={styles.places} aria-label={t('place.title')} data-place={place}>
      <Times choice={choice} place={place} />
      {place === 'server' ? (
        <Button size="small" data-command="use-device" onClick={() => void backToDevice()}>
          {t('place.useDevice')}
        </Button>
      ) : (
        <ServerButton small />
      )}
    </section>
  )
}

const hasSomethingToSay = ({ tier, secondsThere }: PlaceChoice, place: string): boolean =>
  place === 'server' || tier !== 'local' || secondsThere !== null

const reasonWords = {
  cannot: 'place.unable',
  crashed: 'place.crashed',
  slow: 'place.slow',
} as const satisfies Partial<Record<TierReason, string>>
const hasWords = (reason: TierReason): reason is keyof typeof reasonWords => reason in reasonWords

function Times({ choice, place }: { choice: PlaceChoice; place: string }) {
  const { t } = useTranslation('tools')
  const { duration } = useFormats()
  const { tier, reason, secondsHere, secondsThere } = choice
  const here = reason !== 'cannot' && t('place.here', { time: duration(secondsHere) })
  const there = secondsThere !== null && t('place.there', { time: duration(secondsThere) })
  const times = place === 'server' ? [there, here] : [here, there]
  return (
    <div className={styles.words}>
      {hasWords(reason) && <p>{t(reasonWords[reason])}</p>}
      {times.map((time) => time && <p key={time}>{time}</p>)}
      {place === 'server' && <p>{t('place.previewSent')}</p>}
      {place === 'device' && tier === 'local-small' && <p>{t('place.small')}</p>}
    </div>
  )
}

/** Offers the server where there is one; the customer agrees before anything is sent. */
export function ServerButton({ small = false }: { small?: boolean }) {
  const { t } = useTranslation('tools')
  const choice = useAtomValue(placeChoiceAtom)
  const place = useAtomValue(toolPlaceAtom)
  const [asking, setAsking] = useState(false)
  const signedIn = useAtomValue(loginAtom) !== null
  const agree = useAgreement()
  if (place === 'server' || choice === null || choice.secondsThere === null) return null
  return (
    <>
      <Button
        {...(small && { size: 'small' as const })}
        data-command="use-server"
        onClick={() => setAsking(true)}
      >
        {t('place.useServer')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('place.consentTitle')}
        description={
          signedIn ? t('place.consentText') : `${t('place.consentText')} ${t('place.consentLogin')}`
        }
        confirmLabel={t('place.agree')}
        cancelLabel={t('cancel')}
        onConfirm={agree}
      />
    </>
  )
}

/** Who is signed out signs in first: the photo is its customer's alone. */
function useAgreement(): () => void {
  const takeServer = useSetAtom(chooseServerAtom)
  const signedIn = useAtomValue(loginAtom) !== null
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return () => {
    takeServer()
    if (signedIn) return
    keepWanted(pathname + search)
    void navigate(addressOf('login'))
  }
}

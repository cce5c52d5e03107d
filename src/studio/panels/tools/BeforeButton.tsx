import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { hasStandInAtom, showsBeforeAtom } from '#src/state/stand-in.ts'
import { Button } from '#src/ui/Button.tsx'
import { HoldButton } from '#src/ui/HoldButton.tsx'
import { EyeIcon } from '#src/ui/icons.ts'
import styles from './Tools.module.css'

/** The photo as it was before the tool, on the stage; there once there is something to compare. */
export function BeforeButton() {
  const { t } = useTranslation('tools')
  const has = useAtomValue(hasStandInAtom)
  const [before, setBefore] = useAtom(showsBeforeAtom)
  const look = { size: 'small', className: styles.before, icon: <EyeIcon /> } as const
  if (!has) {
    // Its room is kept: beside it a title may take two lines, and would change when it comes.
    return (
      <Button {...look} disabled data-unseen="">
        <span className={styles.word}>{t('before')}</span>
      </Button>
    )
  }
  return (
    <HoldButton {...look} on={before} onChange={setBefore}>
      <span className={styles.word} data-preview="">
        {t('before')}
      </span>
    </HoldButton>
  )
}

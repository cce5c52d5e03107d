import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { hasStandInAtom, showsBeforeAtom } from '#src/state/stand-in.ts'
import { HoldButton } from '#src/ui/HoldButton.tsx'
import { EyeIcon } from '#src/ui/icons.ts'
import styles from './Tools.module.css'

/** The photo as it was before the tool, on the stage; there once there is something to compare. */
export function BeforeButton() {
  const { t } = useTranslation('tools')
  const has = useAtomValue(hasStandInAtom)
  const [before, setBefore] = useAtom(showsBeforeAtom)
  if (!has) return null
  return (
    <HoldButton
      size="small"
      className={styles.before}
      icon={<EyeIcon />}
      on={before}
      onChange={setBefore}
    >
      <span data-preview="">{t('before')}</span>
    </HoldButton>
  )
}

import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { previewToolAtom, toolLacksNetworksAtom } from '#src/state/tool-preview.ts'
import { Button } from '#src/ui/Button.tsx'
import panel from '../panel.module.css'
import styles from './Tools.module.css'

/** Says that a preview is plainer than the tool can do, as part of it could not be fetched. */
export function LacksNetworks() {
  const { t } = useTranslation('tools')
  const isSaid = useAtomValue(toolLacksNetworksAtom)
  const preview = useSetAtom(previewToolAtom)
  // The region stands there before its words, or some screen readers miss them.
  return (
    <div className={styles.good}>
      <p className={panel.hint} role="status">
        {isSaid && t('plainer')}
      </p>
      {isSaid && (
        <Button
          size="small"
          data-command="fetch-again"
          onClick={() => void preview({ settled: true })}
        >
          {t('retry')}
        </Button>
      )}
    </div>
  )
}

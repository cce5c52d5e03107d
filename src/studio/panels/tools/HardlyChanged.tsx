import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { USUAL_STRENGTH } from '#core/imaging/tools/enhance/usual-strength.ts'
import { selectionAtom } from '#src/state/editor.ts'
import { openPanelAtom } from '#src/state/panel.ts'
import { closeToolAtom } from '#src/state/tool-jobs.ts'
import { toolHardlyChangesAtom } from '#src/state/tool-preview.ts'
import type { ToolSession } from '#src/state/tool-settings.ts'
import { Button } from '#src/ui/Button.tsx'
import panel from '../panel.module.css'
import styles from './Tools.module.css'

/** Says that a photo was good, where it would seem that the tool did nothing; and what does more. */
export function HardlyChanged({ session }: { session: ToolSession }) {
  const { t } = useTranslation('tools')
  const hardlyChanges = useAtomValue(toolHardlyChangesAtom)
  const select = useSetAtom(selectionAtom)
  const openPanel = useSetAtom(openPanelAtom)
  const close = useSetAtom(closeToolAtom)
  // Whoever set it low wants little.
  const isWanted = Number(session.request.settings['strength'] ?? 1) >= USUAL_STRENGTH
  const isSaid = hardlyChanges && isWanted
  const chooseLook = () => {
    close()
    select([session.layerId])
    openPanel('adjust')
  }
  // The region stands there before its words, or some screen readers miss them.
  return (
    <div className={styles.good}>
      <p className={panel.hint} role="status">
        {isSaid && t('good.text')}
      </p>
      {isSaid && (
        <Button size="small" data-command="choose-look" onClick={chooseLook}>
          {t('good.looks')}
        </Button>
      )}
    </div>
  )
}

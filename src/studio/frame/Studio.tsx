import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsPc } from '#src/state/device.ts'
import { useShortcuts } from '../commands/use-shortcuts.ts'
import { Inspector } from '../panels/Inspector.tsx'
import { PanelHost } from '../panels/PanelHost.tsx'
import { Stage } from '../stage/Stage.tsx'
import { Announcements } from './Announcements.tsx'
import { SaveTrouble } from './SaveTrouble.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { StageIntakes } from './StageIntakes.tsx'
import { StartHint } from './StartHint.tsx'
import styles from './Studio.module.css'
import { StudioHeader } from './StudioHeader.tsx'
import { ToolBar } from './ToolBar.tsx'
import { ZoomBar } from './ZoomBar.tsx'

/** The editor: on a PC rail, panel, stage and inspector; on a phone everything under a thumb. */
export function Studio() {
  const pc = useIsPc()
  const { t } = useTranslation('stage')
  const title = t('pageTitle')
  useShortcuts()
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={pc ? styles.pc : styles.phone} data-layout={pc ? 'pc' : 'phone'}>
      <StudioHeader />
      <SaveTrouble />
      <div className={styles.work}>
        {pc && <ToolBar />}
        {pc && <PanelHost />}
        <main className={styles.stage}>
          <Stage />
          <StartHint />
          <StageIntakes />
          {pc && <ZoomBar />}
          <SelectionBar />
        </main>
        {pc && <Inspector />}
      </div>
      {!pc && <ToolBar />}
      {!pc && <PanelHost />}
      <ShortcutsDialog />
      <Announcements />
    </div>
  )
}

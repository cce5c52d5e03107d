import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStudioLayout } from '#src/state/layout.ts'
import { useShortcuts } from '../commands/use-shortcuts.ts'
import { Inspector } from '../panels/Inspector.tsx'
import { PanelHost } from '../panels/PanelHost.tsx'
import { Stage } from '../stage/Stage.tsx'
import { Announcements } from './Announcements.tsx'
import { SaveTrouble } from './SaveTrouble.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { StageNotes } from './StageNotes.tsx'
import { StartHint } from './StartHint.tsx'
import styles from './Studio.module.css'
import { StudioHeader } from './StudioHeader.tsx'
import { ToolBar } from './ToolBar.tsx'
import { ToolNote } from './ToolNote.tsx'
import { useBackCloses } from './use-back-closes.ts'
import { ZoomBar } from './ZoomBar.tsx'

/** The editor: rail, panel, stage and inspector where there is room, else all under a thumb. */
export function Studio() {
  const layout = useStudioLayout()
  const stacked = layout === 'stacked'
  const { t } = useTranslation('stage')
  const title = t('pageTitle')
  useShortcuts()
  useBackCloses()
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={styles.studio} data-studio={layout}>
      <StudioHeader />
      <SaveTrouble />
      <div className={styles.work}>
        {!stacked && <ToolBar rail />}
        {!stacked && <PanelHost />}
        <main className={styles.stage}>
          <Stage />
          <StartHint />
          <ToolNote />
          <StageNotes />
          <ZoomBar />
          <SelectionBar />
        </main>
        {layout === 'full' && <Inspector />}
      </div>
      {stacked && <ToolBar rail={false} />}
      {stacked && <PanelHost />}
      <ShortcutsDialog />
      <Announcements />
    </div>
  )
}

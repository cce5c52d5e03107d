import { useAtomValue } from 'jotai'
import { openPanelAtom } from '#src/state/panel.ts'
import { IntakeList } from '../panels/photos/IntakeList.tsx'
import { DrawFault } from './DrawFault.tsx'
import styles from './StageNotes.module.css'

/** These panels show the photos on their way in themselves. */
const panelsWithList: readonly (string | null)[] = ['photos', 'layout', 'preflight']

/**
 * What is said on the stage, one under another: why it shows another picture, photos on their way
 * in, and why one was refused, wherever it was chosen.
 */
export function StageNotes() {
  const panel = useAtomValue(openPanelAtom)
  return (
    <div className={styles.notes}>
      <DrawFault />
      {!panelsWithList.includes(panel) && <IntakeList />}
    </div>
  )
}

import { useAtomValue } from 'jotai'
import { openPanelAtom } from '#src/state/panel.ts'
import { IntakeList } from '../panels/photos/IntakeList.tsx'
import styles from './StageIntakes.module.css'

/** These panels show the photos on their way in themselves. */
const panelsWithList: readonly (string | null)[] = ['photos', 'layout', 'preflight']

/** Photos on their way in, and why one was refused, on the stage: wherever it was chosen. */
export function StageIntakes() {
  const panel = useAtomValue(openPanelAtom)
  if (panelsWithList.includes(panel)) return null
  return (
    <div className={styles.notes}>
      <IntakeList />
    </div>
  )
}

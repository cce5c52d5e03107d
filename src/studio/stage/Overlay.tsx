import { useAtomValue } from 'jotai'
import { marqueeAtom, viewAtom } from '#src/state/view.ts'
import { DpiTag } from './DpiTag.tsx'
import { EmptySlots } from './EmptySlots.tsx'
import { Guides } from './Guides.tsx'
import { LayerTargets } from './LayerTargets.tsx'
import { SelectionBox } from './SelectionBox.tsx'
import styles from './Stage.module.css'
import { upright } from './stage-place.ts'

/** What one grips the design by: drawn over the worker's picture, and read by screen readers. */
export const Overlay = () => (
  <div className={styles.overlay}>
    <EmptySlots />
    <LayerTargets />
    <SelectionBox />
    <DpiTag />
    <Guides />
    <Marquee />
  </div>
)

function Marquee() {
  const box = useAtomValue(marqueeAtom)
  const view = useAtomValue(viewAtom)
  return box && <div className={styles.marquee} style={upright(view, box)} />
}

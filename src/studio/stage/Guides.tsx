import { useAtomValue } from 'jotai'
import type { Guide } from '#core/design/guide.ts'
import type { View } from '#core/design/view.ts'
import { guidesAtom, viewAtom } from '#src/state/view.ts'
import styles from './Stage.module.css'

/** The lines that a moving layer has met. */
export function Guides() {
  const guides = useAtomValue(guidesAtom)
  const view = useAtomValue(viewAtom)
  return guides.map((guide) => (
    <div
      key={`${guide.axis}-${guide.kind}-${guide.atMm}-${guide.fromMm}`}
      className={styles.guide}
      data-kind={guide.kind}
      style={lineOf(guide, view)}
    />
  ))
}

function lineOf({ axis, atMm, fromMm, toMm }: Guide, view: View) {
  const long = Math.max(1, (toMm - fromMm) * view.scalePxPerMm)
  const x = view.originXPx + (axis === 'vertical' ? atMm : fromMm) * view.scalePxPerMm
  const y = view.originYPx + (axis === 'vertical' ? fromMm : atMm) * view.scalePxPerMm
  return {
    width: axis === 'vertical' ? 1 : long,
    height: axis === 'vertical' ? long : 1,
    transform: `translate(${x}px, ${y}px)`,
  }
}

import type { ReactNode } from 'react'
import type { Fault } from '#core/errors.ts'
import styles from './panel.module.css'
import { useFaultWords } from './use-fault-words.ts'

/** Whoever has scrolled down to the button that failed sees why. */
const bringIntoView = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'nearest' })

/** What went wrong, in the customer's words, and what can be done about it. */
export function FaultNote({ fault, children }: { fault: Fault; children?: ReactNode }) {
  const words = useFaultWords()
  return (
    <div ref={bringIntoView} className={styles.alert} role="alert">
      <p>{words(fault)}</p>
      {children && <div className={styles.row}>{children}</div>}
    </div>
  )
}

import type { ReactNode } from 'react'
import styles from './Disclosure.module.css'
import { CaretDownIcon } from './icons.ts'

export interface DisclosureProps {
  /** Says what is in it while it is shut. */
  readonly label: string
  /** As it stands at first, or when this changes; default shut. */
  readonly open?: boolean
  readonly children: ReactNode
}

/** What few customers need, behind one line that opens. */
export const Disclosure = ({ label, open = false, children }: DisclosureProps) => (
  <details className={styles.details} open={open}>
    <summary className={styles.summary}>
      {label}
      <CaretDownIcon className={styles.caret} aria-hidden="true" />
    </summary>
    <div className={styles.content}>{children}</div>
  </details>
)

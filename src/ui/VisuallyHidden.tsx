import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Said by a screen reader, not seen. */
export const VisuallyHidden = ({ children, id }: { children: ReactNode; id?: string }) => (
  <span className={styles.hidden} id={id}>
    {children}
  </span>
)
